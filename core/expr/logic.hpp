#pragma once
// AND, OR, NOT and the IS tests, in three-valued logic. The right side runs only for the rows that it decides.
// Immutable; any thread.

#include <span>

#include "core/expr/expression.hpp"

namespace core::expr {

/// The sides are BOOLEAN.
[[nodiscard]] expression_ptr make_and(expression_ptr a, expression_ptr b);
[[nodiscard]] expression_ptr make_or(expression_ptr a, expression_ptr b);
[[nodiscard]] expression_ptr make_not(expression_ptr value);

enum class truth_test : std::uint8_t { is_null, is_not_null, is_true, is_not_true, is_false, is_not_false };
/// All but the NULL tests need BOOLEAN.
[[nodiscard]] expression_ptr make_test(truth_test test, expression_ptr value);

} // namespace core::expr
