#pragma once
// Shapes of functions over arrays: the types of arrays and of values that go with their elements. Pure; any thread.

#include "core/expr/functions/function_shape.hpp"

namespace core::expr::functions {

/// Of a function over arrays only: the array type that holds the elements of all of them.
[[nodiscard]] result<data_type> common_array(const shape& form, std::span<const argument> arguments);

/// Of (array, value): the array's element type, which the value is cast to.
[[nodiscard]] result<data_type> element_for_value(const shape& form, std::span<const argument> arguments);

/// As `settle` or `settle_with_nulls`, with the types that the arguments are cast to.
[[nodiscard]] result<overload> settle_as(std::vector<data_type> casts, data_type result_type, kernel evaluate,
                                         bool merges_nulls);

[[nodiscard]] inline const data_type& element_of(const data_type& array) { return (*array.fields)[0].type; }

} // namespace core::expr::functions
