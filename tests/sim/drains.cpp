// A run that is told to stop at a random moment: nothing that was accepted is lost, and what is dropped is counted.
#include "daemon/status_summary.hpp"
#include "tests/sim/simulated_run.hpp"
#include "tests/support/catch.hpp"

namespace sim {

namespace {

constexpr std::uint64_t seeds_each = 60;

struct drained_run {
  window_rule rule{};
  std::vector<event> fed{};
  outcome found{};
  std::uint64_t dropped = 0;
};

/// Feeds a part of the input, stops at a random moment of the schedule; the reader has handed on what was fed.
drained_run drain_at_random(std::uint64_t seed, bool close_windows) {
  random_source random(seed);
  drained_run made;
  made.rule.size_ms = pick(random, 1, 20'000);
  made.rule.lateness_ms = pick(random, 0, 10'000);
  input_shape shape;
  shape.rows = static_cast<int>(pick(random, 0, 80));
  shape.disorder_ms = 15'000;
  shape.bad_percent = 5;
  made.fed = make_events(shape, random);
  support::simulation_options options;
  options.shards = static_cast<std::uint32_t>(pick(random, 1, 4));
  options.batch_rows = static_cast<std::size_t>(pick(random, 1, 20));
  options.batches_in_flight_max = static_cast<std::uint32_t>(pick(random, 1, 4));
  support::simulation simulation(pipeline_of(made.rule, shape.keys, 1), options);
  feed_at_random(simulation, {made.fed}, random, false);
  for (auto steps = pick(random, 0, 60); steps > 0; --steps) simulation.actors().step(random);
  simulation.drain(close_windows);
  for (auto steps = pick(random, 0, 20); steps > 0; --steps) simulation.actors().step(random);
  simulation.end(0);
  simulation.actors().run(random);
  REQUIRE(simulation.ended());
  REQUIRE_FALSE(simulation.ended()->fault);
  made.found = outcome_of(simulation);
  made.dropped = weir::summarize(simulation.ended()->status).dropped_windows;
  return made;
}

} // namespace

TEST_CASE("draining loses nothing that was accepted") {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    INFO("seed " << seed);
    const auto run = drain_at_random(seed, true);
    CHECK(difference(expected(run.rule, run.fed), run.found) == "");
    CHECK(run.dropped == 0);
  }
}

TEST_CASE("draining with drop counts every window that it drops, and puts out the others whole") {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    INFO("seed " << seed);
    const auto run = drain_at_random(seed + 500, false);
    const auto all = expected(run.rule, run.fed);
    CHECK(run.found.windows.size() + run.dropped == all.windows.size());
    CHECK(std::ranges::includes(all.windows, run.found.windows));
    CHECK(run.found.rows_read == all.rows_read);
    CHECK(run.found.rows_in_windows == all.rows_in_windows);
    CHECK(run.found.late == all.late);
  }
}

} // namespace sim
