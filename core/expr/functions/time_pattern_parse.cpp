// Reading by Java's time patterns.
#include <cstdlib>

#include "core/expr/functions/time_pattern.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;

/// No number in a time has more digits.
constexpr std::size_t digits_max = 18;

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool same_letters(std::string_view a, std::string_view b, bool strict) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && (strict || (a[i] | 0x20) != (b[i] | 0x20))) return false;
  return true;
}

bool is_numeric(const pattern_item& item) {
  constexpr std::string_view numbers = "uyYDdQqwWhKkHmsSAnNF";
  return numbers.find(item.letter) != std::string_view::npos ||
         ((item.letter == 'M' || item.letter == 'L') && item.count < 3);
}

/// How many digits the numbers right behind item `at` will take, when they stand without anything between.
std::size_t reserved_digits(const std::vector<pattern_item>& items, std::size_t at, pattern_style style) {
  std::size_t digits = 0;
  for (auto next = at + 1; next < items.size() && is_numeric(items[next]); ++next) {
    if (style == pattern_style::strict && items[next].count < 2) break;
    digits += static_cast<std::size_t>(items[next].count);
  }
  return digits;
}

struct width {
  std::size_t least = 1;
  std::size_t most = digits_max;
  bool exact_without_sign = false; ///< yyyy: more than four digits only behind a sign.
};

width width_of(const pattern_item& item, pattern_style style) {
  const auto count = static_cast<std::size_t>(item.count);
  if (style == pattern_style::simple) return {};
  if (item.letter == 'S') return {count, count};
  if (item.letter == 'y' || item.letter == 'u') {
    if (count == 2) return {2, 2};
    return {count, digits_max, count >= 4};
  }
  if (item.letter == 'A' || item.letter == 'n' || item.letter == 'N') return {count, digits_max};
  if (item.letter == 'D') return {count, 3};
  return count == 1 ? width{1, digits_max} : width{count, count};
}

std::optional<int64_t> read_number(std::string_view& text, const width& allowed, std::size_t reserved, bool strict) {
  if (!strict)
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  const bool sign = text.starts_with('-') || (strict && allowed.exact_without_sign && text.starts_with('+'));
  const bool negative = text.starts_with('-');
  if (sign && strict && !allowed.exact_without_sign) return {};
  const auto digits = text.substr(sign ? 1 : 0);
  std::size_t run = 0;
  while (run < digits.size() && run < digits_max && is_digit(digits[run])) ++run;
  auto taken = std::min(run, allowed.most);
  if (reserved > 0 && run > reserved) taken = std::min(taken, std::max(allowed.least, run - reserved));
  if (taken < allowed.least || (allowed.exact_without_sign && !sign && taken > allowed.least)) return {};
  if (sign && !negative && taken <= allowed.least) return {}; // A plus stands before more digits than usual only.
  int64_t value = 0;
  for (const char digit : digits.substr(0, taken)) value = value * 10 + (digit - '0');
  text.remove_prefix(taken + (sign ? 1 : 0));
  return negative ? -value : value;
}

/// A month's or weekday's number by its name, whole or short; 0 when none is there.
int64_t read_name(std::string_view& text, std::string_view (*name_of)(int64_t), int64_t count, const pattern_item& item,
                  bool strict) {
  for (const bool whole : {true, false}) {
    if (strict && whole != (item.count >= 4)) continue;
    for (int64_t i = 1; i <= count; ++i) {
      const auto name = whole ? name_of(i) : name_of(i).substr(0, 3);
      if (!same_letters(text.substr(0, name.size()), name, strict)) continue;
      text.remove_prefix(name.size());
      return i;
    }
  }
  return 0;
}

bool read_half(std::string_view& text, parsed_fields& fields, bool strict) {
  for (const int64_t half : {0, 1}) {
    if (!same_letters(text.substr(0, 2), half == 0 ? "AM" : "PM", strict)) continue;
    fields.half = half;
    text.remove_prefix(2);
    return true;
  }
  return false;
}

/// `Z`, `+01`, `+0100`, `+01:00`, also behind GMT.
bool read_offset(std::string_view& text, parsed_fields& fields, const pattern_item& item) {
  if (item.letter == 'X' && text.starts_with('Z')) {
    text.remove_prefix(1);
    fields.zone_offset_ms = 0;
    return true;
  }
  if (item.letter == 'Z' && text.starts_with("GMT")) text.remove_prefix(3);
  if (!text.starts_with('+') && !text.starts_with('-')) return false;
  const int64_t sign = text[0] == '-' ? -1 : 1;
  auto rest = text.substr(1);
  const auto hours = read_number(rest, {2, 2}, 0, true);
  if (!hours) return false;
  int64_t minutes = 0;
  if (item.letter == 'Z' || item.count > 1) {
    if (rest.starts_with(':')) rest.remove_prefix(1);
    const auto read = read_number(rest, {2, 2}, 0, true);
    if (!read) return false;
    minutes = *read;
  }
  fields.zone_offset_ms = sign * (*hours * hour_ms + minutes * minute_ms);
  text = rest;
  return true;
}

