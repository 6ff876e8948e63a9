// GROUP BY without a window: what changes row by row, and what the table is in the end.
#include "core/group/group_aggregate.hpp"

#include <algorithm>
#include <map>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;
using agg::function;

namespace {

struct shape {
  group::group_aggregate_plan plan{};
  std::vector<side_shape> sides{};
};

/// Columns k, v, s.
shape shape_of(const std::vector<std::pair<function, int>>& calls, bool taken_back = false, bool keyed = true) {
  shape made;
  auto& plan = made.plan;
  plan.input = layout_of({"k", "v", "s"}, taken_back);
  schema output;
  if (keyed) {
    plan.keys = {0};
    output.fields.push_back(plan.input->fields[0]);
  }
  for (const auto& [what, argument] : calls) {
    agg::aggregate_call call;
    call.what = what;
    call.argument = argument;
    if (argument >= 0) call.argument_type = plan.input->fields[static_cast<std::size_t>(argument)].type;
    call.result_type = *agg::result_type(what, call.argument_type);
    output.fields.push_back({"c", call.result_type});
    plan.calls.push_back(std::move(call));
  }
  output.fields.push_back({std::string(row_kind_column), row_kind_type()});
  plan.output = std::make_shared<const schema>(std::move(output));
  made.sides = {{plan.input, plan.keys}};
  return made;
}

strings changes(const shape& of, const std::vector<event>& events, std::size_t most = 100) {
  auto made = std::move(*group::make_group_aggregate(of.plan));
  return run(*made, of.sides, events, most).rows;
}

constexpr auto gone = row_kind::remove;

} // namespace

TEST_CASE("every row changes its group's result, also within one batch") {
  const auto of = shape_of({{function::count_star, -1}, {function::sum, 1}});
  const std::vector<event> events{{{1, 10, 0}}, {{2, 5, 0}}, {{1, 1, 0}}, {{1, 2, 0}}, {{std::nullopt, 7, 0}}};
  const strings expected{"+I 1 1 10", "+I 2 1 5", "-U 1 1 10", "+U 1 2 11", "-U 1 2 11", "+U 1 3 13", "+I null 1 7"};
  for (const std::size_t most : {1U, 2U, 100U}) CHECK(changes(of, events, most) == expected);
}

TEST_CASE("without update before only the new result comes out") {
  auto of = shape_of({{function::sum, 1}});
  of.plan.emit_update_before = false;
  CHECK(changes(of, {{{1, 10, 0}}, {{1, 1, 0}}}) == strings{"+I 1 10", "+U 1 11"});
}

TEST_CASE("a result that stays the same is not repeated") {
  const auto of = shape_of({{function::max, 1}});
  CHECK(changes(of, {{{1, 10, 0}}, {{1, 3, 0}}, {{1, std::nullopt, 0}}, {{1, 11, 0}}}) ==
        strings{"+I 1 10", "-U 1 10", "+U 1 11"});
  CHECK(changes(of, {{{1, std::nullopt, 0}}, {{1, std::nullopt, 0}}, {{1, 2, 0}}}) ==
        strings{"+I 1 null", "-U 1 null", "+U 1 2"});
}

TEST_CASE("no aggregates: each key once") {
  CHECK(
      changes(shape_of({}), {{{1, 1, 0}}, {{2, 1, 0}}, {{1, 2, 0}}, {{std::nullopt, 1, 0}}, {{std::nullopt, 1, 0}}}) ==
      strings{"+I 1", "+I 2", "+I null"});
}

TEST_CASE("without keys there is one group, which exists once a row has come") {
  CHECK(changes(shape_of({{function::count_star, -1}}, true, false),
                {{{1, 1, 0}}, {{2, 1, 0}}, {{1, 1, 0}, gone}, {{2, 1, 0}, gone}}) ==
        strings{"+I 1", "-U 1", "+U 2", "-U 2", "+U 1", "-D 1"});
}

TEST_CASE("a group ends with its last row and may begin again") {
  const auto of = shape_of({{function::count_star, -1}, {function::sum, 1}}, true);
  CHECK(changes(of, {{{1, 10, 0}}, {{1, 10, 0}, row_kind::update_before}, {{1, 11, 0}, row_kind::update_after}}) ==
        strings{"+I 1 1 10", "-D 1 1 10", "+I 1 1 11"});
  auto made = std::move(*group::make_group_aggregate(of.plan));
  const auto before = made->state_bytes();
  CHECK(run(*made, of.sides, {{{1, 10, 0}}, {{1, 10, 0}, gone}, {{1, 10, 0}, gone}}, 9).rows ==
        strings{"+I 1 1 10", "-D 1 1 10"});
  CHECK(made->state_bytes() == before);
  CHECK(made->held_groups() == 0);
  CHECK(made->rows_added() == 2);
}

