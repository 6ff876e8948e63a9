#pragma once
// a || b. Immutable; any thread.

#include "core/expr/expression.hpp"

namespace core::expr {

/// Both sides are text, or both bytes. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_concat(expression_ptr a, expression_ptr b);

} // namespace core::expr
