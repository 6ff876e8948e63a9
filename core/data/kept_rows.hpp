#pragma once
// Rows that outlive their batches: copied out together, with texts of their own, and put together again in any order.
// Plain values; one thread at a time. A block goes when its last row goes.

#include <cstdint>
#include <vector>

#include "core/data/batch.hpp"

namespace core {

/// A row of a block. `block` null: no row, all NULL.
struct kept_row {
  batch_ptr block{};
  std::uint32_t row = 0;

  [[nodiscard]] const column& at(std::size_t index) const { return *block->columns[index]; }
  [[nodiscard]] bool is_null(std::size_t index) const { return !block || at(index).is_null(row); }
};

/// The rows `picked` of `from` in a block of their own, which points into no buffer of others.
[[nodiscard]] batch_ptr keep_rows(const batch& from, const std::vector<std::uint32_t>& picked);

/// One row below the other: column `index` of each. NULL where there is no row.
[[nodiscard]] column_ptr collect_column(const std::vector<kept_row>& rows, std::size_t index, const data_type& type);
/// All columns of `layout`, whose types are those of the blocks (but for being nullable).
[[nodiscard]] std::vector<column_ptr> collect_columns(const std::vector<kept_row>& rows, const schema& layout);

/// About how much memory a block holds.
[[nodiscard]] std::uint64_t bytes_of(const batch& block);

/// Less than, equal to or greater than 0, by Flink's order: numbers, then NaN; texts by their bytes; FALSE before TRUE.
/// Neither is NULL.
[[nodiscard]] int compare_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b);
/// Equal values, element by element; NULL equals NULL.
[[nodiscard]] bool same_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b);
/// Equal values of every column; NULL equals NULL.
[[nodiscard]] bool same_rows(const kept_row& a, const kept_row& b, std::size_t columns);

} // namespace core
