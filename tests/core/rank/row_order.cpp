#include "core/rank/row_order.hpp"

#include "tests/core/group/changelog.hpp"

using namespace core;
using namespace core::changelog;

TEST_CASE("rows are ordered column by column, with NULL where it is asked for") {
  const auto rows =
      batch_of(layout_of({"a", "b"}), {{{1, 5}}, {{1, 7}}, {{2, 0}}, {{std::nullopt, 9}}, {{std::nullopt, 9}}});
  const auto order = [&](std::uint32_t a, std::uint32_t b, const std::vector<rank::order_column>& by) {
    return rank::compare_rows({rows, a}, {rows, b}, by);
  };
  CHECK(order(0, 1, {{0, false, true}}) == 0);
  CHECK(order(0, 1, {{0, false, true}, {1, false, true}}) < 0);
  CHECK(order(0, 1, {{0, false, true}, {1, true, true}}) > 0);
  CHECK(order(0, 2, {{0, false, true}}) < 0);
  CHECK(order(0, 2, {{0, true, true}}) > 0);
  CHECK(order(3, 0, {{0, false, true}}) < 0);
  CHECK(order(3, 0, {{0, true, false}}) > 0);
  CHECK(order(0, 3, {{0, false, true}}) > 0);
  CHECK(order(3, 4, {{0, false, true}, {1, false, true}}) == 0);
}
