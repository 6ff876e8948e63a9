// The operator against a plain loop: every row is judged alone, every window is a list of rows. Whatever the batches,
// shards and inputs, rows and late rows must be the same.
#include <set>

#include "core/time_zone.hpp"
#include "tests/core/window/stream.hpp"

using namespace stream;
using agg::function;

namespace {

/// Windows of one key as lists of rows, the slow and plain way.
class plain_windows {
public:
  plain_windows(window::window_spec spec, std::vector<agg::aggregate_call> calls, const settings& how)
      : spec_(std::move(spec)), calls_(std::move(calls)), zone_(**zone_named()), how_(how), clocks_(how.inputs) {}

  outcome run(const std::vector<row>& rows) {
    std::vector<event_time_ms> newest(how_.inputs, no_watermark);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& one = rows[i];
      fire(std::min(newest[one.input], clocks_.others(one.input)));
      add(one, i);
      newest[one.input] = std::max(newest[one.input], one.time - how_.delay);
      (void)clocks_.update(one.input, newest[one.input]);
      fire(clocks_.combined());
    }
    fire(end_of_time);
    std::sort(made_.rows.begin(), made_.rows.end());
    std::sort(made_.late.begin(), made_.late.end());
    return made_;
  }

private:
  using key = std::optional<std::string>;
  struct one_window {
    std::int64_t start; ///< Wall clock; of sessions UTC.
    std::int64_t end;
    std::vector<row> rows{};
  };

  result<const time_zone*> zone_named() const {
    return time_zone::find(spec_.time_zone.empty() ? "UTC" : spec_.time_zone);
  }
  bool is_session() const { return spec_.kind == window::window_kind::session; }

  /// The last moment whose wall clock is before `end`, by looking at the moments around it.
  event_time_ms fires_at(std::int64_t end) const {
    if (is_session() || zone_.is_utc()) return end - 1;
    // Clocks change at quarter hours only; between two of them the wall clock runs with time.
    constexpr std::int64_t quarter = 900'000;
    const auto around = floor_div(end, quarter) * quarter;
    auto last = no_watermark;
    for (auto moment = around - 120 * quarter; moment < around + 120 * quarter; moment += quarter)
      if (zone_.to_local(moment) < end)
        last = std::max(last, std::min(moment + quarter - 1, moment + end - 1 - zone_.to_local(moment)));
    return last;
  }

  std::vector<std::pair<std::int64_t, std::int64_t>> windows_of(event_time_ms time) const {
    if (is_session()) return {{time, time + spec_.size_ms}};
    const auto local = zone_.to_local(time);
    std::vector<std::pair<std::int64_t, std::int64_t>> made;
    const auto floor = [&](std::int64_t step) {
      return floor_div(local - spec_.offset_ms, step) * step + spec_.offset_ms;
    };
    switch (spec_.kind) {
    case window::window_kind::hop:
      for (auto start = floor(spec_.slide_ms); start + spec_.size_ms > local; start -= spec_.slide_ms)
        made.emplace_back(start, start + spec_.size_ms);
      break;
    case window::window_kind::cumulate:
      for (auto end = floor(spec_.size_ms) + spec_.slide_ms; end <= floor(spec_.size_ms) + spec_.size_ms;
           end += spec_.slide_ms)
        if (end > local) made.emplace_back(floor(spec_.size_ms), end);
      break;
    default: made.emplace_back(floor(spec_.size_ms), floor(spec_.size_ms) + spec_.size_ms);
    }
    return made;
  }

  void add(const row& one, std::size_t number) {
    auto& open = open_[one.key];
    bool taken = false;
    for (auto [start, end] : windows_of(one.time)) {
      std::vector<row> rows{one};
      if (is_session()) {
        std::vector<one_window> apart;
        std::vector<row> before;
        for (auto& other : open) {
          if (other.start > end || other.end < start) {
            apart.push_back(std::move(other));
          } else {
            before.insert(before.end(), other.rows.begin(), other.rows.end());
            one_window grown{std::min(start, other.start), std::max(end, other.end)};
            start = grown.start;
            end = grown.end;
          }
        }
        open = std::move(apart);
        rows.insert(rows.begin(), before.begin(), before.end());
      }
      if (fires_at(end) <= clock_) continue;
      taken = true;
      const auto same =
          std::find_if(open.begin(), open.end(), [&](const auto& w) { return w.start == start && w.end == end; });
      if (same == open.end())
        open.push_back({start, end, std::move(rows)});
      else
        same->rows.push_back(one);
    }
    if (taken)
      ++made_.added;
    else
      made_.late.push_back(std::to_string(number) + " at " + std::to_string(one.time) + " by " +
                           std::to_string(clock_));
  }