TEST_CASE("what cannot subtract is worked out from the rows that are left") {
  const auto of = shape_of(
      {{function::min, 1}, {function::first_value, 1}, {function::last_value, 1}, {function::listagg, 2}}, true);
  CHECK(changes(of, {{{1, 5, 1}}, {{1, 2, 2}}, {{1, 5, 1}, gone}, {{1, 9, 3}}, {{1, 9, 3}, gone}, {{1, 4, 4}, gone}}) ==
        strings{"+I 1 5 5 5 1", "-U 1 5 5 5 1", "+U 1 2 5 2 1,2", "-U 1 2 5 2 1,2", "+U 1 2 2 2 2", "-U 1 2 2 2 2",
                "+U 1 2 2 9 2,3", "-U 1 2 2 9 2,3", "+U 1 2 2 2 2"});
}

TEST_CASE("over a changing table: the sequence of Flink 2.3 for MAX, MIN, SUM, AVG, FIRST, LAST and LISTAGG") {
  const auto of = shape_of({{function::max, 1},
                            {function::min, 1},
                            {function::sum, 1},
                            {function::avg, 1},
                            {function::first_value, 1},
                            {function::last_value, 1},
                            {function::listagg, 2}},
                           true, false);
  const auto from = [](std::int64_t v) { return event{{1, v, v}, row_kind::update_before}; };
  const auto to = [](std::int64_t v) { return event{{1, v, v}, row_kind::update_after}; };
  CHECK(changes(of, {to(10), from(10), to(40), to(5), from(40), to(60), from(5), to(10)}) ==
        strings{"+I 10 10 10 10 10 10 10", "-D 10 10 10 10 10 10 10", "+I 40 40 40 40 40 40 40",
                "-U 40 40 40 40 40 40 40", "+U 40 5 45 22 40 5 40,5", "-U 40 5 45 22 40 5 40,5", "+U 5 5 5 5 5 5 5",
                "-U 5 5 5 5 5 5 5", "+U 60 5 65 32 5 60 5,60", "-U 60 5 65 32 5 60 5,60", "+U 60 60 60 60 60 60 60",
                "-U 60 60 60 60 60 60 60", "+U 60 10 70 35 60 10 60,10"});
}

