#pragma once
// NOT NULL columns of a sink: a row that brings NULL is bad. Pure.

#include <string>

#include "core/expr/expression.hpp"

namespace core::query {

/// The value as it is; a row where it is NULL fails, naming the sink's column.
[[nodiscard]] expr::expression_ptr never_null(expr::expression_ptr value, std::string column);

} // namespace core::query
