#include "core/expr/functions/time_round.hpp"

#include <fmt/format.h>

#include "core/data/time_text.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;

int64_t round_to(int64_t value, int64_t unit, bool up) {
  const auto floor = floor_div(value, unit) * unit;
  return up && floor != value ? floor + unit : floor;
}

int64_t year_start(int64_t year) { return days_from_civil(year, 1, 1); }

/// The first day of the unit, or of the next. What begins with a unit's first day ends there too but for quarters,
/// decades and longer, whose next comes always: so does Flink.
int64_t round_days(time_unit unit, int64_t days, bool up) {
  const auto date = civil_from_days(days);
  const auto year = date.year;
  const bool first_of_year = date.month == 1 && date.day == 1;
  switch (unit) {
  case time_unit::millennium: return year_start(1000 * ((year + 999) / 1000) + (up ? 1 : -999));
  case time_unit::century: return year_start(100 * ((year + 99) / 100) + (up ? 1 : -99));
  case time_unit::decade: return year_start(10 * (year / 10 + (up ? 1 : 0)));
  case time_unit::year: return year_start(up && !first_of_year ? year + 1 : year);
  case time_unit::quarter: {
    const auto quarter = (date.month + 2) / 3;
    const auto first = days_from_civil(year, quarter * 3 - 2, 1);
    return up && !first_of_year ? add_months(first, 3) : first;
  }
  case time_unit::month: {
    const auto first = days_from_civil(year, date.month, 1);
    return up && date.day > 1 ? add_months(first, 1) : first;
  }
  case time_unit::week: {
    const auto since_sunday = date_field(time_unit::dow, days) - 1;
    return days - since_sunday + (up && since_sunday > 0 ? 7 : 0);
  }
  default: return days;
  }
}

int64_t round_stamp(time_unit unit, int64_t utc, const time_zone& zone, bool local, bool up) {
  // Minutes and less are Flink's arithmetic on UTC; a day's or hour's offset is that of the moment itself.
  if (unit > time_unit::hour) return round_to(utc, fixed_length_ms(unit), up);
  const auto offset = local ? zone.to_local(utc) - utc : 0;
  const auto wall = utc + offset;
  if (unit == time_unit::hour || unit == time_unit::day) return round_to(wall, fixed_length_ms(unit), up) - offset;
  return round_days(unit, wall / day_ms, up) * day_ms - offset;
}

bool is_round(time_unit unit) { return months_of(unit) > 0 || fixed_length_ms(unit) > 0; }

} // namespace

result<overload> round_time(std::string_view name, std::span<const argument> arguments, std::string_view zone_name,
                            bool up) {
  const shape form{name, {want::date_or_time, want::text}};
  if (arguments.size() == 1)
    return fail(errc::bad_type, fmt::format("{} of a time needs a unit", name), {}, "as in FLOOR(t TO DAY)");
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto unit = unit_of(name, arguments[1]);
  if (!unit) return std::unexpected(unit.error());
  auto type = (*types)[0];
  type.nullable = true;
  if (!is_round(*unit) || (type.kind == type_kind::time && *unit <= time_unit::day))
    return fail(errc::bad_type,
                fmt::format("{} cannot round {} to this unit: {}", name, to_string(type), *literal_text(arguments[1])));
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  return settle(form, arguments, type,
                row_kernel<int64_t>(type, [unit = *unit, kind = type.kind, up, &zone = **zone](int64_t value) {
                  if (kind != type_kind::date)
                    return round_stamp(unit, value, zone, kind == type_kind::timestamp_ltz, up);
                  return unit <= time_unit::day ? round_days(unit, value, up) : value;
                }));
}

} // namespace core::expr::functions
