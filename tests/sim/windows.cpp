// Laws 1 to 5 and 8 for one partition: whatever the window, the keys, the disorder, the cutting into pieces and
// batches, the number of shards and the schedule, the rows and counters are those that plain loops find.
#include "tests/sim/simulated_run.hpp"
#include "tests/support/catch.hpp"

namespace sim {

namespace {

constexpr std::uint64_t seeds_each = 40;

std::int64_t minutes_or_odd(random_source& random) { return chance(random, 50) ? 60'000 : pick(random, 1, 30'000); }

window_rule random_rule(window_form form, random_source& random) {
  window_rule rule;
  rule.form = form;
  rule.size_ms = minutes_or_odd(random);
  rule.lateness_ms = chance(random, 30) ? 0 : pick(random, 0, 20'000);
  rule.filtered = chance(random, 30);
  if (form != window_form::session && chance(random, 40)) rule.offset_ms = pick(random, -100'000, 100'000);
  if (form == window_form::hop || form == window_form::cumulate) {
    rule.slide_ms = pick(random, 1'000, 20'000);
    rule.size_ms = rule.slide_ms * pick(random, 1, 6);
    if (form == window_form::hop && chance(random, 40))
      rule.size_ms += pick(random, 0, 20'000); // No multiple of the slide.
  }
  return rule;
}

input_shape random_shape(const window_rule& rule, random_source& random) {
  input_shape shape;
  shape.keys = all_key_shapes[random() % std::size(all_key_shapes)];
  shape.rows = static_cast<int>(pick(random, 1, 90));
  shape.first_time = chance(random, 50) ? -pick(random, 0, 200'000) : 1'700'000'000'000 + pick(random, 0, 86'400'000);
  shape.step_ms = pick(random, 1, 5'000);
  shape.disorder_ms = chance(random, 30) ? 0 : pick(random, 0, rule.lateness_ms + 10'000);
  shape.late_percent = static_cast<int>(pick(random, 0, 25));
  shape.late_ms = pick(random, 0, 3 * rule.size_ms);
  shape.bad_percent = chance(random, 50) ? 0 : 10;
  shape.null_percent = static_cast<int>(pick(random, 0, 30));
  return shape;
}

void compare_all_ways(window_form form) {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    random_source random(seed * 1'000 + static_cast<std::uint64_t>(form));
    const auto rule = random_rule(form, random);
    const auto shape = random_shape(rule, random);
    const auto events = make_events(shape, random);
    const auto wanted = expected(rule, events);
    CHECK(wanted.rows_read == wanted.rows_in_windows + wanted.late + wanted.bad + wanted.filtered);
    for (const auto& how : all_ways()) {
      INFO("seed " << seed << ", " << to_string(how) << "\n" << pipeline_of(rule, shape.keys, 1));
      CHECK(difference(wanted, run(rule, shape.keys, {events}, how, random)) == "");
    }
  }
}

} // namespace

TEST_CASE("tumbling windows are those that plain loops find, in every way of running") {
  compare_all_ways(window_form::tumble);
}
TEST_CASE("hopping windows are those that plain loops find, in every way of running") {
  compare_all_ways(window_form::hop);
}
TEST_CASE("cumulating windows are those that plain loops find, in every way of running") {
  compare_all_ways(window_form::cumulate);
}
TEST_CASE("sessions are those that plain loops find, in every way of running") {
  compare_all_ways(window_form::session);
}

} // namespace sim