TEST_CASE("state that is not written for its time to live is forgotten") {
  auto of = shape_of({{function::count_star, -1}}, true);
  of.plan.state_ttl_ms = 100;
  auto made = std::move(*group::make_group_aggregate(of.plan));
  made->set_clock(1'000);
  CHECK(run(*made, of.sides, {{{1, 1, 0}}, {{2, 1, 0}}}, 9).rows == strings{"+I 1 1", "+I 2 1"});
  made->set_clock(1'040);
  CHECK(run(*made, of.sides, {{{1, 1, 0}}}).rows == strings{"-U 1 1", "+U 1 2"});
  made->set_clock(1'089);
  made->set_clock(1'100);
  CHECK(run(*made, of.sides, {{{2, 1, 0}}, {{1, 1, 0}}}, 9).rows == strings{"+I 2 1", "-U 1 2", "+U 1 3"});
  CHECK(made->held_groups() == 2);
  made->set_clock(1'300);
  CHECK(made->held_groups() == 0);
  CHECK(run(*made, of.sides, {{{2, 1, 0}, gone}}).rows.empty());
}

TEST_CASE("with a time to live a result that stays the same is repeated") {
  auto of = shape_of({{function::max, 1}});
  of.plan.state_ttl_ms = 100;
  CHECK(changes(of, {{{1, 10, 0}}, {{1, 3, 0}}}) == strings{"+I 1 10", "-U 1 10", "+U 1 10"});
}

TEST_CASE("output batches keep their limit, and time changes nothing") {
  auto of = shape_of({{function::count_star, -1}});
  of.plan.output_rows_max = 2;
  auto made = std::move(*group::make_group_aggregate(of.plan));
  CHECK(run(*made, of.sides, {{{1, 1, 0}}, {{2, 1, 0}}, {{3, 1, 0}}}, 9).rows == strings{"+I 1 1", "+I 2 1", "+I 3 1"});
  CHECK(advance(*made, end_of_time).empty());
  CHECK(flush(*made).empty());
  CHECK(made->open_windows(9).empty());
  CHECK(made->open_window_count() == 0);
  CHECK(made->layout() == of.plan.output);
  CHECK(made->state_bytes() > 0);
}

TEST_CASE("an aggregate of a type that it does not take is refused") {
  auto of = shape_of({{function::sum, 1}});
  of.plan.calls[0].what = function::listagg; // Of numbers.
  CHECK_FALSE(group::make_group_aggregate(of.plan));
}

namespace {

/// k count(*) sum min max avg first last listagg count-distinct, from the rows of a group in order.
std::string line_of(value key, const std::vector<event>& rows) {
  value sum, min, max, first, last;
  std::int64_t count = 0;
  std::set<std::int64_t> distinct;
  std::string listed;
  bool any_text = false;
  for (const auto& one : rows) {
    if (const auto v = one.values[1]) {
      ++count;
      sum = sum.value_or(0) + *v;
      min = std::min(min.value_or(*v), *v);
      max = std::max(max.value_or(*v), *v);
      if (!first) first = v;
      last = v;
      distinct.insert(*v);
    }
    if (const auto s = one.values[2]) {
      listed += (any_text ? "," : "") + std::to_string(*s);
      any_text = true;
    }
  }
  const auto text = [](const value& v) { return v ? std::to_string(*v) : "null"; };
  return text(key) + " " + std::to_string(rows.size()) + " " + text(sum) + " " + text(min) + " " + text(max) + " " +
         (count == 0 ? "null" : std::to_string(*sum / count)) + " " + text(first) + " " + text(last) + " " +
         (any_text ? listed : "null") + " " + std::to_string(distinct.size());
}

shape every_function(bool taken_back) {
  auto of = shape_of({{function::count_star, -1},
                      {function::sum, 1},
                      {function::min, 1},
                      {function::max, 1},
                      {function::avg, 1},
                      {function::first_value, 1},
                      {function::last_value, 1},
                      {function::listagg, 2},
                      {function::count, 1}},
                     taken_back);
  of.plan.calls.back().distinct = true;
  return of;
}

std::vector<event> random_events(std::mt19937_64& random, bool taken_back, std::size_t count) {
  const auto some = [&](std::uint64_t most) -> value {
    if (random() % 6 == 0) return std::nullopt;
    return static_cast<std::int64_t>(random() % most);
  };
  std::vector<event> made;
  std::vector<row> living;
  for (std::size_t i = 0; i < count; ++i) {
    if (taken_back && !living.empty() && random() % 5 < 2) {
      const auto at = living.begin() + static_cast<std::ptrdiff_t>(random() % living.size());
      made.push_back({*at, random() % 2 == 0 ? row_kind::update_before : row_kind::remove});
      living.erase(at);
      continue;
    }
    made.push_back({{some(4), some(9), some(5)}, random() % 2 == 0 ? row_kind::insert : row_kind::update_after});
    living.push_back(made.back().values);
  }
  return made;
}

} // namespace

TEST_CASE("any input, in any cut: the changes are the same, and add up to the batch answer") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    const bool taken_back = seed % 3 != 0;
    const auto events = random_events(random, taken_back, seed % 10 == 0 ? 700 : 80);
    const auto of = every_function(taken_back);
    const auto one_by_one = changes(of, events, 1);
    auto cut = std::move(*group::make_group_aggregate(of.plan));
    REQUIRE(run(*cut, of.sides, events, 200, seed).rows == one_by_one);
    std::map<value, std::vector<event>> groups;
    for (const auto& one : events) {
      auto& rows = groups[one.values[0]];
      if (is_adding(one.kind)) {
        rows.push_back(one);
        continue;
      }
      rows.erase(std::ranges::find_if(rows, [&](const auto& other) { return other.values == one.values; }));
    }
    std::multiset<std::string> expected;
    for (const auto& [key, rows] : groups)
      if (!rows.empty()) expected.insert(line_of(key, rows));
    REQUIRE(table_of(one_by_one) == expected);
  }
}

TEST_CASE("rows that were taken back leave no memory behind") {
  const auto of = every_function(true);
  auto made = std::move(*group::make_group_aggregate(of.plan));
  std::vector<event> events;
  for (std::int64_t i = 0; i < 30'000; ++i) {
    events.push_back({{i % 5, i, i % 3}});
    events.push_back({{i % 5, i, i % 3}, gone});
  }
  events.push_back({{1, 1, 1}});
  const auto all = run(*made, of.sides, events, 4096).rows;
  CHECK(all.size() == events.size());
  CHECK(all.back() == "+I 1 1 1 1 1 1 1 1 1 1");
  CHECK(made->held_groups() == 1);
  CHECK(made->state_bytes() < 600'000);
}

TEST_CASE("more groups in a batch than a run takes") {
  const auto of = shape_of({{function::sum, 1}});
  std::vector<event> events;
  strings expected;
  for (std::int64_t i = 0; i < 1'500; ++i) {
    events.push_back({{i, i, 0}});
    expected.push_back("+I " + std::to_string(i) + " " + std::to_string(i));
  }
  CHECK(changes(of, events, 4096) == expected);
}
