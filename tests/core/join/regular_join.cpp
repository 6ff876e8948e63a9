// Joins without bounds: the order of changes is that of Flink's StreamingJoinOperator, the table that of SQL.
#include "core/join/regular_join.hpp"

#include "tests/core/join/joined.hpp"

using namespace core;
using namespace core::changelog;
using namespace core::joined;

namespace {

constexpr auto gone = row_kind::remove;

std::unique_ptr<window::keyed_operator> made_of(const join::join_plan& plan, std::int64_t ttl_ms = 0) {
  return std::move(*join::make_regular_join({plan, ttl_ms}));
}

event left(row values, row_kind kind = row_kind::insert) { return {std::move(values), kind, 0}; }
event right(row values, row_kind kind = row_kind::insert) { return {std::move(values), kind, 1}; }

strings changes(join_kind kind, const std::vector<event>& events) {
  const auto plan = plan_of(kind, {"k", "v"}, "", true, true);
  return run(*made_of(plan), sides_of(plan), events, 100).rows;
}

} // namespace

TEST_CASE("an inner join of rows that only come only adds rows") {
  const auto plan = plan_of(join_kind::inner, {"k", "v"}, "a1 < b1", false, false);
  auto made = made_of(plan);
  CHECK(run(*made, sides_of(plan),
            {left({1, 1}), right({1, 5}), right({1, 0}), left({1, 4}), left({1, 4}), left({std::nullopt, 1}),
             right({std::nullopt, 9}), right({1, 7})})
            .rows == strings{"1 1 1 5", "1 4 1 5", "1 4 1 5", "1 1 1 7", "1 4 1 7", "1 4 1 7"});
  CHECK(made->held_groups() == 5);
  CHECK(made->rows_added() == 8);
}

TEST_CASE("an inner join passes the kinds of its input on") {
  CHECK(changes(join_kind::inner, {left({1, 1}), right({1, 5}, row_kind::update_after),
                                   right({1, 5}, row_kind::update_before), left({1, 1}, gone)}) ==
        strings{"+U 1 1 1 5", "-U 1 1 1 5"});
}

TEST_CASE("a left row without a partner is taken back when one comes, and returns when it goes") {
  CHECK(changes(join_kind::left, {left({1, 1}), left({1, 1}), right({1, 5}), right({1, 6}), right({1, 5}, gone),
                                  right({1, 6}, gone), left({1, 1}, gone), left({1, 1}, gone)}) ==
        strings{"+I 1 1 null null", "+I 1 1 null null", "-D 1 1 null null", "+I 1 1 1 5", "-D 1 1 null null",
                "+I 1 1 1 5", "+I 1 1 1 6", "+I 1 1 1 6", "-D 1 1 1 5", "-D 1 1 1 5", "-D 1 1 1 6", "+I 1 1 null null",
                "-D 1 1 1 6", "+I 1 1 null null", "-D 1 1 null null", "-D 1 1 null null"});
}

TEST_CASE("a full join keeps both sides, NULL keys alone") {
  CHECK(changes(join_kind::full, {right({1, 5}), left({1, 1}), left({1, 1}, gone), left({std::nullopt, 1}),
                                  right({std::nullopt, 2}), left({std::nullopt, 1}, gone)}) ==
        strings{"+I null null 1 5", "-D null null 1 5", "+I 1 1 1 5", "-D 1 1 1 5", "+I null null 1 5",
                "+I null 1 null null", "+I null null null 2", "-D null 1 null null"});
}

TEST_CASE("semi and anti joins put out left rows only") {
  const std::vector<event> events{
      left({1, 1}),        right({1, 5}, row_kind::update_after),  right({1, 6}),           left({1, 2}),
      right({1, 5}, gone), right({1, 6}, row_kind::update_before), left({std::nullopt, 1}), left({1, 1}, gone)};
  CHECK(changes(join_kind::semi, events) == strings{"+U 1 1", "+I 1 2", "-U 1 1", "-U 1 2"});
  CHECK(changes(join_kind::anti, events) == strings{"+I 1 1", "-D 1 1", "+I 1 1", "+I 1 2", "+I null 1", "-D 1 1"});
}

TEST_CASE("a row taken back that is not there changes nothing") {
  CHECK(changes(join_kind::full, {left({1, 1}, gone), right({1, 1}), left({1, 2}, gone)}) ==
        strings{"+I null null 1 1"});
}

