#include "tests/core/window/plain_windows.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace core::stream {

namespace {

/// The rows that the call looks at.
std::vector<row> seen_by(const agg::aggregate_call& call, const std::vector<row>& all) {
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
  return rows;
}

std::string value_of(const agg::aggregate_call& call, const std::vector<row>& all) {
  using agg::function;
  const auto rows = seen_by(call, all);
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

} // namespace

plain_windows::plain_windows(window::window_spec spec, std::vector<agg::aggregate_call> calls, const settings& how)
    : spec_(std::move(spec)), calls_(std::move(calls)),
      zone_(**time_zone::find(spec_.time_zone.empty() ? "UTC" : spec_.time_zone)), how_(how), clocks_(how.inputs) {}

outcome plain_windows::run(const std::vector<row>& rows) {
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

/// The last moment whose wall clock is before `end`, by looking at the moments around it.
event_time_ms plain_windows::fires_at(std::int64_t end) const {
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

std::vector<std::pair<std::int64_t, std::int64_t>> plain_windows::windows_of(event_time_ms time) const {
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

/// The session that the row makes together with those it touches, which are taken out of `open`.
plain_windows::one_window plain_windows::joined(std::vector<one_window>& open, const row& one, std::int64_t start,
                                                std::int64_t end) const {
  one_window made{start, end};
  std::vector<one_window> apart;
  for (auto& other : open) {
    if (other.start > end || other.end < start) {
      apart.push_back(std::move(other));
      continue;
    }
    made.rows.insert(made.rows.end(), other.rows.begin(), other.rows.end());
    made.start = std::min(made.start, other.start);
    made.end = std::max(made.end, other.end);
  }
  made.rows.push_back(one);
  open = std::move(apart);
  return made;
}

void plain_windows::add(const row& one, std::size_t number) {
  auto& open = open_[one.key];
  bool taken = false;
  for (const auto& [start, end] : windows_of(one.time)) {
    auto into = is_session() ? joined(open, one, start, end) : one_window{start, end, {one}};
    if (fires_at(into.end) <= clock_) continue;
    taken = true;
    const auto same = std::find_if(open.begin(), open.end(),
                                   [&](const auto& w) { return w.start == into.start && w.end == into.end; });
    if (same == open.end())
      open.push_back(std::move(into));
    else
      same->rows.push_back(one);
  }
  if (taken)
    ++made_.added;
  else
    made_.late.push_back(std::to_string(number) + " at " + std::to_string(one.time) + " by " + std::to_string(clock_));
}

void plain_windows::fire(event_time_ms watermark) {
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

void plain_windows::put_out(const key& of, const one_window& one) {
  const bool shift = is_session();
  const auto start = shift ? zone_.to_local(one.start) : one.start;
  const auto end = shift ? zone_.to_local(one.end) : one.end;
  std::string line = of ? "'" + *of + "'" : "null";
  line += " " + std::to_string(start) + " " + std::to_string(end) + " " +
          std::to_string(zone_.is_utc() ? end - 1 : zone_.to_utc(end - 1));
  for (const auto& call : calls_) line += " " + value_of(call, one.rows);
  made_.rows.push_back(std::move(line));
}

} // namespace core::stream
