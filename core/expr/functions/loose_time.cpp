#include "core/expr/functions/loose_time.hpp"

#include <algorithm>

#include "core/data/time_text.hpp"
#include "core/expr/functions/time_unit.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// From `least` to `most` digits off the front.
std::optional<int64_t> take_number(string_view& text, std::size_t least, std::size_t most) {
  int64_t value = 0;
  std::size_t taken = 0;
  while (taken < most && taken < text.size() && text[taken] >= '0' && text[taken] <= '9')
    value = value * 10 + (text[taken++] - '0');
  if (taken < least) return {};
  text.remove_prefix(taken);
  return value;
}

bool take(string_view& text, char byte) {
  if (!text.starts_with(byte)) return false;
  text.remove_prefix(1);
  return true;
}

string_view trimmed(string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

struct three {
  int64_t first;
  int64_t second;
  int64_t third;
};

std::optional<three> take_three(string_view& text, char between, std::size_t first_least, std::size_t first_most) {
  const auto first = take_number(text, first_least, first_most);
  if (!first || !take(text, between)) return {};
  const auto second = take_number(text, 1, 2);
  if (!second || !take(text, between)) return {};
  const auto third = take_number(text, 1, 2);
  if (!third) return {};
  return three{*first, *second, *third};
}

std::optional<three> take_date(string_view& text) {
  const auto date = take_three(text, '-', 4, 4);
  const bool possible = date && date->second >= 1 && date->second <= 12 && date->third >= 1 && date->third <= 31;
  return possible ? date : std::nullopt;
}

/// `.123456789` as milliseconds.
int64_t take_fraction(string_view& text) {
  int64_t ms = 0;
  std::size_t digits = 0;
  for (; digits < 9 && digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    if (digits < 3) ms = ms * 10 + (text[digits] - '0');
  for (auto i = digits; i < 3; ++i) ms *= 10;
  text.remove_prefix(digits);
  return ms;
}

int64_t time_of(const three& time) { return time.first * hour_ms + time.second * minute_ms + time.third * second_ms; }

} // namespace

std::optional<int64_t> parse_loose_stamp(string_view text) {
  const auto date = take_date(text);
  if (!date) return {};
  const auto day = std::min(date->third, last_day_of_month(date->first, date->second));
  auto ms =
      days_from_civil(date->first, static_cast<std::uint32_t>(date->second), static_cast<std::uint32_t>(day)) * day_ms;
  if (text.empty()) return ms;
  if (!take(text, ' ')) return {};
  const auto time = take_three(text, ':', 1, 2);
  if (!time || time->first > 24 || time->second > 59 || time->third > 59) return {};
  const auto fraction = take(text, '.') ? take_fraction(text) : 0;
  // 24:00:00 is the next day's midnight; nothing lies behind it.
  if (time->first == 24 && time->second + time->third + fraction > 0) return {};
  ms += time_of(*time) + fraction;
  return text.empty() ? std::optional(ms) : std::nullopt;
}

std::optional<int64_t> parse_sql_stamp(string_view text) {
  text = trimmed(text);
  const bool with_time = text.find(' ') != string_view::npos;
  const auto date = take_date(text);
  if (!date) return {};
  const auto first = days_from_civil(date->first, static_cast<std::uint32_t>(date->second), 1);
  auto ms = (first + date->third - 1) * day_ms;
  if (!with_time) return text.empty() ? std::optional(ms) : std::nullopt;
  if (!take(text, ' ')) return {};
  const auto time = take_three(text, ':', 1, 9);
  if (!time) return {};
  ms += time_of(*time);
  if (take(text, '.')) ms += take_fraction(text);
  return text.empty() ? std::optional(ms) : std::nullopt;
}

std::optional<int64_t> parse_loose_date(string_view text) {
  if (const auto blank = text.find(' '); blank != string_view::npos && blank > 0) text = text.substr(0, blank);
  text = trimmed(text);
  const auto year = take_number(text, 1, 4);
  if (!year) return {};
  int64_t month = 1;
  int64_t day = 1;
  if (take(text, '-')) {
    month = take_number(text, 1, 2).value_or(0);
    if (take(text, '-')) day = take_number(text, 1, 2).value_or(0);
  }
  if (!text.empty() || month < 1 || month > 12 || day < 1 || day > last_day_of_month(*year, month)) return {};
  return days_from_civil(*year, static_cast<std::uint32_t>(month), static_cast<std::uint32_t>(day));
}

} // namespace core::expr::functions
