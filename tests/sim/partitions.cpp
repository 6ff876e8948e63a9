// Several partitions: law 3's second half (a row within its own partition's delay is never late), and law 4 where rows
// are late.
#include "tests/sim/simulated_run.hpp"
#include "tests/support/catch.hpp"

namespace sim {

namespace {

constexpr std::uint64_t seeds_each = 12;

window_rule random_rule(random_source& random) {
  window_rule rule;
  rule.form = static_cast<window_form>(pick(random, 0, 3));
  rule.slide_ms = pick(random, 1'000, 10'000);
  rule.size_ms = rule.slide_ms * pick(random, 1, 4);
  rule.lateness_ms = pick(random, 0, 10'000);
  rule.filtered = chance(random, 30);
  return rule;
}

/// Partitions that begin at different times and run at different speeds.
std::vector<std::vector<event>> random_partitions(input_shape shape, random_source& random) {
  std::vector<std::vector<event>> made(static_cast<std::size_t>(pick(random, 2, 4)));
  for (auto& events : made) {
    auto own = shape;
    own.rows = static_cast<int>(pick(random, 0, 60));
    own.first_time += pick(random, -200'000, 200'000);
    own.step_ms = pick(random, 1, 5'000);
    events = make_events(own, random);
  }
  return made;
}

way random_way(way how, random_source& random) {
  how.one_source = chance(random, 50);
  return how;
}

} // namespace

TEST_CASE("rows within their own partition's delay are never late, however partitions interleave") {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    random_source random(seed);
    const auto rule = random_rule(random);
    input_shape shape;
    shape.keys = all_key_shapes[random() % std::size(all_key_shapes)];
    shape.disorder_ms = rule.lateness_ms;
    shape.bad_percent = 5;
    shape.null_percent = 10;
    const auto partitions = random_partitions(shape, random);
    const auto wanted = expected_without_late(rule, partitions);
    for (const auto& one : all_ways()) {
      const auto how = random_way(one, random);
      INFO("seed " << seed << ", " << to_string(how) << (how.one_source ? ", one source" : ", several sources") << "\n"
                   << pipeline_of(rule, shape.keys, static_cast<int>(partitions.size())));
      CHECK(difference(wanted, run(rule, shape.keys, partitions, how, random)) == "");
    }
  }
}

TEST_CASE("nothing vanishes: every row read is in a window, filtered, late or bad") {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    random_source random(seed + 1'000);
    auto rule = random_rule(random);
    rule.form = chance(random, 50) ? window_form::tumble : window_form::session; // Where a row is in one window.
    input_shape shape;
    shape.disorder_ms = 20'000;
    shape.late_percent = 20;
    shape.late_ms = 200'000;
    shape.bad_percent = 10;
    const auto partitions = random_partitions(shape, random);
    const auto all = expected_without_late(rule, partitions);
    for (const auto& one : all_ways()) {
      const auto how = random_way(one, random);
      INFO("seed " << seed << ", " << to_string(how));
      const auto found = run(rule, shape.keys, partitions, how, random);
      CHECK(found.rows_read == all.rows_read);
      CHECK(found.rows_read == found.rows_in_windows + found.filtered + found.late + found.bad);
      CHECK(found.bad == all.bad);
      CHECK(found.bad_lines == all.bad_lines);
      CHECK(found.filtered == all.filtered);
      CHECK(found.blank == all.blank);
      CHECK(found.late == found.late_lines.size());
      std::uint64_t in_windows = 0;
      for (const auto& window : found.windows) in_windows += static_cast<std::uint64_t>(window.rows);
      CHECK(in_windows == found.rows_in_windows);
    }
  }
}

} // namespace sim