bool keep_in(int64_t& field, int64_t value, int64_t least, int64_t most, bool strict) {
  field = value;
  return !strict || (value >= least && value <= most);
}

/// The year 24 with two letters: in the strict dialect 2024, in the simple one within 80 years back and 20 ahead (of
/// 2026).
int64_t whole_year(int64_t year, const pattern_item& item, std::size_t digits, bool strict) {
  if (item.count != 2 || (!strict && digits != 2)) return year;
  if (strict) return 2000 + year;
  return year > 46 ? 1900 + year : 2000 + year;
}

bool keep_time_of_day(parsed_fields& fields, int64_t nanos, bool strict) {
  constexpr int64_t second_nanos = 1'000'000'000;
  fields.nanos = nanos % second_nanos;
  fields.second = nanos / second_nanos % 60;
  fields.minute = nanos / second_nanos / 60 % 60;
  return keep_in(fields.hour, nanos / second_nanos / 3600, 0, 23, strict);
}

bool keep_number(parsed_fields& fields, const pattern_item& item, int64_t value, std::size_t digits, bool strict) {
  switch (item.letter) {
  case 'y':
  case 'u':
    if (item.letter == 'u' && !strict) return true; // A weekday, which a date does not need.
    fields.year = whole_year(value, item, digits, strict);
    return true;
  case 'M':
  case 'L': return keep_in(fields.month, value, 1, 12, strict);
  case 'd': return keep_in(fields.day, value, 1, 31, strict);
  case 'D': return keep_in(fields.day_of_year, value, 1, 366, strict);
  case 'H': return keep_in(fields.hour, value, 0, 24, strict);
  case 'k': return keep_in(fields.hour, value == 24 ? 0 : value, 0, 23, strict) && (!strict || value > 0);
  case 'K': return keep_in(fields.half_day_hour, value, 0, 11, strict);
  case 'h': return keep_in(fields.half_day_hour, value == 12 ? 0 : value, 0, 11, strict) && (!strict || value > 0);
  case 'm': return keep_in(fields.minute, value, 0, 59, strict);
  case 's': return keep_in(fields.second, value, 0, 59, strict);
  case 'n': return keep_in(fields.nanos, value, 0, 999'999'999, strict);
  case 'S':
    if (!strict) {
      fields.nanos = value * 1'000'000;
      return true;
    }
    fields.nanos = value;
    for (auto i = item.count; i < 9; ++i) fields.nanos *= 10;
    return item.count <= 9;
  case 'A': return keep_time_of_day(fields, value * 1'000'000, strict);
  case 'N': return keep_time_of_day(fields, value, strict);
  default: return true; // Weeks and quarters do not make a date by themselves.
  }
}

bool read_item(const std::vector<pattern_item>& items, std::size_t at, pattern_style style, std::string_view& text,
               parsed_fields& fields) {
  const auto& item = items[at];
  const bool strict = style == pattern_style::strict;
  if (is_numeric(item)) {
    const auto reserved = reserved_digits(items, at, style);
    auto allowed = width_of(item, style);
    if (!strict && (reserved > 0 || (at > 0 && is_numeric(items[at - 1]))))
      allowed = {1, static_cast<std::size_t>(item.count)};
    const auto before = text.size();
    const auto value = read_number(text, allowed, strict ? reserved : 0, strict);
    return value && keep_number(fields, item, *value, before - text.size(), strict);
  }
  switch (item.letter) {
  case 'M':
  case 'L': fields.month = read_name(text, month_name, 12, item, strict); return fields.month > 0;
  case 'E':
  case 'e':
  case 'c': fields.weekday = read_name(text, weekday_name, 7, item, strict); return fields.weekday > 0;
  case 'a': return read_half(text, fields, strict);
  case 'G': {
    const bool before_christ = same_letters(text.substr(0, 2), "BC", strict);
    if (!before_christ && !same_letters(text.substr(0, 2), "AD", strict)) return false;
    text.remove_prefix(2);
    return !before_christ; // Nobody streams events of antiquity.
  }
  default: return read_offset(text, fields, item);
  }
}

} // namespace

bool read_fields(const std::vector<pattern_item>& items, pattern_style style, std::string_view& text,
                 parsed_fields& fields) {
  for (std::size_t at = 0; at < items.size(); ++at) {
    const auto& item = items[at];
    if (item.letter == 0) {
      if (!text.starts_with(item.literal)) return false;
      text.remove_prefix(item.literal.size());
    } else if (item.letter == '[') {
      auto rest = text;
      auto tried = fields;
      if (!read_fields(item.section, style, rest, tried)) continue; // Optional: as if it were not there.
      text = rest;
      fields = tried;
    } else if (!read_item(items, at, style, text, fields)) {
      return false;
    }
  }
  return true;
}

} // namespace core::expr::functions
