#include "core/expr/functions/time_unit.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/data/time_text.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/time.hpp"

namespace core::expr::functions {

namespace {

struct unit_name {
  std::string_view name;
  time_unit unit;
};
constexpr std::array unit_names{unit_name{"MILLENNIUM", time_unit::millennium},
                                unit_name{"CENTURY", time_unit::century},
                                unit_name{"DECADE", time_unit::decade},
                                unit_name{"YEAR", time_unit::year},
                                unit_name{"ISOYEAR", time_unit::isoyear},
                                unit_name{"QUARTER", time_unit::quarter},
                                unit_name{"MONTH", time_unit::month},
                                unit_name{"WEEK", time_unit::week},
                                unit_name{"DAY", time_unit::day},
                                unit_name{"DOW", time_unit::dow},
                                unit_name{"ISODOW", time_unit::isodow},
                                unit_name{"DOY", time_unit::doy},
                                unit_name{"HOUR", time_unit::hour},
                                unit_name{"MINUTE", time_unit::minute},
                                unit_name{"SECOND", time_unit::second},
                                unit_name{"MILLISECOND", time_unit::millisecond},
                                unit_name{"MICROSECOND", time_unit::microsecond},
                                unit_name{"NANOSECOND", time_unit::nanosecond},
                                unit_name{"EPOCH", time_unit::epoch}};

} // namespace

result<time_unit> unit_of(std::string_view function, const argument& given) {
  const auto text = literal_text(given);
  if (!text) return fail(errc::bad_value, fmt::format("{} needs a unit of time", function));
  std::string upper(*text);
  for (auto& byte : upper)
    if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 32);
  std::string_view name = upper;
  if (name.starts_with("SQL_TSI_")) name.remove_prefix(8);
  std::array<std::string_view, unit_names.size()> known{};
  for (std::size_t i = 0; i < unit_names.size(); ++i) {
    known[i] = unit_names[i].name;
    if (name == unit_names[i].name) return unit_names[i].unit;
  }
  const auto near = closest(name, known.data(), known.size());
  return fail(errc::bad_value, fmt::format("unknown unit of time: {}", *text), {},
              near.empty() ? "" : fmt::format("did you mean {}?", near));
}

std::int64_t fixed_length_ms(time_unit unit) {
  switch (unit) {
  case time_unit::week: return 7 * day_ms;
  case time_unit::day: return day_ms;
  case time_unit::hour: return hour_ms;
  case time_unit::minute: return minute_ms;
  case time_unit::second: return second_ms;
  case time_unit::millisecond: return 1;
  default: return 0;
  }
}

std::int64_t months_of(time_unit unit) {
  switch (unit) {
  case time_unit::month: return 1;
  case time_unit::quarter: return 3;
  case time_unit::year: return 12;
  case time_unit::decade: return 120;
  case time_unit::century: return 1200;
  case time_unit::millennium: return 12000;
  default: return 0;
  }
}

namespace {

/// From 1 = Monday to 7 = Sunday.
std::int64_t iso_weekday(std::int64_t days) { return days + 3 - floor_div(days + 3, 7) * 7 + 1; }

struct iso_week {
  std::int64_t year;
  std::int64_t week;
};

/// A week belongs to the year of its Thursday.
iso_week iso_week_of(std::int64_t days) {
  const auto thursday = days - iso_weekday(days) + 4;
  const auto year = civil_from_days(thursday).year;
  return {year, (thursday - days_from_civil(year, 1, 1)) / 7 + 1};
}

} // namespace

std::int64_t date_field(time_unit unit, std::int64_t days) {
  const auto date = civil_from_days(days);
  switch (unit) {
  case time_unit::millennium: return date.year > 0 ? (date.year + 999) / 1000 : (date.year - 999) / 1000;
  case time_unit::century: return date.year > 0 ? (date.year + 99) / 100 : (date.year - 99) / 100;
  case time_unit::decade: return date.year / 10;
  case time_unit::year: return date.year;
  case time_unit::isoyear: return iso_week_of(days).year;
  case time_unit::quarter: return (date.month + 2) / 3;
  case time_unit::month: return date.month;
  case time_unit::week: return iso_week_of(days).week;
  case time_unit::dow: return iso_weekday(days) % 7 + 1;
  case time_unit::isodow: return iso_weekday(days);
  case time_unit::doy: return days - days_from_civil(date.year, 1, 1) + 1;
  default: return date.day;
  }
}

std::int64_t last_day_of_month(std::int64_t year, std::int64_t month) {
  const auto next =
      month == 12 ? days_from_civil(year + 1, 1, 1) : days_from_civil(year, static_cast<std::uint32_t>(month + 1), 1);
  return next - days_from_civil(year, static_cast<std::uint32_t>(month), 1);
}

std::int64_t add_months(std::int64_t days, std::int64_t months) {
  const auto date = civil_from_days(days);
  const auto count = date.year * 12 + date.month - 1 + months;
  const auto year = floor_div(count, 12);
  const auto month = count - year * 12 + 1;
  const auto day = std::min<std::int64_t>(date.day, last_day_of_month(year, month));
  return days_from_civil(year, static_cast<std::uint32_t>(month), static_cast<std::uint32_t>(day));
}

} // namespace core::expr::functions
