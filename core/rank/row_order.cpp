#include "core/rank/row_order.hpp"

namespace core::rank {

namespace {

int compare_column(const kept_row& a, const kept_row& b, const order_column& by) {
  const bool null_a = a.is_null(by.column);
  const bool null_b = b.is_null(by.column);
  if (null_a || null_b) {
    if (null_a && null_b) return 0;
    return null_a == by.nulls_first ? -1 : 1;
  }
  const auto order = compare_values(a.at(by.column), a.row, b.at(by.column), b.row);
  return by.descending ? -order : order;
}

} // namespace

int compare_rows(const kept_row& a, const kept_row& b, const std::vector<order_column>& order) {
  for (const auto& by : order)
    if (const auto found = compare_column(a, b, by); found != 0) return found;
  return 0;
}

} // namespace core::rank
