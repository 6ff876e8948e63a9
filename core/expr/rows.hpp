#pragma once
// What every kind of expression does with rows: visits the picked ones, merges NULL masks, notes faults. Pure; any
// thread.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/expr/expression.hpp"

namespace core::expr {

using row_list = std::vector<std::uint32_t>;

/// Calls `visit(row)` for the picked rows, for all when `picked` is null.
template <class Visit>
void for_each_row(std::uint32_t rows, const row_list* picked, Visit visit) {
  if (picked == nullptr) {
    for (std::uint32_t row = 0; row < rows; ++row) visit(row);
  } else {
    for (const auto row : *picked) visit(row);
  }
}

/// Evaluates with another selection and puts the caller's back.
[[nodiscard]] column_ptr evaluate_on(const expression& value, const batch& input, eval_context& context,
                                     const row_list& rows);

/// Notes a fault; a row's first reason stays.
void add_fault(eval_context& context, std::uint32_t row, std::string reason);
/// Makes the rows of the faults that came after the first `before` NULL.
void clear_faulty(column& made, const eval_context& context, std::size_t before);

/// NULL where `from` is.
void merge_nulls(column& to, const column& from);

[[nodiscard]] inline column_ptr shared(column&& made) { return std::make_shared<const column>(std::move(made)); }

} // namespace core::expr
