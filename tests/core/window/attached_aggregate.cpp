#include "core/window/attached_aggregate.hpp"

#include <algorithm>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

agg::aggregate_call call_of(agg::function what, int argument, bool distinct = false) {
  agg::aggregate_call made;
  made.what = what;
  made.argument = argument;
  made.distinct = distinct;
  made.argument_type = int64_type();
  made.result_type = int64_type();
  return made;
}

/// k, window, v; out come k, window, window_time, COUNT(*), SUM(v), COUNT(DISTINCT v).
window::attached_aggregate_plan plan_of(std::vector<std::size_t> keys = {0}) {
  window::attached_aggregate_plan made;
  made.window = {.start = 1, .end = 2};
  made.keys = std::move(keys);
  made.calls = {call_of(agg::function::count_star, -1), call_of(agg::function::sum, 3),
                call_of(agg::function::count, 3, true)};
  made.input = layout_of({"k", "tstart", "tend", "v"});
  strings names{"tstart", "tend", "ttime", "n", "v", "d"};
  if (!made.keys.empty()) names.insert(names.begin(), "k");
  made.output = layout_of(names);
  made.sort_output = true;
  return made;
}

struct driven {
  explicit driven(const window::attached_aggregate_plan& plan)
      : to(window::make_attached_aggregate(plan).value()), sides{{plan.input, plan.keys}} {}
  std::unique_ptr<window::keyed_operator> to;
  std::vector<side_shape> sides;
};

/// A row of the window [start, start + 10).
event in(value key, event_time_ms start, value v, event_time_ms watermark = no_watermark) {
  return {{key, start, start + 10, v}, row_kind::insert, 0, start + 9, watermark};
}

strings sorted(strings lines) {
  std::ranges::sort(lines);
  return lines;
}

} // namespace

TEST_CASE("rows are counted by key within the window that they carry") {
  driven one(plan_of());
  const auto made = run(*one.to, one.sides, {in(1, 0, 5), in(2, 0, 7), in(1, 0, 5), in(1, 10, 1)});
  CHECK(made.rows.empty());
  CHECK(one.to->rows_added() == 4);
  CHECK(one.to->open_window_count() == 3);
  CHECK(advance(*one.to, 8).empty());
  CHECK(sorted(advance(*one.to, 9)) == strings{"1 0 10 9 2 10 1", "2 0 10 9 1 7 1"});
  CHECK(flush(*one.to) == strings{"1 10 20 19 1 1 1"});
  CHECK(one.to->open_window_count() == 0);
}

TEST_CASE("without keys a window is one group") {
  driven one(plan_of({}));
  (void)run(*one.to, one.sides, {in(1, 0, 5), in(2, 0, 7)});
  CHECK(advance(*one.to, 9) == strings{"0 10 9 2 12 2"});
}

TEST_CASE("a NULL key is a group of its own") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {in(std::nullopt, 0, 5), in(std::nullopt, 0, std::nullopt), in(0, 0, 1)});
  CHECK(sorted(advance(*one.to, 9)) == strings{"0 0 10 9 1 1 1", "null 0 10 9 2 5 1"});
}

TEST_CASE("a row of a window that has fired is late, judged before the row") {
  driven one(plan_of());
  const auto made = run(*one.to, one.sides, {in(1, 0, 5, 8), in(1, 10, 1, 9), in(1, 0, 6, 9), in(1, 0, 6, 19)});
  CHECK(made.rows == strings{"1 0 10 9 1 5 1", "1 10 20 19 1 1 1"});
  CHECK(made.late == std::vector<event_time_ms>{9, 9});
  CHECK(one.to->rows_added() == 2);
}

TEST_CASE("a row of a window that was flushed is late") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {in(1, 0, 5)});
  CHECK(flush(*one.to).size() == 1);
  CHECK(run(*one.to, one.sides, {in(1, 0, 6)}).late.size() == 1);
  CHECK(run(*one.to, one.sides, {in(1, 10, 6)}).late.empty());
}

TEST_CASE("aggregates by carried windows do not depend on how rows are cut into batches") {
  std::vector<event> events;
  for (int i = 0; i < 400; ++i) {
    const auto time = static_cast<event_time_ms>(i / 7 * 10);
    events.push_back(in(i % 5, time - (i % 3) * 10, i % 4, time - 5));
  }
  const auto answer = [&](std::size_t most, std::uint64_t seed) {
    driven one(plan_of());
    auto made = run(*one.to, one.sides, events, most, seed);
    for (auto& line : flush(*one.to)) made.rows.push_back(std::move(line));
    made.rows = sorted(std::move(made.rows));
    return made;
  };
  const auto expected = answer(1, 0);
  CHECK(expected.rows.size() > 100);
  CHECK(expected.late.size() > 10);
  CHECK(answer(400, 0) == expected);
  for (std::uint64_t seed = 1; seed < 6; ++seed) CHECK(answer(50, seed) == expected);
}

TEST_CASE("open windows are listed in order of their ends, no more than asked for") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {in(1, 10, 5), in(2, 0, 7), in(2, 0, 7)});
  const auto all = one.to->open_windows(10);
  REQUIRE(all.size() == 2);
  CHECK(all[0].end == 10);
  CHECK(all[0].rows == 2);
  CHECK(all[0].fires_at == 9);
  CHECK(one.to->open_windows(1).size() == 1);
  CHECK(one.to->layout()->fields.size() == 7);
}

TEST_CASE("the state of a closed window is gone") {
  driven one(plan_of());
  const auto before = one.to->state_bytes();
  for (int i = 0; i < 200; ++i) (void)run(*one.to, one.sides, {in(i, 0, i)});
  CHECK(one.to->state_bytes() > before);
  (void)advance(*one.to, 9);
  CHECK(one.to->state_bytes() == before);
}

TEST_CASE("windows that are open when the operator goes leave nothing behind") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {in(1, 0, 5), in(2, 0, 7)});
  CHECK(one.to->open_window_count() == 2);
}

TEST_CASE("a call over a column that is not there is refused") {
  auto plan = plan_of();
  plan.calls[1].argument_type = string_type();
  CHECK(!window::make_attached_aggregate(plan));
}
