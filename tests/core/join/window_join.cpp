// Joins of rows that carry windows: what meets, when it comes out, in which order, what is late.
#include "core/join/window_join.hpp"

#include "tests/core/join/joined.hpp"

using namespace core;
using namespace core::changelog;
using namespace core::joined;

namespace {

/// k, start, end, v; windows of 10 ms.
join::window_join_plan window_plan(join_kind kind, std::string_view condition = "", std::string zone = "") {
  join::window_join_plan made;
  made.join = plan_of(kind, {"k", "tstart", "tend", "v"}, condition, false, false);
  made.windows = {window::attached_window{1, 2, zone}, window::attached_window{1, 2, zone}};
  return made;
}

event at(std::uint32_t side, value key, event_time_ms time, std::int64_t v, event_time_ms watermark = no_watermark) {
  const auto start = floor_div(time, 10) * 10;
  return {{key, start, start + 10, v}, row_kind::insert, side, time, watermark};
}

std::unique_ptr<window::keyed_operator> made_of(const join::window_join_plan& plan) {
  return std::move(*join::make_window_join(plan));
}

} // namespace

TEST_CASE("pairs come out when the window ends: by window, key's first row, left arrival, right arrival") {
  const auto plan = window_plan(join_kind::inner);
  auto made = made_of(plan);
  const auto first = run(*made, sides_of(plan.join),
                         {at(1, 2, 5, 1), at(0, 1, 15, 2), at(0, 1, 3, 3), at(0, 2, 4, 4), at(1, 1, 9, 5),
                          at(1, 1, 1, 6), at(0, 1, 2, 7), at(1, 1, 19, 8)});
  CHECK(first.rows.empty());
  CHECK(advance(*made, 8).empty());
  CHECK(made->held_groups() == 8);
  CHECK(made->state_bytes() > 0);
  CHECK(made->open_window_count() == 3);
  CHECK(advance(*made, 9) == strings{"2 0 10 4 2 0 10 1", "1 0 10 3 1 0 10 5", "1 0 10 3 1 0 10 6", "1 0 10 7 1 0 10 5",
                                     "1 0 10 7 1 0 10 6"});
  CHECK(advance(*made, 100) == strings{"1 10 20 2 1 10 20 8"});
  CHECK(made->held_groups() == 0);
  CHECK(made->state_bytes() == 0);
  CHECK(made->rows_added() == 8);
}

TEST_CASE("a row of a window that has fired is late, row by row") {
  const auto plan = window_plan(join_kind::left);
  auto made = made_of(plan);
  const auto all = run(*made, sides_of(plan.join),
                       {at(0, 1, 5, 1, 0), at(0, 1, 6, 2, 8), at(0, 1, 7, 3, 9), at(0, 1, 11, 4, 9)}, 100);
  CHECK(all.rows == strings{"1 0 10 1 null null null null", "1 0 10 2 null null null null"});
  CHECK(all.late == std::vector<event_time_ms>{7});
}

TEST_CASE("windows closed by a flush stay closed") {
  const auto plan = window_plan(join_kind::full);
  auto made = made_of(plan);
  run(*made, sides_of(plan.join), {at(0, 1, 5, 1), at(1, std::nullopt, 6, 2), at(0, std::nullopt, 6, 3)});
  CHECK(flush(*made) ==
        strings{"1 0 10 1 null null null null", "null 0 10 3 null null null null", "null null null null null 0 10 2"});
  CHECK(run(*made, sides_of(plan.join), {at(0, 1, 5, 1), at(0, 1, 15, 1)}).late.size() == 1);
}

TEST_CASE("a window ends by the wall clock of its zone") {
  const auto plan = window_plan(join_kind::left, "", "Europe/Berlin");
  auto made = made_of(plan);
  made->set_clock(1);
  const event_time_ms hour = 3'600'000;
  run(*made, sides_of(plan.join), {at(0, 1, hour + 5, 1)});
  CHECK(advance(*made, 8).empty());
  CHECK(advance(*made, 9).size() == 1);
}

TEST_CASE("open windows are listed by end and key") {
  const auto plan = window_plan(join_kind::inner);
  auto made = made_of(plan);
  run(*made, sides_of(plan.join), {at(0, 2, 15, 1), at(1, 2, 5, 1), at(0, 1, 6, 2), at(0, 1, 6, 2)});
  const auto open = made->open_windows(9);
  REQUIRE(open.size() == 3);
  CHECK((open[0].start == 0 && open[0].end == 10 && open[0].fires_at == 9 && open[0].rows == 2));
  CHECK((open[1].end == 10 && open[1].rows == 1));
  CHECK(open[2].end == 20);
  CHECK(open[0].key < open[1].key);
  CHECK(made->open_windows(1).size() == 1);
  CHECK(made->layout() == plan.join.output);
}

TEST_CASE("any input in any cut: each window is the join of its rows, each row once") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    std::mt19937_64 random(seed);
    const auto kind = all_kinds[seed % 6];
    const bool conditional = seed % 4 < 2;
    auto plan = window_plan(kind, conditional ? "a3 <> b3" : "");
    if (seed % 5 == 0) plan.join.nulls_meet = {true};
    plan.join.output_rows_max = 1 + seed % 9;
    std::vector<event> events;
    std::array<std::vector<row>, 2> kept;
    std::size_t late = 0;
    event_time_ms watermark = no_watermark;
    for (event_time_ms i = 0; i < 150; ++i) {
      const std::uint32_t side = random() % 2;
      if (random() % 3 == 0) watermark = std::max(watermark, i - 12);
      const value key = random() % 8 == 0 ? value() : static_cast<std::int64_t>(random() % 3);
      events.push_back(at(side, key, i - static_cast<event_time_ms>(random() % 25),
                          static_cast<std::int64_t>(random() % 4), watermark));
      if (*events.back().values[2] - 1 <= watermark)
        ++late;
      else
        kept[side].push_back(events.back().values);
    }
    auto one = made_of(plan);
    auto cut = made_of(plan);
    auto made = run(*one, sides_of(plan.join), events);
    REQUIRE(run(*cut, sides_of(plan.join), events, 20, seed) == made);
    REQUIRE(made.late.size() == late);
    for (auto& line : advance(*one, end_of_time)) made.rows.push_back(line);
    const auto expected = join_of(kind, kept[0], kept[1], [&](const row& a, const row& b) {
      if (a[0] != b[0] || (!a[0] && !plan.join.nulls_meet[0]) || a[1] != b[1]) return false;
      return !conditional || *a[3] != *b[3];
    });
    REQUIRE(std::multiset<std::string>(made.rows.begin(), made.rows.end()) == expected);
    REQUIRE(one->state_bytes() == 0);
  }
}
