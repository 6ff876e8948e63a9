// Joins of rows whose times lie near each other: pairs at once, lone rows when nothing can come any more.
#include "core/join/interval_join.hpp"

#include "tests/core/join/joined.hpp"

using namespace core;
using namespace core::changelog;
using namespace core::joined;

namespace {

/// k, t, v: right.t lies in [left.t - 10, left.t + 20].
join::interval_join_plan interval_plan(join_kind kind, std::string_view condition = "", std::int64_t lower = -10,
                                       std::int64_t upper = 20) {
  join::interval_join_plan made;
  made.join = plan_of(kind, {"k", "t", "v"}, condition, false, false);
  made.times = {1, 1};
  made.lower_ms = lower;
  made.upper_ms = upper;
  return made;
}

event at(std::uint32_t side, value key, value time, std::int64_t v, event_time_ms watermark = no_watermark) {
  return {{key, time, v}, row_kind::insert, side, time.value_or(0), watermark};
}

std::unique_ptr<window::keyed_operator> made_of(const join::interval_join_plan& plan) {
  return std::move(*join::make_interval_join(plan));
}

} // namespace

TEST_CASE("pairs come out at once, both bounds included, in the order of the partner's time") {
  const auto plan = interval_plan(join_kind::inner);
  auto made = made_of(plan);
  CHECK(run(*made, sides_of(plan.join),
            {at(1, 1, 121, 1), at(1, 1, 120, 2), at(1, 1, 89, 3), at(1, 1, 90, 4), at(1, 2, 100, 5), at(0, 1, 100, 6),
             at(1, 1, 100, 7), at(1, std::nullopt, 100, 8), at(0, std::nullopt, 100, 9)})
            .rows == strings{"1 100 6 1 90 4", "1 100 6 1 120 2", "1 100 6 1 100 7"});
  CHECK(made->held_groups() == 7);
  CHECK(made->state_bytes() > 0);
  CHECK(made->rows_added() == 9);
  CHECK(made->layout() == plan.join.output);
  CHECK(made->open_windows(9).empty());
  CHECK(made->open_window_count() == 0);
}

TEST_CASE("a lone row comes out when no partner can come any more") {
  const auto plan = interval_plan(join_kind::full);
  auto made = made_of(plan);
  made->set_clock(1);
  CHECK(run(*made, sides_of(plan.join), {at(0, 1, 100, 1), at(1, 1, 200, 2), at(0, 2, 90, 3), at(1, 2, 95, 4)}).rows ==
        strings{"2 90 3 2 95 4"});
  CHECK(advance(*made, 120).empty());
  CHECK(advance(*made, 121) == strings{"1 100 1 null null null"});
  CHECK(advance(*made, 210).empty());
  CHECK(advance(*made, 211) == strings{"null null null 1 200 2"});
  CHECK(made->held_groups() == 0);
  CHECK(made->state_bytes() == 0);
}

TEST_CASE("a row that can meet nothing comes out alone at once") {
  const auto plan = interval_plan(join_kind::full);
  auto made = made_of(plan);
  CHECK(run(*made, sides_of(plan.join), {at(0, std::nullopt, 100, 1), at(1, 1, std::nullopt, 2)}).rows ==
        strings{"null 100 1 null null null", "null null null 1 null 2"});
  CHECK(made->held_groups() == 0);
}

TEST_CASE("a late row still meets what waits; one that is too late for all is late") {
  const auto plan = interval_plan(join_kind::inner);
  auto made = made_of(plan);
  const auto all = run(*made, sides_of(plan.join),
                       {at(1, 1, 100, 1, 0), at(0, 1, 95, 2, 108), at(0, 1, 85, 3, 110), at(0, 1, 85, 4, 111),
                        at(1, 1, 90, 5, 111), at(1, 7, 102, 6, 111), at(1, 7, 100, 7, 111)},
                       100);
  CHECK(all.rows == strings{"1 95 2 1 100 1", "1 85 3 1 100 1", "1 95 2 1 90 5"});
  CHECK(all.late == std::vector<event_time_ms>{85, 100});
  const auto outer = interval_plan(join_kind::left);
  CHECK(run(*made_of(outer), sides_of(outer.join), {at(0, 1, 85, 4, 111)}).rows == strings{"1 85 4 null null null"});
}

TEST_CASE("flush lets go of all that waits") {
  const auto plan = interval_plan(join_kind::left);
  auto made = made_of(plan);
  run(*made, sides_of(plan.join), {at(0, 2, 100, 1), at(0, 1, 90, 2), at(1, 1, 500, 3)});
  CHECK(flush(*made) == strings{"1 90 2 null null null", "2 100 1 null null null"});
  CHECK(made->held_groups() == 0);
}

