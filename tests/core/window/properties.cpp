// The operator against a plain loop: every row is judged alone, every window is a list of rows. Whatever the batches,
// shards and inputs, rows and late rows must be the same.
#include <random>

#include "tests/core/window/plain_windows.hpp"

using namespace core;
using namespace core::stream;
using agg::function;

namespace {

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
