#include "core/window/session_rows.hpp"

#include <algorithm>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

/// k, t, v; behind them the session: rows at most 10 ms apart.
window::session_rows_plan plan_of(std::vector<std::size_t> keys = {0}) {
  window::session_rows_plan made;
  made.window = {.kind = window::window_kind::session, .size_ms = 10};
  made.keys = std::move(keys);
  made.time_column = 1;
  made.input = layout_of({"k", "t", "v"});
  made.output = layout_of({"k", "t", "v", "tstart", "tend", "ttime"});
  return made;
}

struct driven {
  explicit driven(const window::session_rows_plan& plan)
      : to(window::make_session_rows(plan).value()), sides{{plan.input, plan.keys}} {}
  std::unique_ptr<window::keyed_operator> to;
  std::vector<side_shape> sides;
};

event at(value key, event_time_ms time, value v, event_time_ms watermark = no_watermark) {
  return {{key, time, v}, row_kind::insert, 0, time, watermark};
}

} // namespace

TEST_CASE("rows wait until their session ends, then come out with its bounds in the order they came") {
  driven one(plan_of());
  CHECK(run(*one.to, one.sides, {at(1, 5, 1), at(1, 0, 2), at(1, 15, 3), at(2, 3, 4)}).rows.empty());
  CHECK(one.to->open_window_count() == 2);
  CHECK(one.to->held_groups() == 4);
  CHECK(advance(*one.to, 11).empty());
  CHECK(advance(*one.to, 12) == strings{"2 3 4 3 13 12"});
  CHECK(advance(*one.to, 24) == strings{"1 5 1 0 25 24", "1 0 2 0 25 24", "1 15 3 0 25 24"});
  CHECK(one.to->held_groups() == 0);
  CHECK(one.to->rows_added() == 4);
}

TEST_CASE("rows one gap apart are one session, a millisecond more parts them") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {at(1, 0, 1), at(1, 10, 2), at(1, 21, 3)});
  CHECK(flush(*one.to) == strings{"1 0 1 0 20 19", "1 10 2 0 20 19", "1 21 3 21 31 30"});
}

TEST_CASE("a row between two sessions makes them one") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {at(1, 0, 1), at(1, 18, 2)});
  CHECK(one.to->open_window_count() == 2);
  (void)run(*one.to, one.sides, {at(1, 9, 3)});
  CHECK(one.to->open_window_count() == 1);
  CHECK(flush(*one.to) == strings{"1 0 1 0 28 27", "1 18 2 0 28 27", "1 9 3 0 28 27"});
}

TEST_CASE("a row behind the watermark counts where its session is open, else it is late") {
  driven one(plan_of());
  const auto made =
      run(*one.to, one.sides, {at(1, 20, 1), at(1, 12, 2, 21), at(1, 9, 3, 21), at(2, 12, 4, 21), at(2, 11, 5, 21)});
  // 12 touches the open session of 20, 9 then that of 12; key 2 has none, and 12 + 10 is over at 21.
  CHECK(made.rows.empty());
  CHECK(made.late == std::vector<event_time_ms>{12, 11});
  CHECK(run(*one.to, one.sides, {at(3, 11, 6, 21)}).late == std::vector<event_time_ms>{11});
}

TEST_CASE("without PARTITION BY all rows are of one session") {
  driven one(plan_of({}));
  (void)run(*one.to, one.sides, {at(1, 0, 1), at(2, 10, 2)});
  CHECK(flush(*one.to) == strings{"1 0 1 0 20 19", "2 10 2 0 20 19"});
}

TEST_CASE("NULL keys are one session") {
  auto plan = plan_of();
  driven one(plan);
  (void)run(*one.to, one.sides, {at(std::nullopt, 0, 1), at(std::nullopt, 10, 2)});
  CHECK(one.to->open_window_count() == 1);
}

TEST_CASE("bounds are the wall clock of the zone, window_time is an instant where the event time is one") {
  auto plan = plan_of();
  plan.window.time_zone = "Asia/Tokyo";
  auto output = *plan.output;
  output.fields.back().type.kind = type_kind::timestamp_ltz;
  plan.output = std::make_shared<const schema>(output);
  driven one(plan);
  (void)run(*one.to, one.sides, {at(1, 0, 1)});
  CHECK(one.to->open_windows(5)[0].start == 32'400'000);
  CHECK(flush(*one.to) == strings{"1 0 1 32400000 32400010 9"});
}

TEST_CASE("the sessions of rows do not depend on how rows are cut into batches") {
  std::vector<event> events;
  for (int i = 0; i < 300; ++i) {
    const event_time_ms time = i * 3 - (i * 37 % 40);
    events.push_back(at(i % 4, time, i, i * 3 - 60));
  }
  const auto answer = [&](std::size_t most, std::uint64_t seed) {
    driven one(plan_of());
    auto made = run(*one.to, one.sides, events, most, seed);
    for (auto& line : flush(*one.to)) made.rows.push_back(std::move(line));
    std::ranges::sort(made.rows);
    return made;
  };
  const auto expected = answer(1, 0);
  CHECK(expected.rows.size() + expected.late.size() == 300);
  CHECK(answer(300, 0) == expected);
  for (std::uint64_t seed = 1; seed < 6; ++seed) CHECK(answer(40, seed) == expected);
}

TEST_CASE("open sessions are listed in order of their ends") {
  driven one(plan_of());
  (void)run(*one.to, one.sides, {at(1, 20, 1), at(2, 0, 2), at(2, 1, 3)});
  const auto all = one.to->open_windows(10);
  REQUIRE(all.size() == 2);
  CHECK(all[0].start == 0);
  CHECK(all[0].end == 11);
  CHECK(all[0].fires_at == 10);
  CHECK(all[0].rows == 2);
  CHECK(one.to->open_windows(1).size() == 1);
  CHECK(one.to->state_bytes() > 0);
  CHECK(one.to->layout()->fields.size() == 6);
}

TEST_CASE("batches of sessions hold no more rows than they may") {
  auto plan = plan_of();
  plan.output_rows_max = 2;
  driven one(plan);
  (void)run(*one.to, one.sides, {at(1, 0, 1), at(1, 1, 2), at(1, 2, 3)});
  window::operator_output out;
  one.to->flush(out);
  REQUIRE(out.rows.size() == 2);
  CHECK(out.rows[0]->rows == 2);
}

TEST_CASE("a gap that is no length is refused") {
  auto plan = plan_of();
  plan.window.size_ms = 0;
  CHECK(!window::make_session_rows(plan));
}
