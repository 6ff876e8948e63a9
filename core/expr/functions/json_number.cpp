#include "core/expr/functions/json_number.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace core::expr::functions {

namespace {

/// The value is digits * 10^-scale, negative or not.
struct decimal_parts {
  bool negative = false;
  bool whole = true; ///< Neither point nor exponent.
  std::string digits{};
  std::int64_t scale = 0;
};

std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
  const auto digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, char byte) {
  if (!text.starts_with(byte)) return false;
  text.remove_prefix(1);
  return true;
}

/// Ten digits are more than Java's exponents have.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  const bool negative = take(text, '-');
  if (!negative) take(text, '+');
  const auto digits = take_digits(text);
  if (digits.empty() || digits.size() > 9) return {};
  std::int64_t value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return negative ? -value : value;
}

std::optional<decimal_parts> take_apart(std::string_view token) {
  decimal_parts parts;
  parts.negative = take(token, '-');
  const auto before = take_digits(token);
  if (before.empty() || (before.size() > 1 && before[0] == '0')) return {};
  parts.digits = before;
  if (take(token, '.')) {
    const auto behind = take_digits(token);
    if (behind.empty()) return {};
    parts.digits.append(behind);
    parts.scale = static_cast<std::int64_t>(behind.size());
    parts.whole = false;
  }
  if (take(token, 'e') || take(token, 'E')) {
    const auto exponent = take_exponent(token);
    if (!exponent) return {};
    parts.scale -= *exponent;
    parts.whole = false;
  }
  if (!token.empty()) return {};
  parts.digits.erase(0, std::min(parts.digits.find_first_not_of('0'), parts.digits.size() - 1));
  if (parts.digits == "0") parts.negative = false;
  return parts;
}

} // namespace

std::optional<std::string> number_text(std::string_view token) {
  const auto parts = take_apart(token);
  if (!parts) return {};
  const auto& digits = parts->digits;
  const auto count = static_cast<std::int64_t>(digits.size());
  const auto exponent = count - 1 - parts->scale;
  std::string text = parts->negative ? "-" : "";
  if (parts->scale == 0 || parts->whole) return text + digits;
  if (parts->scale > 0 && exponent >= -6) {
    const auto before = count - parts->scale;
    if (before <= 0) return text + "0." + std::string(static_cast<std::size_t>(-before), '0') + digits;
    return text + digits.substr(0, static_cast<std::size_t>(before)) + "." +
           digits.substr(static_cast<std::size_t>(before));
  }
  text += digits.substr(0, 1);
  if (count > 1) text += "." + digits.substr(1);
  return text + fmt::format("E{:+}", exponent);
}

std::optional<std::string> whole_part(std::string_view token) {
  const auto parts = take_apart(token);
  if (!parts) return {};
  const auto kept = static_cast<std::int64_t>(parts->digits.size()) - parts->scale;
  if (kept <= 0 || parts->digits == "0") return "0";
  if (kept > 19) return {};
  auto digits = parts->digits;
  digits.resize(static_cast<std::size_t>(kept), '0');
  return (parts->negative ? "-" : "") + digits;
}

} // namespace core::expr::functions
