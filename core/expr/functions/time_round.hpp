#pragma once
// FLOOR(time TO unit) and CEIL(time TO unit), called as FLOOR(time, 'UNIT'). Bound once; kernels run on any thread.

#include "core/expr/function.hpp"

namespace core::expr::functions {

[[nodiscard]] result<overload> round_time(std::string_view name, std::span<const argument> arguments,
                                          std::string_view zone_name, bool up);

} // namespace core::expr::functions
