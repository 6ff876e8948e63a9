#pragma once
// Exact DECIMAL arithmetic: products and quotients may need 256 bits on their way to 38 digits. Pure; any thread.

#include <optional>

#include "core/data/column.hpp"

namespace core::expr {

/// The results have `precision` digits and `scale`, rounded half up; nothing when they do not fit.
[[nodiscard]] std::optional<int128> multiply_decimal(int128 a, int128 b, int scale_sum, int precision, int scale);
/// The divisor is not 0.
[[nodiscard]] std::optional<int128> divide_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision,
                                                   int scale);
/// The remainder with the dividend's sign, of scale max(scale_a, scale_b). The divisor is not 0.
[[nodiscard]] std::optional<int128> modulo_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision);
/// `a + b`.
[[nodiscard]] std::optional<int128> add_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision, int scale);
/// -1, 0, 1.
[[nodiscard]] int compare_decimal(int128 a, int scale_a, int128 b, int scale_b);

} // namespace core::expr
