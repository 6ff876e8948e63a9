#pragma once
// ORDER BY over columns, as plain values and as a comparison of rows.

#include <cstddef>

namespace core::rank {

struct order_column {
  std::size_t column = 0;
  bool descending = false;
  bool nulls_first = true; ///< Flink's default: first when ascending, last when descending.
};

} // namespace core::rank