  void fire(event_time_ms watermark) {
    clock_ = std::max(clock_, watermark);
    for (auto& [of, open] : open_) {
      std::vector<one_window> left;
      for (auto& one : open) {
        if (fires_at(one.end) > clock_)
          left.push_back(std::move(one));
        else
          put_out(of, one);
      }
      open = std::move(left);
    }
  }

  void put_out(const key& of, const one_window& one) {
    const bool shift = is_session();
    const auto start = shift ? zone_.to_local(one.start) : one.start;
    const auto end = shift ? zone_.to_local(one.end) : one.end;
    std::string line = of ? "'" + *of + "'" : "null";
    line += " " + std::to_string(start) + " " + std::to_string(end) + " " +
            std::to_string(zone_.is_utc() ? end - 1 : zone_.to_utc(end - 1));
    for (const auto& call : calls_) line += " " + value_of(call, one.rows);
    made_.rows.push_back(std::move(line));
  }

  static std::string value_of(const agg::aggregate_call& call, const std::vector<row>& all) {
    std::vector<row> rows;
    std::set<std::int64_t> seen;
    for (const auto& one : all) {
      if (call.filter >= 0 && !one.f.value_or(false)) continue;
      if (call.argument == 1 && !one.v) continue;
      if (call.argument == 2 && !one.d) continue;
      if (call.argument == 3 && !one.s) continue;
      if (call.distinct && !seen.insert(*one.v).second) continue;
      rows.push_back(one);
    }
    if (call.what == function::count || call.what == function::count_star) return std::to_string(rows.size());
    if (rows.empty()) return "null";
    const auto least = [](const row& a, const row& b) { return std::tie(a.v, a.s) < std::tie(b.v, b.s); };
    std::int64_t sum = 0;
    double reals = 0;
    for (const auto& one : rows) {
      sum += one.v.value_or(0);
      reals += one.d.value_or(0);
    }
    if (call.argument == 2) {
      std::string out;
      append_double(out, call.what == function::avg ? reals / static_cast<double>(rows.size()) : reals);
      return out;
    }
    std::vector<row> by_text = rows;
    std::sort(by_text.begin(), by_text.end(), [](const row& a, const row& b) { return a.s < b.s; });
    std::vector<row> by_value = rows;
    std::sort(by_value.begin(), by_value.end(), least);
    const bool text = call.argument == 3;
    switch (call.what) {
    case function::sum: return std::to_string(sum);
    case function::avg: return std::to_string(sum / static_cast<std::int64_t>(rows.size()));
    case function::min: return text ? "'" + *by_text.front().s + "'" : std::to_string(*by_value.front().v);
    case function::max: return text ? "'" + *by_text.back().s + "'" : std::to_string(*by_value.back().v);
    default: return "?";
    }
  }

  window::window_spec spec_;
  std::vector<agg::aggregate_call> calls_;
  const time_zone& zone_;
  settings how_;
  watermark::watermark_combiner clocks_;
  std::map<key, std::vector<one_window>> open_{};
  event_time_ms clock_ = no_watermark;
  outcome made_{};
};

struct flavour {
  std::int64_t from = 0;
  std::int64_t stride = 0; ///< Mean distance of rows.
  std::int64_t disorder = 0;
  std::int64_t grain = 1; ///< Times are multiples of it: ties and edges.
  std::uint32_t inputs = 1;
};

std::vector<row> random_rows(std::uint64_t seed, const flavour& how, std::size_t count) {
  std::mt19937_64 random(seed);
  const auto upto = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
  const auto keys = std::vector<std::optional<std::string>>{
      std::nullopt, "", "a", "b", "null", "a key too long to lie in a row's head", "c", "d"};
  std::vector<row> rows;
  auto now = how.from;
  for (std::size_t i = 0; i < count; ++i) {
    now += upto(2 * how.stride + 1);
    if (upto(60) == 0) now += 20 * how.stride;
    row one;
    one.key = keys[static_cast<std::size_t>(upto(static_cast<std::int64_t>(keys.size())))];
    one.time = floor_div(now - upto(how.disorder + 1), how.grain) * how.grain;
    if (upto(5) != 0) one.v = upto(201) - 100;
    if (upto(5) != 0) one.d = static_cast<double>(upto(801) - 400) / 8; // sums of eighths are exact in any order
    if (upto(5) != 0) one.s = std::string(static_cast<std::size_t>(upto(20)), static_cast<char>('a' + upto(26)));
    if (upto(5) != 0) one.f = upto(2) == 0;
    one.input = static_cast<std::uint32_t>(upto(how.inputs));
    rows.push_back(std::move(one));
  }
  return rows;
}

