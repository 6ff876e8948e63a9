#include "core/expr/functions/decimal_rounding.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "core/data/number_text.hpp"

namespace core::expr::functions {

int128 round_digits(int128 unscaled, std::int64_t dropped, digit_rule rule) {
  if (dropped <= 0) return unscaled;
  if (dropped > 38) return rule == digit_rule::half_up || rule == digit_rule::toward_zero ? 0 : unscaled;
  const auto unit = power_of_ten(static_cast<int>(dropped));
  const auto rest = unscaled % unit;
  auto kept = unscaled - rest;
  const auto size = rest < 0 ? -rest : rest;
  if (rule == digit_rule::half_up && size >= unit - size && size > 0) kept += unscaled < 0 ? -unit : unit;
  if (rule == digit_rule::down && rest < 0) kept -= unit;
  if (rule == digit_rule::up && rest > 0) kept += unit;
  return kept;
}

namespace {

/// `kept` digits of `digits` (of value 0.digits * 10^exponent), rounded.
double rounded(std::string digits, std::int64_t kept, std::int64_t exponent, digit_rule rule, bool negative) {
  const bool up = rule == digit_rule::half_up && digits[static_cast<std::size_t>(kept)] >= '5';
  digits.resize(static_cast<std::size_t>(kept));
  digits.insert(digits.begin(), '0'); // Room for a carry.
  if (up) {
    auto at = digits.size() - 1;
    while (digits[at] == '9') digits[at--] = '0';
    ++digits[at];
  }
  const auto text = digits + "e" + std::to_string(exponent - kept);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return negative ? -value : value;
}

} // namespace

double round_real(double value, std::int64_t digits, digit_rule rule) {
  if (!std::isfinite(value) || value == 0) return value;
  std::array<char, 32> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::scientific).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const auto mark = text.find('e');
  std::string written(text.substr(0, 1));
  if (mark > 1) written.append(text.substr(2, mark - 2));
  const auto exponent = std::stoll(std::string(text.substr(mark + 1))) + 1;
  const bool huge = digits > 400;
  const auto kept = huge ? static_cast<std::int64_t>(written.size()) : exponent + digits;
  if (kept >= static_cast<std::int64_t>(written.size())) return value;
  if (kept < 0) return 0;
  return rounded(std::move(written), kept, exponent, rule, value < 0);
}

} // namespace core::expr::functions
