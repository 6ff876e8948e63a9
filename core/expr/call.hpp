#pragma once
// Calls of the function library. Immutable; any thread.

#include "core/expr/function.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

/// Settles the overload, casts the arguments, merges NULL masks. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_call(const function_entry& function, std::vector<expression_ptr> arguments,
                                               const time_zone& zone);

} // namespace core::expr
