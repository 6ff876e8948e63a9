// EXTRACT and the functions named after its units. Before 1970 Flink cuts toward zero where it should go down, so that
// EXTRACT(HOUR ...) is negative and the day of a time that is not midnight is the next one: a query has to give here
// what it gives there.
#include <fmt/format.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

int64_t field_of(time_unit unit, int64_t wall, std::int32_t nanos) {
  switch (unit) {
  case time_unit::hour: return wall % day_ms / hour_ms;
  case time_unit::minute: return wall % hour_ms / minute_ms;
  case time_unit::second: return wall % minute_ms / second_ms;
  case time_unit::millisecond: return wall % second_ms;
  case time_unit::microsecond: return wall % second_ms * 1000 + nanos / 1000;
  case time_unit::nanosecond: return wall % second_ms * 1'000'000 + nanos;
  case time_unit::epoch: return wall / second_ms;
  default: return date_field(unit, wall / day_ms);
  }
}

result<overload> extract(string_view name, time_unit unit, std::span<const argument> arguments, std::size_t at,
                         string_view zone_name) {
  shape form{name, {want::date_or_time}};
  if (at == 1) form.wants.insert(form.wants.begin(), want::text);
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  if ((*types)[at].kind == type_kind::time && is_date_unit(unit))
    return fail(errc::bad_type, fmt::format("{} needs a date: a TIME has none", name));
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  return settle(form, arguments, int64_type(),
                [unit, at, &zone = **zone](const std::vector<column_ptr>& given, const kernel_context& context) {
                  auto made = make_column(int64_type(), context.rows);
                  const auto& times = *given[at];
                  for_rows(context, [&](std::uint32_t row) {
                    made.ints[row] = field_of(unit, wall_ms(times, row, zone), time_nanos(times, row));
                  });
                  return made;
                });
}

result<overload> extract_named(std::span<const argument> arguments, string_view zone) {
  if (arguments.size() != 2)
    return fail(errc::bad_type, fmt::format("EXTRACT takes 2 arguments, not {}", arguments.size()));
  const auto unit = unit_of("EXTRACT", arguments[0]);
  if (!unit) return std::unexpected(unit.error());
  return extract("EXTRACT", *unit, arguments, 1, zone);
}

#define WEIR_FIELD(NAME, UNIT, SUMMARY)                                                                                \
  {                                                                                                                    \
    NAME,                                                                                                              \
        [](std::span<const argument> arguments, string_view zone) {                                                    \
          return extract(NAME, time_unit::UNIT, arguments, 0, zone);                                                   \
        },                                                                                                             \
        NAME "(time)", SUMMARY                                                                                         \
  }

constexpr function_entry entries[] = {
    {"EXTRACT", extract_named, "EXTRACT(unit FROM time)", "A part of the time: YEAR, MONTH, DAY, HOUR, ..., EPOCH."},
    WEIR_FIELD("YEAR", year, "The year."),
    WEIR_FIELD("QUARTER", quarter, "The quarter of the year, from 1 to 4."),
    WEIR_FIELD("MONTH", month, "The month, from 1 to 12."),
    WEIR_FIELD("WEEK", week, "The week of the year as ISO 8601 counts."),
    WEIR_FIELD("DAYOFYEAR", doy, "The day of the year, from 1 to 366."),
    WEIR_FIELD("DAYOFMONTH", day, "The day of the month, from 1 to 31."),
    WEIR_FIELD("DAYOFWEEK", dow, "The day of the week, from 1 = Sunday to 7 = Saturday."),
    WEIR_FIELD("HOUR", hour, "The hour, from 0 to 23."),
    WEIR_FIELD("MINUTE", minute, "The minute, from 0 to 59."),
    WEIR_FIELD("SECOND", second, "The second, from 0 to 59."),
};

#undef WEIR_FIELD

} // namespace

family time_field_functions() { return entries; }

} // namespace core::expr::functions
