#pragma once
// PRINTF: a text with values written into it, as Java's Formatter writes them. Pure; any thread.

#include "core/expr/function.hpp"

namespace core::expr::functions {

/// `PRINTF(format, value, ...)`. A format that does not fit its values gives NULL.
[[nodiscard]] result<overload> printf_overload(std::span<const argument> arguments, std::string_view time_zone);

} // namespace core::expr::functions
