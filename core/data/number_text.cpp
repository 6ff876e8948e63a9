#include "core/data/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
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

uint128 magnitude(int128 value) { return value < 0 ? uint128{0} - static_cast<uint128>(value) : uint128(value); }

char* write_unsigned(char* to, std::uint64_t value) { return std::to_chars(to, to + 20, value).ptr; }

/// Java's layout of the digits d.ddd × 10^exponent: plain from 1e-3 up to 1e7, else with E.
char* write_java(char* to, const char* digits, int count, int exponent) {
  if (exponent < -3 || exponent >= 7) {
    *to++ = digits[0];
    *to++ = '.';
    if (count == 1) *to++ = '0';
    std::memcpy(to, digits + 1, std::size_t(count - 1));
    to += count - 1;
    *to++ = 'E';
    return std::to_chars(to, to + 5, exponent).ptr;
  }
  if (exponent < 0) {
    std::memcpy(to, "0.00", 4);
    to += 1 - exponent;
    std::memcpy(to, digits, std::size_t(count));
    return to + count;
  }
  const int whole = exponent + 1;
  for (int i = 0; i < whole; ++i) *to++ = i < count ? digits[i] : '0';
  *to++ = '.';
  if (count <= whole) {
    *to++ = '0';
    return to;
  }
  std::memcpy(to, digits + whole, std::size_t(count - whole));
  return to + (count - whole);
}

/// Most numbers of a stream have three decimals at most. A decimal of up to 15 digits is the only one of that length
/// that reads back to its double, so when `value` is one, its digits are the shortest.
char* write_short(char* to, double value) {
  const double scaled = std::nearbyint(value * 1000.0);
  if (scaled / 1000.0 != value) return nullptr;
  const auto thousandths = static_cast<std::uint64_t>(scaled);
  to = write_unsigned(to, thousandths / 1000);
  const auto rest = static_cast<unsigned>(thousandths % 1000);
  *to++ = '.';
  *to++ = static_cast<char>('0' + rest / 100);
  if (rest % 100 == 0) return to;
  *to++ = static_cast<char>('0' + rest / 10 % 10);
  if (rest % 10 == 0) return to;
  *to++ = static_cast<char>('0' + rest % 10);
  return to;
}

/// `value` is finite and above zero. Java never writes fewer than two digits, and picks the two that lie nearest.
template <class Real>
char* write_shortest(char* to, Real value) {
  char text[40];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  if (text[1] == 'e' && value < Real(1e-36))
    end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 1).ptr;
  const char* mark = static_cast<const char*>(std::memchr(text, 'e', std::size_t(end - text)));
  int exponent = 0;
  std::from_chars(mark[1] == '+' ? mark + 2 : mark + 1, end, exponent);
  char digits[24];
  digits[0] = text[0];
  int count = 1;
  for (const char* at = text + 2; at < mark; ++at) digits[count++] = *at;
  while (count > 1 && digits[count - 1] == '0') --count;
  return write_java(to, digits, count, exponent);
}

template <class Real>
void append_real(std::string& out, Real value) {
  if (std::isnan(value)) {
    out += "NaN";
    return;
  }
  char text[48];
  char* at = text;
  if (std::signbit(value)) {
    *at++ = '-';
    value = -value;
  }
  char* end = nullptr;
  if (std::isinf(value)) {
    out.append(text, at);
    out += "Infinity";
    return;
  }
  if constexpr (sizeof(Real) == sizeof(double)) {
    if (value == 0 || (value >= 1e-3 && value < 1e7)) end = write_short(at, value);
  } else if (value == 0) {
    end = write_short(at, 0);
  }
  if (end == nullptr) end = write_shortest(at, value);
  out.append(text, end);
}

/// The digits of `value` without sign or leading zeros; returns the end. Room for 39.
char* write_digits(char* to, uint128 value) {
  constexpr std::uint64_t chunk = 1'000'000'000'000'000'000U;
  if (value <= std::numeric_limits<std::uint64_t>::max()) return write_unsigned(to, static_cast<std::uint64_t>(value));
  to = write_digits(to, value / chunk);
  auto low = static_cast<std::uint64_t>(value % chunk);
  for (int i = 17; i >= 0; --i, low /= 10) to[i] = static_cast<char>('0' + low % 10);
  return to + 18;
}

} // namespace

void append_double(std::string& out, double value) { append_real(out, value); }
void append_float(std::string& out, double value) { append_real(out, static_cast<float>(value)); }

void append_integer(std::string& out, std::int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

void append_decimal(std::string& out, int128 unscaled, int scale) {
  char text[48];
  const auto count = static_cast<int>(write_digits(text, magnitude(unscaled)) - text);
  if (unscaled < 0) out += '-';
  if (scale <= 0) {
    out.append(text, std::size_t(count));
    if (unscaled != 0) out.append(std::size_t(-scale), '0');
    return;
  }
  if (count <= scale) {
    out += "0.";
    out.append(std::size_t(scale - count), '0');
    out.append(text, std::size_t(count));
    return;
  }
  out.append(text, std::size_t(count - scale));
  out += '.';
  out.append(text + count - scale, std::size_t(scale));
}

void append_decimal_stripped(std::string& out, int128 unscaled, int scale) {
  if (unscaled == 0) {
    out += '0';
    return;
  }
  for (; unscaled % 10 == 0; --scale) unscaled /= 10;
  char text[48];
  const auto count = static_cast<int>(write_digits(text, magnitude(unscaled)) - text);
  const int exponent = count - 1 - scale;
  if (scale >= 0 && exponent >= -6) return append_decimal(out, unscaled, scale);
  if (unscaled < 0) out += '-';
  out += text[0];
  if (count > 1) {
    out += '.';
    out.append(text + 1, std::size_t(count - 1));
  }
  out += exponent < 0 ? "E" : "E+";
  append_integer(out, exponent);
}

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
  const auto size = magnitude(unscaled);
  if (size <= (uint128{1} << 53) && scale <= exact_power_max)
    return static_cast<double>(static_cast<std::int64_t>(unscaled)) / static_cast<double>(powers[std::size_t(scale)]);
  char text[64];
  char* end = write_digits(text, size);
  *end++ = 'e';
  end = std::to_chars(end, text + sizeof text, -scale).ptr;
  const auto value = parse_double({text, std::size_t(end - text)});
  return unscaled < 0 ? -value.value_or(0) : value.value_or(0);
}

} // namespace core
