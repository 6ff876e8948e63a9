#pragma once
// ORDER BY over columns, as plain values and as a comparison of rows.

#include <cstddef>
#include <vector>

#include "core/data/kept_rows.hpp"

namespace core::rank {

struct order_column {
  std::size_t column = 0;
  bool descending = false;
  bool nulls_first = true; ///< Flink's default: first when ascending, last when descending.
};

/// Less than 0: `a` comes first. 0: neither does.
[[nodiscard]] int compare_rows(const kept_row& a, const kept_row& b, const std::vector<order_column>& order);

} // namespace core::rank