TEST_CASE("rows that are not written for their time to live are forgotten") {
  const auto plan = plan_of(join_kind::left, {"k", "v"}, "", true, true);
  auto made = made_of(plan, 100);
  const auto empty = made->state_bytes();
  made->set_clock(1'000);
  CHECK(run(*made, sides_of(plan), {left({1, 1}), left({2, 1}), right({3, 1})}, 9).rows ==
        strings{"+I 1 1 null null", "+I 2 1 null null"});
  made->set_clock(1'049);
  CHECK(run(*made, sides_of(plan), {right({1, 5})}).rows == strings{"-D 1 1 null null", "+I 1 1 1 5"});
  made->set_clock(1'100);
  CHECK(made->held_groups() == 2);
  made->set_clock(1'149);
  CHECK(run(*made, sides_of(plan), {right({1, 6}), left({1, 3})}).rows == strings{"+I 1 3 1 6"});
  made->set_clock(2'000);
  CHECK(made->held_groups() == 0);
  CHECK(run(*made, sides_of(plan), {left({1, 3}, gone)}).rows.empty());
  CHECK(made->state_bytes() >= empty);
}

TEST_CASE("any input in any cut: consistent changes that add up to the join of the tables") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    std::mt19937_64 random(seed);
    const auto kind = all_kinds[seed % 6];
    const bool conditional = seed % 2 == 0;
    auto plan = plan_of(kind, {"k", "v", "s"}, conditional ? "a1 <> b1" : "", true, true);
    if (seed % 5 == 0) plan.nulls_meet = {true};
    plan.output_rows_max = 1 + seed % 7;
    std::vector<event> events;
    std::array<std::vector<row>, 2> living;
    for (int i = 0; i < 150; ++i) {
      const std::uint32_t side = random() % 2;
      auto& rows = living[side];
      if (!rows.empty() && random() % 5 < 2) {
        const auto at = rows.begin() + static_cast<std::ptrdiff_t>(random() % rows.size());
        events.push_back({*at, random() % 2 == 0 ? row_kind::update_before : gone, side});
        rows.erase(at);
        continue;
      }
      const auto some = [&](std::uint64_t most) -> value {
        if (random() % 8 == 0) return std::nullopt;
        return static_cast<std::int64_t>(random() % most);
      };
      rows.push_back({some(3), some(4), some(2)});
      events.push_back({rows.back(), random() % 2 == 0 ? row_kind::update_after : row_kind::insert, side});
    }
    const auto one_by_one = run(*made_of(plan), sides_of(plan), events).rows;
    REQUIRE(run(*made_of(plan), sides_of(plan), events, 9, seed).rows == one_by_one);
    const auto expected = join_of(kind, living[0], living[1], [&](const row& a, const row& b) {
      if (a[0] != b[0] || (!a[0] && !plan.nulls_meet[0])) return false;
      return !conditional || (a[1] && b[1] && *a[1] != *b[1]);
    });
    REQUIRE(table_of(one_by_one) == expected);
  }
}

TEST_CASE("rows taken back leave no memory behind") {
  const auto plan = plan_of(join_kind::inner, {"k", "v"}, "", true, true);
  auto made = made_of(plan);
  std::vector<event> events;
  for (std::int64_t i = 0; i < 20'000; ++i) {
    events.push_back(left({i % 7, i}));
    events.push_back(left({i % 7, i}, gone));
  }
  events.push_back(left({1, 1}));
  CHECK(run(*made, sides_of(plan), events, 4096).rows.empty());
  CHECK(made->held_groups() == 1);
  CHECK(made->state_bytes() < 500'000);
  CHECK(run(*made, sides_of(plan), {right({1, 2})}).rows == strings{"+I 1 1 1 2"});
}

TEST_CASE("a join without bounds knows no windows and no time") {
  const auto plan = plan_of(join_kind::inner, {"k", "v"}, "", false, false);
  auto made = made_of(plan);
  CHECK(advance(*made, end_of_time).empty());
  CHECK(flush(*made).empty());
  CHECK(made->open_windows(1).empty());
  CHECK(made->open_window_count() == 0);
  CHECK(made->layout() == plan.output);
  CHECK(made->watermark_behind(5) == 5);
}
