#pragma once
// JSON_VALUE: a scalar out of a JSON text, as the text that the RETURNING type is cast from. Kernels run on any thread.

#include "core/expr/function.hpp"

namespace core::expr::functions {

/// (text, path[, returning type, on empty, its default, on error, its default])
[[nodiscard]] result<overload> json_value_call(std::span<const argument> arguments);

} // namespace core::expr::functions
