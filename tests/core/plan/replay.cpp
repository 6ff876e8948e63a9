#include "core/plan/replay.hpp"

#include <random>

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

stage_plan windows(window::window_kind kind, std::int64_t size_ms) {
  stage_plan made;
  made.name = "windows";
  window::window_aggregate_plan operation;
  operation.window.kind = kind;
  operation.window.size_ms = size_ms;
  made.operation = operation;
  made.inputs.resize(1);
  return made;
}

pipeline_plan plan_of(std::vector<stage_plan> stages) {
  pipeline_plan made;
  made.sources.resize(1);
  made.stages = std::move(stages);
  return made;
}

} // namespace

TEST_CASE("windows over a source need the rows of their own length") {
  const auto spans = replay_spans(
      plan_of({windows(window::window_kind::tumble, 60'000), windows(window::window_kind::hop, 3'600'000)}));
  REQUIRE(spans.has_value());
  CHECK(*spans == std::vector<std::int64_t>{3'600'000});
}

TEST_CASE("a window of a zone may be longer by what the clocks change") {
  auto day = windows(window::window_kind::tumble, 86'400'000);
  std::get<window::window_aggregate_plan>(day.operation).window.time_zone = "Europe/Berlin";
  CHECK(replay_spans(plan_of({day})) == std::vector<std::int64_t>{86'400'000 + 3 * 3'600'000});
}

TEST_CASE("what no window bounds cannot be computed again") {
  const auto why = [](const pipeline_plan& plan) {
    const auto spans = replay_spans(plan);
    REQUIRE_FALSE(spans.has_value());
    return spans.error().message;
  };
  CHECK(why(plan_of({windows(window::window_kind::session, 10'000)})) ==
        "the open state of windows cannot be computed again from the log: a session may have begun any time ago");
  auto by_clock = windows(window::window_kind::tumble, 10'000);
  by_clock.inputs[0].processing_time = true;
  CHECK(why(plan_of({by_clock})) ==
        "the open state of windows cannot be computed again from the log: its windows go by the wall clock");
  auto cascaded = windows(window::window_kind::tumble, 60'000);
  cascaded.inputs[0].input.from = origin_kind::stage;
  CHECK(why(plan_of({windows(window::window_kind::tumble, 10'000), cascaded})) ==
        "the open state of windows cannot be computed again from the log: its rows are results of other windows");
  stage_plan sums;
  sums.name = "sums";
  sums.operation = group::group_aggregate_plan{};
  sums.inputs.resize(1);
  CHECK(why(plan_of({sums})) ==
        "the open state of sums cannot be computed again from the log: it keeps rows that no window bounds");
}

TEST_CASE("the best of each window holds nothing between windows") {
  stage_plan best;
  best.operation = rank::window_rank_plan{};
  best.inputs.resize(1);
  best.inputs[0].input.from = origin_kind::stage;
  CHECK(replay_spans(plan_of({windows(window::window_kind::tumble, 10'000), best})) ==
        std::vector<std::int64_t>{10'000});
}

TEST_CASE("a replay log never forgets a record that is needed") {
  std::mt19937 random(17);
  for (int round = 0; round < 50; ++round) {
    replay_log log;
    std::vector<event_time_ms> times; // By offset.
    event_time_ms after = 0;
    for (int step = 0; step < 200; ++step) {
      const auto first = static_cast<std::int64_t>(times.size());
      auto latest = no_watermark;
      for (std::size_t i = 0; i < 1 + random() % 5; ++i) {
        times.push_back(step * 10 + static_cast<event_time_ms>(random() % 100));
        latest = std::max(latest, times.back());
      }
      log.note(first, latest);
      if (random() % 3 != 0) continue;
      after = std::max(after, step * 10 - static_cast<event_time_ms>(random() % 200));
      const auto position = static_cast<std::int64_t>(times.size());
      const auto from = log.first_needed(after, position);
      for (std::int64_t offset = 0; offset < from; ++offset) CHECK(times[static_cast<std::size_t>(offset)] <= after);
    }
  }
}

TEST_CASE("a long replay log grows coarser, not longer") {
  replay_log log;
  for (std::int64_t i = 0; i < 100'000; ++i) log.note(i * 10, i);
  CHECK(log.size() <= 16'384);
  const auto from = log.first_needed(50'000, 1'000'000);
  CHECK(from <= 500'010);
  CHECK(from > 400'000);
  CHECK(log.first_needed(end_of_time, 1'000'000) == 1'000'000);
}
