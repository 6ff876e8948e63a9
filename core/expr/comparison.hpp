#pragma once
// Comparisons and equality of any values. Immutable; any thread.

#include "core/expr/expression.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

enum class comparison : std::uint8_t {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  distinct,
  not_distinct
};

[[nodiscard]] std::string_view symbol_of(comparison op);

/// Casts both sides to one type first, by Flink's rules. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_comparison(comparison op, expression_ptr a, expression_ptr b,
                                                     const time_zone* zone);

/// Of one type; two NULLs are equal, a NULL and a value are not.
[[nodiscard]] bool equal_values(const column& a, std::size_t i, const column& b, std::size_t j);

} // namespace core::expr
