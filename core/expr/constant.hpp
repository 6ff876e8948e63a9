#pragma once
// Values that are the same for every row, and the folding of expressions over them. Immutable; any thread.

#include "core/expr/expression.hpp"

namespace core::expr {

/// `value` has one row.
[[nodiscard]] expression_ptr make_constant(column_ptr value);
[[nodiscard]] expression_ptr make_null(const data_type& type);
[[nodiscard]] expression_ptr make_boolean(bool value);
[[nodiscard]] expression_ptr make_integer(const data_type& type, std::int64_t value);
[[nodiscard]] expression_ptr make_text(const data_type& type, std::string_view value);

/// Computes an expression whose inputs are all constants once. One that fails stays as it is and fails for each row
/// that reaches it.
[[nodiscard]] expression_ptr fold(expression_ptr made);

/// The one row `rows` times.
[[nodiscard]] column repeat(const column& one, std::uint32_t rows);

/// For EXPLAIN: `'a'`, `3`, `DATE '2024-01-01'`.
[[nodiscard]] std::string constant_text(const column& one);

} // namespace core::expr
