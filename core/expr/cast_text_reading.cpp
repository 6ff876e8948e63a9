#include "core/expr/cast_text_reading.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "core/data/number_text.hpp"

namespace core::expr {

namespace {

/// One to `digits_max` digits off the front.
std::optional<std::int64_t> take_digits(std::string_view& text, std::size_t digits_max) {
  std::int64_t value = 0;
  std::size_t count = 0;
  for (; count < text.size() && text[count] >= '0' && text[count] <= '9'; ++count) {
    if (count == digits_max) return std::nullopt;
    value = value * 10 + (text[count] - '0');
  }
  if (count == 0) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(1);
  return true;
}

std::int64_t width_limit(type_kind kind) {
  switch (kind) {
  case type_kind::int8: return std::numeric_limits<std::int8_t>::max();
  case type_kind::int16: return std::numeric_limits<std::int16_t>::max();
  case type_kind::int32: return std::numeric_limits<std::int32_t>::max();
  default: return std::numeric_limits<std::int64_t>::max();
  }
}

/// The days of year, month and day off the front; month and day may be missing when `partial`.
std::optional<std::int64_t> take_date(std::string_view& text, bool partial) {
  const auto year = take_digits(text, 4);
  if (!year || *year == 0) return std::nullopt;
  std::int64_t month = 1;
  std::int64_t day = 1;
  if (take(text, '-')) {
    const auto read = take_digits(text, 2);
    if (!read) return std::nullopt;
    month = *read;
    if (take(text, '-')) {
      const auto last = take_digits(text, 2);
      if (!last) return std::nullopt;
      day = *last;
    } else if (!partial) {
      return std::nullopt;
    }
  } else if (!partial) {
    return std::nullopt;
  }
  if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  const auto days = days_from_civil(*year, static_cast<std::uint32_t>(month), static_cast<std::uint32_t>(day));
  if (civil_from_days(days).day != static_cast<std::uint32_t>(day)) return std::nullopt; // 30 February.
  return days;
}

/// Hour, minute, second and fraction off the front; the last ones may be missing when `partial`.
std::optional<stamp> take_time(std::string_view& text, bool partial) {
  std::array<std::int64_t, 3> fields{};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0 && !take(text, ':')) {
      if (!partial) return std::nullopt;
      break;
    }
    const auto value = take_digits(text, 2);
    if (!value || *value > (i == 0 ? 23 : 59)) return std::nullopt;
    fields[i] = *value;
  }
  std::int64_t nanos = 0;
  if (take(text, '.')) {
    std::int64_t unit = 100'000'000;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1), unit /= 10) {
      nanos += (text.front() - '0') * unit;
    }
  }
  return stamp{((fields[0] * 60 + fields[1]) * 60 + fields[2]) * 1000 + nanos / 1'000'000,
               static_cast<std::int32_t>(nanos % 1'000'000)};
}

} // namespace

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

std::optional<bool> read_boolean(std::string_view text) {
  if (text.size() > 5) return std::nullopt;
  std::string lower(text);
  for (auto& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (const auto* yes : {"t", "true", "y", "yes", "1"}) {
    if (lower == yes) return true;
  }
  for (const auto* no : {"f", "false", "n", "no", "0"}) {
    if (lower == no) return false;
  }
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(std::string_view text, type_kind kind) {
  text = trim_blanks(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  const auto limit = static_cast<std::uint64_t>(width_limit(kind)) + (negative ? 1 : 0);
  std::uint64_t value = 0;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != '.'; ++i) {
    const auto digit = static_cast<std::uint64_t>(text[i] - '0');
    if (text[i] < '0' || text[i] > '9' || value > (limit - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  for (++i; i < text.size(); ++i) { // Behind the point: digits, without effect.
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::optional<double> read_real(std::string_view text) {
  text = trim_blanks(text);
  constexpr std::string_view suffixes = "dDfF";
  if (text.size() > 1 && suffixes.find(text.back()) != std::string_view::npos) {
    const char before = text[text.size() - 2];
    if ((before >= '0' && before <= '9') || before == '.') text.remove_suffix(1);
  }
  return parse_double(text);
}

std::optional<std::int64_t> read_date(std::string_view text) {
  text = trim_blanks(text);
  const auto days = take_date(text, true);
  if (!days || (!text.empty() && text.front() != ' ')) return std::nullopt;
  return days;
}

std::optional<std::int64_t> read_time(std::string_view text) {
  text = trim_blanks(text);
  const auto made = take_time(text, true);
  if (!made || !text.empty()) return std::nullopt;
  return made->ms;
}

std::optional<stamp> read_stamp(std::string_view text) {
  const auto days = take_date(text, false);
  if (!days) return std::nullopt;
  stamp made;
  if (!text.empty()) {
    if (!take(text, ' ')) return std::nullopt;
    const auto time = take_time(text, false);
    if (!time || !text.empty()) return std::nullopt;
    made = *time;
  }
  made.ms += *days * 86'400'000;
  return made;
}

} // namespace core::expr