TEST_CASE("behind the join rows may be as old as the bounds reach") {
  CHECK(made_of(interval_plan(join_kind::left))->watermark_behind(100) == 79);
  CHECK(made_of(interval_plan(join_kind::left, "", -50, -20))->watermark_behind(100) == 49);
  CHECK(made_of(interval_plan(join_kind::left, "", 0, 0))->watermark_behind(100) == 99);
  CHECK(made_of(interval_plan(join_kind::left))->watermark_behind(end_of_time) == end_of_time);
  CHECK(made_of(interval_plan(join_kind::left))->watermark_behind(no_watermark) == no_watermark);
}

TEST_CASE("semi and anti joins are not joins in intervals") {
  CHECK_FALSE(join::make_interval_join(interval_plan(join_kind::semi)));
  CHECK_FALSE(join::make_interval_join(interval_plan(join_kind::anti)));
}

TEST_CASE("rows in time, any cut: the join of the tables; no output behind the promised watermark") {
  for (std::uint64_t seed = 1; seed <= 160; ++seed) {
    std::mt19937_64 random(seed);
    const auto kind = all_kinds[seed % 4];
    const bool conditional = seed % 8 < 4;
    const auto lower = static_cast<std::int64_t>(random() % 30) - 20;
    const auto upper = lower + static_cast<std::int64_t>(random() % 25) - 2; // sometimes an empty interval
    auto plan = interval_plan(kind, conditional ? "a2 <> b2" : "", lower, upper);
    if (seed % 5 == 0) plan.join.nulls_meet = {true};
    std::vector<event> events;
    std::array<std::vector<row>, 2> kept;
    event_time_ms watermark = no_watermark;
    for (event_time_ms i = 0; i < 200; ++i) {
      const std::uint32_t side = random() % 2;
      if (random() % 3 == 0) watermark = i - 11;
      const value key = random() % 9 == 0 ? value() : static_cast<std::int64_t>(random() % 3);
      events.push_back(at(side, key, i - static_cast<event_time_ms>(random() % 10),
                          static_cast<std::int64_t>(random() % 4), watermark));
      kept[side].push_back(events.back().values);
    }
    auto one = made_of(plan);
    auto cut = made_of(plan);
    auto made = run(*one, sides_of(plan.join), events);
    REQUIRE(made.late.empty());
    REQUIRE(run(*cut, sides_of(plan.join), events, 25, seed) == made);
    for (auto& line : advance(*one, end_of_time)) made.rows.push_back(line);
    const auto expected = join_of(kind, kept[0], kept[1], [&](const row& a, const row& b) {
      if (a[0] != b[0] || (!a[0] && !plan.join.nulls_meet[0])) return false;
      if (*b[1] < *a[1] + lower || *b[1] > *a[1] + upper) return false;
      return !conditional || *a[2] != *b[2];
    });
    REQUIRE(std::multiset<std::string>(made.rows.begin(), made.rows.end()) == expected);
    REQUIRE(one->state_bytes() == 0);
  }
}

TEST_CASE("rows in any order, any cut: the same rows, the same late rows, no row alone that has met another") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    const auto plan = interval_plan(all_kinds[seed % 4]);
    std::vector<event> events;
    event_time_ms watermark = 0;
    for (std::int64_t i = 0; i < 200; ++i) {
      watermark += static_cast<event_time_ms>(random() % 4);
      events.push_back(at(random() % 2, static_cast<std::int64_t>(random() % 3),
                          watermark + static_cast<event_time_ms>(random() % 60) - 40, i, watermark));
    }
    auto one = made_of(plan);
    auto cut = made_of(plan);
    auto made = run(*one, sides_of(plan.join), events);
    REQUIRE(run(*cut, sides_of(plan.join), events, 25, seed) == made);
    for (auto& line : advance(*one, end_of_time)) made.rows.push_back(line);
    REQUIRE(one->held_groups() == 0);
    std::set<std::string> met;
    for (const auto& line : made.rows) {
      if (line.find("null") != std::string::npos) continue;
      const auto middle = line.find(' ', line.find(' ', line.find(' ') + 1) + 1);
      met.insert(line.substr(0, middle));
      met.insert(line.substr(middle + 1));
    }
    for (const auto& line : made.rows) {
      if (line.find("null") == std::string::npos) continue;
      REQUIRE(!met.contains(line.starts_with("null") ? line.substr(15) : line.substr(0, line.size() - 15)));
    }
  }
}
