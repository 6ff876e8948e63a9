#pragma once
// Compares single values of columns of one type, as GREATEST, ARRAY_SORT and their kin see them. Pure; any thread.

#include "core/data/column.hpp"

namespace core::expr::functions {

/// -1, 0, 1. NULL is equal to NULL and below all else; NaN is equal to NaN and above all else; texts go by their bytes.
[[nodiscard]] int compare_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b);

[[nodiscard]] inline bool same_value(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  return compare_values(a, row_a, b, row_b) == 0;
}

} // namespace core::expr::functions
