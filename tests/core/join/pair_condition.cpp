#include "core/join/pair_condition.hpp"

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;
using namespace core::join;

namespace {

join_plan plan_of(std::string_view condition, const schema_ptr& left, const schema_ptr& right) {
  join_plan made;
  made.sides = {join_side{{0}, left}, join_side{{0}, right}};
  made.nulls_meet = {false};
  if (condition.empty()) return made;
  expr::scope names;
  names.columns = layout_of({"a", "b", "c", "d"});
  made.condition = *expr::compile(condition, names);
  return made;
}

std::vector<kept_row> rows_of(const batch_ptr& block) {
  std::vector<kept_row> made;
  for (std::uint32_t i = 0; i < block->rows; ++i) made.push_back({block, i});
  return made;
}

} // namespace

TEST_CASE("every left row is asked about every right row; what fails or is NULL does not meet") {
  const auto layout = layout_of({"a", "b"}, true);
  const auto plan = plan_of("b < d", layout, layout);
  const pair_condition condition(plan);
  CHECK(condition.width(0) == 2);
  const auto left = rows_of(batch_of(layout, {{{1, 1}}, {{1, 5}}}));
  const auto right = rows_of(batch_of(layout, {{{1, 2}}, {{1, std::nullopt}}, {{1, 9}}}));
  CHECK(condition.test(left, right) == std::vector<std::uint8_t>{1, 0, 1, 0, 0, 1});
  CHECK(condition.test(left, {}).empty());
  const pair_condition failing(plan_of("10 / b > d", layout, layout));
  const auto zero = rows_of(batch_of(layout, {{{1, 0}}, {{1, 2}}}));
  CHECK(failing.test(zero, right) == std::vector<std::uint8_t>{0, 0, 0, 1, 0, 0});
}

TEST_CASE("without a condition all meet") {
  const auto layout = layout_of({"a", "b"});
  const pair_condition condition(plan_of("", layout, layout));
  const auto rows = rows_of(batch_of(layout, {{{1, 1}}, {{1, 5}}}));
  CHECK(condition.test(rows, rows) == std::vector<std::uint8_t>{1, 1, 1, 1});
}

TEST_CASE("more pairs than a batch holds are asked in pieces") {
  const auto layout = layout_of({"a", "b"});
  const pair_condition condition(plan_of("b = d", layout, layout));
  std::vector<event> events;
  for (std::int64_t i = 0; i < 100; ++i) events.push_back({{1, i}});
  const auto rows = rows_of(batch_of(layout, events));
  const auto met = condition.test(rows, rows);
  REQUIRE(met.size() == 10'000);
  for (std::size_t i = 0; i < met.size(); ++i) REQUIRE(met[i] == (i / 100 == i % 100 ? 1 : 0));
}

TEST_CASE("a NULL key meets only where NULLs meet") {
  const auto layout = layout_of({"a", "b"});
  auto plan = plan_of("", layout, layout);
  const auto rows = batch_of(layout, {{{1, 1}}, {{std::nullopt, 1}}});
  CHECK(key_meets(plan, 0, *rows, 0));
  CHECK_FALSE(key_meets(plan, 1, *rows, 1));
  plan.nulls_meet = {true};
  CHECK(key_meets(plan, 1, *rows, 1));
}

TEST_CASE("which side comes out alone") {
  CHECK(is_outer(join_kind::left, 0));
  CHECK_FALSE(is_outer(join_kind::left, 1));
  CHECK(is_outer(join_kind::right, 1));
  CHECK_FALSE(is_outer(join_kind::right, 0));
  CHECK((is_outer(join_kind::full, 0) && is_outer(join_kind::full, 1)));
  CHECK_FALSE(is_outer(join_kind::inner, 0));
  CHECK((keeps_left_only(join_kind::semi) && keeps_left_only(join_kind::anti)));
  CHECK_FALSE(keeps_left_only(join_kind::full));
}