std::vector<agg::aggregate_call> many_calls() {
  return {call(function::count_star, -1),   call(function::count, 1),
          call(function::sum, 1),           call(function::min, 1),
          call(function::max, 1),           call(function::avg, 1),
          call(function::sum, 2),           call(function::avg, 2),
          call(function::min, 3),           call(function::max, 3),
          call(function::count, 1, true),   call(function::sum, 1, true, 4),
          call(function::sum, 1, false, 4), call(function::count_star, -1, false, 4)};
}

std::vector<agg::aggregate_call> counting_calls() {
  return {call(function::count_star, -1), call(function::count, 2), call(function::sum, 1), call(function::avg, 1)};
}

void check(const window::window_spec& spec, const flavour& how, event_time_ms delay, std::uint64_t seed) {
  CAPTURE(seed, static_cast<int>(spec.kind), spec.size_ms, spec.slide_ms, delay);
  const auto rows = random_rows(seed, how, 300);
  for (const auto& calls : {many_calls(), counting_calls()}) {
    const settings base{.delay = delay, .inputs = how.inputs};
    const auto expected = plain_windows(spec, calls, base).run(rows);
    const auto plan = plan_of(spec, calls);
    for (const settings& cut :
         {settings{.batch_rows = 1}, settings{.batch_rows = 3, .shards = 2}, settings{.batch_rows = 4096},
          settings{.batch_rows = 50, .shards = 7, .seed = seed + 1}}) {
      auto full = cut;
      full.delay = delay;
      full.inputs = how.inputs;
      const auto made = run(plan, rows, full);
      REQUIRE(made.rows == expected.rows);
      REQUIRE(made.late == expected.late);
      REQUIRE(made.added == expected.added);
      CHECK((made.ordered || !spec.time_zone.empty())); // a wall clock may go back
      CHECK(made.bytes_after == made.bytes_before);
    }
  }
}

constexpr flavour narrow{.from = -40'000, .stride = 150, .disorder = 9'000, .grain = 250};
constexpr flavour wide{.from = -40'000, .stride = 700, .disorder = 60'000, .grain = 1'000};
constexpr flavour two_inputs{.from = -40'000, .stride = 150, .disorder = 4'000, .grain = 250, .inputs = 2};
/// Across 2024-03-31 01:00 UTC and 2024-10-27 01:00 UTC, when Berlin's clock changes.
constexpr flavour spring{.from = 1'711'827'000'000, .stride = 60'000, .disorder = 5'400'000, .grain = 300'000};
constexpr flavour autumn{.from = 1'729'971'000'000, .stride = 60'000, .disorder = 5'400'000, .grain = 300'000};

} // namespace

TEST_CASE("tumbling windows do not depend on batches, shards or inputs") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    for (const auto delay : {0, 1, 3000})
      for (const auto& how : {narrow, two_inputs}) check(tumble(2'500), how, delay, seed);
}

TEST_CASE("hopping windows do not depend on batches, shards or inputs") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    for (const auto delay : {0, 2000}) {
      check(hop(1'000, 5'000), narrow, delay, seed);
      check(hop(4'000, 10'000), narrow, delay, seed); // size is no multiple of the slide
      check(hop(1'000, 40'000), wide, delay, seed);   // more slices than are folded
      check(hop(5'000, 5'000), two_inputs, delay, seed);
      check(hop(1'000, 30'000), two_inputs, delay, seed);
    }
}

TEST_CASE("hopping windows start where the offset says") {
  auto spec = hop(2'000, 6'000);
  for (const auto offset : {-7'300, 500, 1'999}) {
    spec.offset_ms = offset;
    check(spec, narrow, 1'000, 5);
  }
}

TEST_CASE("cumulating windows do not depend on batches, shards or inputs") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    for (const auto delay : {0, 2000})
      for (const auto& how : {narrow, two_inputs}) check(cumulate(1'000, 6'000), how, delay, seed);
}

TEST_CASE("sessions do not depend on batches, shards or inputs") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    for (const auto delay : {0, 1000, 8000})
      for (const auto& how : {narrow, wide, two_inputs}) check(session(2'000), how, delay, seed);
}

TEST_CASE("windows of a zone hold when its clock changes") {
  for (const auto& how : {spring, autumn})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      check(tumble(3'600'000, "Europe/Berlin"), how, 0, seed);
      check(hop(1'800'000, 7'200'000, "Europe/Berlin"), how, 0, seed);
      check(cumulate(1'800'000, 10'800'000, "Europe/Berlin"), how, 600'000, seed);
      check(session(1'200'000, "Europe/Berlin"), how, 0, seed);
    }
}
