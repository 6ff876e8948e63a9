#pragma once
// Rounding by decimal digits, exact for DECIMAL and integers, by the written digits for doubles (as Java's
// BigDecimal.valueOf). Pure.

#include <cstdint>

#include "core/data/column.hpp"

namespace core::expr::functions {

enum class digit_rule : std::uint8_t { half_up, toward_zero, down, up };

/// The unscaled number with its last `dropped` digits made 0 by the rule; 0 or fewer digits change nothing.
[[nodiscard]] int128 round_digits(int128 unscaled, std::int64_t dropped, digit_rule rule);

/// The number rounded to `digits` behind the point (before it when negative).
[[nodiscard]] double round_real(double value, std::int64_t digits, digit_rule rule);

} // namespace core::expr::functions
