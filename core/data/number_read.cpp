#include "core/data/number_text.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace core {

__extension__ using uint128 = unsigned __int128;

namespace {

constexpr int digits_max = 38;

constexpr auto powers = [] {
  std::array<int128, digits_max + 1> made{};
  made[0] = 1;
  for (std::size_t i = 1; i < made.size(); ++i) made[i] = made[i - 1] * 10;
  return made;
}();

} // namespace

int128 power_of_ten(int exponent) {
  WEIR_ENSURE(exponent >= 0 && exponent <= digits_max, "a power of ten must fit DECIMAL(38)");
  return powers[std::size_t(exponent)];
}

namespace {

/// A number's text taken apart: its digits lie in [begin, end) with at most one point among them.
struct number_parts {
  bool negative = false;
  const char* begin = nullptr;
  const char* end = nullptr;
  std::int64_t digits = 0;   ///< Without the point.
  std::int64_t fraction = 0; ///< Digits behind the point.
  std::int64_t exponent = 0; ///< Held within ±exponent_bound.
};

constexpr std::int64_t exponent_bound = 1'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool read_exponent(const char* at, const char* end, number_parts& parts) {
  const bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;
  if (at == end) return false;
  for (; at < end; ++at) {
    if (!is_digit(*at)) return false;
    if (parts.exponent < exponent_bound / 10) parts.exponent = parts.exponent * 10 + (*at - '0');
  }
  if (negative) parts.exponent = -parts.exponent;
  return true;
}

std::optional<number_parts> take_apart(std::string_view text) {
  number_parts parts;
  const char* at = text.data();
  const char* const end = at + text.size();
  if (at < end && (*at == '-' || *at == '+')) parts.negative = *at++ == '-';
  parts.begin = at;
  bool point = false;
  for (; at < end; ++at) {
    if (is_digit(*at)) {
      ++parts.digits;
      parts.fraction += point ? 1 : 0;
    } else if (*at == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  parts.end = at;
  if (parts.digits == 0) return std::nullopt;
  if (at < end && ((*at != 'e' && *at != 'E') || !read_exponent(at + 1, end, parts))) return std::nullopt;
  return parts;
}

} // namespace

std::optional<int128> parse_decimal(std::string_view text, int precision, int scale) {
  const auto parts = take_apart(text);
  if (!parts) return std::nullopt;
  // `kept` digits, counted from the first one that is not zero, stand before the unscaled number's point.
  auto kept = parts->digits - parts->fraction + parts->exponent + scale;
  int128 value = 0;
  const char* at = parts->begin;
  for (; at < parts->end && (*at == '0' || *at == '.'); ++at) kept -= *at == '0' ? 1 : 0;
  if (at == parts->end) return int128{0};
  if (kept > precision) return std::nullopt;
  if (kept < 0) return int128{0};
  for (; kept > 0; ++at) {
    if (at < parts->end && *at == '.') continue;
    value = value * 10 + (at < parts->end ? *at - '0' : 0);
    --kept;
    if (at >= parts->end) --at; // Zeros follow the text's last digit.
  }
  if (at < parts->end && *at == '.') ++at;
  if (at < parts->end && *at >= '5') ++value;
  if (value >= powers[std::size_t(precision)]) return std::nullopt;
  return parts->negative ? -value : value;
}

std::optional<int128> rescale_decimal(int128 unscaled, int from_scale, int to_precision, int to_scale) {
  const int shift = to_scale - from_scale;
  const auto bound = powers[std::size_t(to_precision)];
  if (shift > 0) {
    if (unscaled == 0) return unscaled;
    if (shift > digits_max || __builtin_mul_overflow(unscaled, powers[std::size_t(shift)], &unscaled))
      return std::nullopt;
  } else if (shift < 0) {
    if (-shift > digits_max) return int128{0};
    const auto by = powers[std::size_t(-shift)];
    const auto rest = unscaled % by;
    unscaled /= by;
    if ((rest < 0 ? -rest : rest) >= by / 2) unscaled += rest < 0 ? -1 : 1;
  }
  if (unscaled >= bound || unscaled <= -bound) return std::nullopt;
  return unscaled;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  if (text.size() > 1 && *at == '+' && is_digit(at[1])) ++at;
  std::int64_t value = 0;
  const auto [stop, code] = std::from_chars(at, end, value);
  if (code != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  double value = 0;
  if (text == "NaN") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (text == "Infinity") {
    value = std::numeric_limits<double>::infinity();
  } else {
    if (text.empty() || (!is_digit(text[0]) && text[0] != '.')) return std::nullopt;
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (stop != text.data() + text.size()) return std::nullopt;
    if (code == std::errc::result_out_of_range) {
      const auto parts = take_apart(text);
      if (!parts) return std::nullopt;
      auto weight = parts->digits - parts->fraction + parts->exponent;
      for (const char* at = parts->begin; *at == '0' || *at == '.'; ++at) weight -= *at == '0' ? 1 : 0;
      value = weight > 0 ? std::numeric_limits<double>::infinity() : 0;
    } else if (code != std::errc{}) {
      return std::nullopt;
    }
  }
  return negative ? -value : value;
}

double decimal_to_double(int128 unscaled, int scale) {
  constexpr int exact_power_max = 22; // 10^22 is the last power of ten that a double holds exactly.
  const auto size = unscaled < 0 ? uint128{0} - static_cast<uint128>(unscaled) : static_cast<uint128>(unscaled);
  if (size <= (uint128{1} << 53) && scale <= exact_power_max)
    return static_cast<double>(static_cast<std::int64_t>(unscaled)) / static_cast<double>(powers[std::size_t(scale)]);
  std::string text;
  append_decimal(text, unscaled, scale);
  return parse_double(text).value_or(0);
}

} // namespace core
