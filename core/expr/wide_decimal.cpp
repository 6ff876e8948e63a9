#include "core/expr/wide_decimal.hpp"

#include <algorithm>
#include <array>

#include "core/data/number_text.hpp"

namespace core::expr {

namespace {

__extension__ using uint128 = unsigned __int128;

uint128 magnitude(int128 value) { return value < 0 ? 0 - static_cast<uint128>(value) : static_cast<uint128>(value); }

/// An unsigned number of 256 bits, lowest word first.
struct wide {
  std::array<std::uint64_t, 4> words{};

  [[nodiscard]] bool fits_128() const { return words[2] == 0 && words[3] == 0; }
  [[nodiscard]] uint128 low() const { return (static_cast<uint128>(words[1]) << 64) | words[0]; }
};

wide widen(uint128 value) {
  return {{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), 0, 0}};
}

wide multiply(uint128 a, uint128 b) {
  const std::uint64_t left[] = {static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(a >> 64)};
  const std::uint64_t right[] = {static_cast<std::uint64_t>(b), static_cast<std::uint64_t>(b >> 64)};
  wide out;
  for (std::size_t i = 0; i < 2; ++i) {
    uint128 carry = 0;
    for (std::size_t j = 0; j < 2; ++j) {
      carry += static_cast<uint128>(left[i]) * right[j] + out.words[i + j];
      out.words[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    out.words[i + 2] = static_cast<std::uint64_t>(carry);
  }
  return out;
}

/// Divides in place and returns the remainder.
std::uint64_t divide_small(wide& value, std::uint64_t by) {
  uint128 rest = 0;
  for (std::size_t i = 4; i-- > 0;) {
    rest = (rest << 64) | value.words[i];
    value.words[i] = static_cast<std::uint64_t>(rest / by);
    rest %= by;
  }
  return static_cast<std::uint64_t>(rest);
}

/// False when 256 bits do not hold it.
bool multiply_small(wide& value, std::uint64_t by) {
  uint128 carry = 0;
  for (auto& word : value.words) {
    carry += static_cast<uint128>(word) * by;
    word = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return carry == 0;
}

constexpr int chunk_digits = 18;
std::uint64_t small_power(int exponent) { return static_cast<std::uint64_t>(power_of_ten(exponent)); }

bool scale_up(wide& value, int digits) {
  for (; digits > 0; digits -= chunk_digits) {
    if (!multiply_small(value, small_power(std::min(digits, chunk_digits)))) return false;
  }
  return true;
}

/// Drops decimal digits, rounding half up: only the first dropped digit decides.
void scale_down(wide& value, int digits) {
  if (digits == 0) return;
  for (--digits; digits > 0; digits -= chunk_digits) divide_small(value, small_power(std::min(digits, chunk_digits)));
  if (divide_small(value, 10) < 5) return;
  for (auto& word : value.words) {
    if (++word != 0) break;
  }
}

/// Long division bit by bit: rare, so short rather than fast. The quotient replaces `value`; the remainder comes back.
uint128 divide_wide(wide& value, uint128 by) {
  wide quotient;
  uint128 rest = 0;
  for (std::size_t bit = 256; bit-- > 0;) {
    const bool carry = (rest >> 127) != 0;
    rest = (rest << 1) | ((value.words[bit / 64] >> (bit % 64)) & 1);
    if (carry || rest >= by) {
      rest -= by;
      quotient.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  value = quotient;
  return rest;
}

std::optional<int128> narrow(const wide& value, bool negative, int precision) {
  if (!value.fits_128() || value.low() >= static_cast<uint128>(power_of_ten(precision))) return std::nullopt;
  const auto out = static_cast<int128>(value.low());
  return negative ? -out : out;
}

} // namespace

std::optional<int128> multiply_decimal(int128 a, int128 b, int scale_sum, int precision, int scale) {
  int128 narrow_product = 0;
  if (!__builtin_mul_overflow(a, b, &narrow_product)) { // Nearly always.
    return rescale_decimal(narrow_product, scale_sum, precision, scale);
  }
  auto product = multiply(magnitude(a), magnitude(b));
  scale_down(product, scale_sum - scale);
  return narrow(product, (a < 0) != (b < 0), precision);
}

std::optional<int128> divide_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision, int scale) {
  auto value = widen(magnitude(a));
  const int shift = scale - scale_a + scale_b;
  const auto divisor = magnitude(b);
  // 256 bits overflow only where the quotient has more than 38 digits anyway.
  if (shift > 0 && !scale_up(value, shift)) return std::nullopt;
  uint128 rest = 0;
  if (value.fits_128()) {
    rest = value.low() % divisor;
    value = widen(value.low() / divisor);
  } else {
    rest = divide_wide(value, divisor);
  }
  if (shift >= 0 && rest >= divisor - rest) { // Half up; with digits to drop, the first of those decides.
    for (auto& word : value.words) {
      if (++word != 0) break;
    }
  }
  if (shift < 0) scale_down(value, -shift);
  return narrow(value, (a < 0) != (b < 0), precision);
}

std::optional<int128> modulo_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision) {
  const int scale = std::max(scale_a, scale_b);
  auto value = widen(magnitude(a));
  auto divisor = widen(magnitude(b));
  if (!scale_up(value, scale - scale_a) || !scale_up(divisor, scale - scale_b)) return std::nullopt;
  if (!divisor.fits_128())
    return narrow(value, a < 0, precision); // Larger than the dividend, which is at its own scale then.
  const auto rest = divide_wide(value, divisor.low());
  return narrow(widen(rest), a < 0, precision);
}

std::optional<int128> add_decimal(int128 a, int scale_a, int128 b, int scale_b, int precision, int scale) {
  const int inner = std::max(scale_a, scale_b);
  int128 sum = 0;
  int128 left = 0;
  int128 right = 0;
  if (!__builtin_mul_overflow(a, power_of_ten(inner - scale_a), &left) &&
      !__builtin_mul_overflow(b, power_of_ten(inner - scale_b), &right) && !__builtin_add_overflow(left, right, &sum)) {
    return rescale_decimal(sum, inner, precision, scale);
  }
  // One side has too many digits at the finer scale: both are taken at the result's, as far as they go.
  const auto coarse_a = rescale_decimal(a, scale_a, 38, scale);
  const auto coarse_b = rescale_decimal(b, scale_b, 38, scale);
  if (!coarse_a || !coarse_b || __builtin_add_overflow(*coarse_a, *coarse_b, &sum)) return std::nullopt;
  return rescale_decimal(sum, scale, precision, scale);
}

int compare_decimal(int128 a, int scale_a, int128 b, int scale_b) {
  if (scale_a == scale_b) return a < b ? -1 : a > b ? 1 : 0;
  if ((a < 0) != (b < 0)) return a < 0 ? -1 : 1;
  auto left = widen(magnitude(a));
  auto right = widen(magnitude(b));
  // 38 digits and 38 more fit into 256 bits.
  static_cast<void>(scale_up(left, std::max(0, scale_b - scale_a)));
  static_cast<void>(scale_up(right, std::max(0, scale_a - scale_b)));
  for (std::size_t i = 4; i-- > 0;) {
    if (left.words[i] == right.words[i]) continue;
    return (left.words[i] < right.words[i]) == (a >= 0) ? -1 : 1;
  }
  return 0;
}

} // namespace core::expr
