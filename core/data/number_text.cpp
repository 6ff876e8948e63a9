#include "core/data/number_text.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace core {

__extension__ using uint128 = unsigned __int128;

namespace {

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
  const auto thousandths = static_cast<std::uint64_t>(value * 1000.0 + 0.5);
  if (static_cast<double>(thousandths) / 1000.0 != value) return nullptr;
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
  // What stands there is `d.ddde-07` or `de+300`.
  const char* const mark = end[-4] == 'e' ? end - 4 : end - 5;
  int exponent = 0;
  for (const char* at = mark + 2; at < end; ++at) exponent = exponent * 10 + (*at - '0');
  if (mark[1] == '-') exponent = -exponent;
  char digits[32];
  digits[0] = text[0];
  std::memcpy(digits + 1, text + 2, 24);
  int count = mark == text + 1 ? 1 : static_cast<int>(mark - text) - 1;
  while (count > 1 && digits[count - 1] == '0') --count;
  return write_java(to, digits, count, exponent);
}

template <class Real>
char* write_real(char* at, Real value) {
  if (std::isnan(value)) return static_cast<char*>(std::memcpy(at, "NaN", 3)) + 3;
  if (std::signbit(value)) {
    *at++ = '-';
    value = -value;
  }
  if (std::isinf(value)) return static_cast<char*>(std::memcpy(at, "Infinity", 8)) + 8;
  char* end = nullptr;
  if constexpr (sizeof(Real) == sizeof(double)) {
    if (value == 0 || (value >= 1e-3 && value < 1e7)) end = write_short(at, value);
  } else if (value == 0) {
    end = write_short(at, 0);
  }
  return end != nullptr ? end : write_shortest(at, value);
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

char* write_double(char* to, double value) { return write_real(to, value); }
char* write_float(char* to, double value) { return write_real(to, static_cast<float>(value)); }
char* write_integer(char* to, std::int64_t value) { return std::to_chars(to, to + number_chars_max, value).ptr; }

void append_double(std::string& out, double value) {
  char text[number_chars_max];
  out.append(text, write_double(text, value));
}
void append_float(std::string& out, double value) {
  char text[number_chars_max];
  out.append(text, write_float(text, value));
}
void append_integer(std::string& out, std::int64_t value) {
  char text[number_chars_max];
  out.append(text, write_integer(text, value));
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

} // namespace core
