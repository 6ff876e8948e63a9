#pragma once
// x IN (constants). Immutable; any thread.

#include "core/expr/expression.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

/// Constants in a list become a set; anything else a chain of comparisons. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_in(expression_ptr value, std::vector<expression_ptr> list,
                                             const time_zone* zone);

} // namespace core::expr
