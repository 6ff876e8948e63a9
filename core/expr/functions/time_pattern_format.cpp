// Writing by Java's time patterns.
#include <array>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "core/expr/functions/time_pattern.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;

/// The time to be written, taken apart once.
struct written_time {
  stamp wall;
  int64_t offset_ms = 0;
  pattern_style style = pattern_style::strict;
  int64_t days = 0;
  int64_t of_day = 0;
  civil_date date{};

  written_time(stamp at, int64_t offset, pattern_style by) : wall(at), offset_ms(offset), style(by) {
    days = floor_div(at.ms, day_ms);
    of_day = at.ms - days * day_ms;
    date = civil_from_days(days);
  }
  [[nodiscard]] bool is_strict() const { return style == pattern_style::strict; }
  [[nodiscard]] int64_t hour() const { return of_day / hour_ms; }
  [[nodiscard]] int64_t weekday() const { return date_field(time_unit::isodow, days); }
  [[nodiscard]] int64_t nanos() const { return of_day % second_ms * 1'000'000 + wall.nanos; }
};

/// Written by hand: most patterns are nothing but numbers, and each row writes them all.
void put_number(std::string& out, int64_t value, int width) {
  std::array<char, 24> digits{};
  const auto* end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(value)).ptr;
  const auto count = static_cast<int>(end - digits.data());
  if (value < 0) out.push_back('-');
  if (count < width) out.append(static_cast<std::size_t>(width - count), '0');
  out.append(digits.data(), static_cast<std::size_t>(count));
}

/// Two letters are the last two digits; from four on the strict dialect marks years of more digits with a plus.
void put_year(std::string& out, int64_t year, const pattern_item& item, bool strict) {
  if (item.count == 2) return put_number(out, (year % 100 + 100) % 100, 2);
  if (strict && item.count >= 4 && year > 9999 && std::to_string(year).size() > static_cast<std::size_t>(item.count))
    out.push_back('+');
  put_number(out, year, item.count);
}

void put_name(std::string& out, std::string_view name, int count, bool strict) {
  if (count == 5 && strict)
    out.append(name.substr(0, 1));
  else
    out.append(count >= 4 ? name : name.substr(0, 3));
}

struct local_week {
  int64_t year;
  int64_t week;
};

/// Weeks of the US locale: from Sunday on, the first is that of January 1.
local_week local_week_of(const written_time& time) {
  const auto since_sunday = [](int64_t days) { return date_field(time_unit::dow, days) - 1; };
  const auto first = days_from_civil(time.date.year, 1, 1);
  const auto next = days_from_civil(time.date.year + 1, 1, 1);
  if (time.days - since_sunday(time.days) + 7 > next) return {time.date.year + 1, 1};
  return {time.date.year, (time.days - first + since_sunday(first)) / 7 + 1};
}

int64_t week_of_month(const written_time& time) {
  const auto first = time.days - time.date.day + 1;
  return (time.date.day - 1 + date_field(time_unit::dow, first) - 1) / 7 + 1;
}

void put_quarter(std::string& out, int64_t quarter, int count) {
  static constexpr std::array<std::string_view, 4> names{"1st quarter", "2nd quarter", "3rd quarter", "4th quarter"};
  if (count < 3)
    put_number(out, quarter, count);
  else if (count == 3)
    out += fmt::format("Q{}", quarter);
  else if (count == 4)
    out.append(names[static_cast<std::size_t>(quarter - 1)]);
  else
    out += std::to_string(quarter);
}

/// X is `+01`, `+0100` or `+01:00` by its count, and `Z` for no offset; Z is always `+0100`.
void put_offset(std::string& out, int64_t offset_ms, const pattern_item& item) {
  if (item.letter == 'X' && offset_ms == 0) return out.push_back('Z');
  const auto minutes = std::abs(offset_ms) / minute_ms;
  out += fmt::format("{}{:02}", offset_ms < 0 ? '-' : '+', minutes / 60);
  if (item.letter == 'X' && item.count == 1) return;
  out += fmt::format("{}{:02}", item.letter == 'X' && item.count == 3 ? ":" : "", minutes % 60);
}

void put_date_field(std::string& out, const written_time& time, const pattern_item& item) {
  const auto count = item.count;
  switch (item.letter) {
  case 'G':
    out += time.date.year > 0 ? (count == 4 && time.is_strict() ? "Anno Domini" : "AD")
                              : (count == 4 && time.is_strict() ? "Before Christ" : "BC");
    break;
  case 'y': put_year(out, time.date.year > 0 ? time.date.year : 1 - time.date.year, item, time.is_strict()); break;
  case 'u':
    if (time.is_strict())
      put_year(out, time.date.year, item, true);
    else
      put_number(out, time.weekday(), count);
    break;
  case 'Y': put_year(out, local_week_of(time).year, item, time.is_strict()); break;
  case 'M':
  case 'L':
    if (count < 3)
      put_number(out, time.date.month, count);
    else
      put_name(out, month_name(time.date.month), count, time.is_strict());
    break;
  case 'd': put_number(out, time.date.day, count); break;
  case 'D': put_number(out, date_field(time_unit::doy, time.days), count); break;
  case 'Q':
  case 'q': put_quarter(out, (time.date.month + 2) / 3, count); break;
  case 'w': put_number(out, local_week_of(time).week, count); break;
  case 'W': put_number(out, week_of_month(time), count); break;
  case 'F': put_number(out, (time.date.day - 1) / 7 + 1, count); break;
  case 'E': put_name(out, weekday_name(time.weekday()), count, time.is_strict()); break;
  default: // e and c: the locale's number of the weekday, or its name.
    if (count < 3)
      put_number(out, date_field(time_unit::dow, time.days), count);
    else
      put_name(out, weekday_name(time.weekday()), count, true);
  }
}

void put_time_field(std::string& out, const written_time& time, const pattern_item& item) {
  const auto hour = time.hour();
  switch (item.letter) {
  case 'a': out += hour < 12 ? "AM" : "PM"; break;
  case 'H': put_number(out, hour, item.count); break;
  case 'k': put_number(out, hour == 0 ? 24 : hour, item.count); break;
  case 'K': put_number(out, hour % 12, item.count); break;
  case 'h': put_number(out, hour % 12 == 0 ? 12 : hour % 12, item.count); break;
  case 'm': put_number(out, time.of_day / minute_ms % 60, item.count); break;
  case 's': put_number(out, time.of_day / second_ms % 60, item.count); break;
  case 'S':
    if (!time.is_strict()) return put_number(out, time.of_day % second_ms, item.count);
    out += fmt::format("{:09}", time.nanos()).substr(0, static_cast<std::size_t>(item.count));
    break;
  case 'A': put_number(out, time.of_day, item.count); break;
  case 'n': put_number(out, time.nanos(), item.count); break;
  case 'N': put_number(out, time.of_day * 1'000'000 + time.wall.nanos, item.count); break;
  default: put_offset(out, time.offset_ms, item);
  }
}

void put_items(std::string& out, const written_time& time, const std::vector<pattern_item>& items) {
  constexpr std::string_view time_letters = "aHkKhmsSAnNXZ";
  for (const auto& item : items) {
    if (item.letter == 0)
      out.append(item.literal);
    else if (item.letter == '[')
      put_items(out, time, item.section);
    else if (time_letters.find(item.letter) != std::string_view::npos)
      put_time_field(out, time, item);
    else
      put_date_field(out, time, item);
  }
}

} // namespace

void time_pattern::format(std::string& out, stamp wall, int64_t offset_ms) const {
  put_items(out, written_time(wall, offset_ms, style_), items_);
}

} // namespace core::expr::functions
