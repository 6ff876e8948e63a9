// TIMESTAMPADD, TIMESTAMPDIFF, CONVERT_TZ. Days and months of a TIMESTAMP_LTZ are counted on UTC, as Flink does.
#include <fmt/format.h>

#include "core/data/time_text.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_pattern.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// So that no count of units leaves the numbers that times are held in.
constexpr int64_t units_max = 100'000'000'000;

data_type shifted_type(const data_type& type, time_unit unit) {
  auto made = type;
  made.nullable = true;
  if (type.kind == type_kind::date && unit > time_unit::doy) return timestamp_type(6);
  if (unit == time_unit::millisecond) made.precision = std::max<std::uint8_t>(made.precision, 3);
  return made;
}

int64_t shifted(int64_t ms, int64_t count, time_unit unit, type_kind kind) {
  if (const auto months = months_of(unit)) {
    const auto days = floor_div(ms, day_ms);
    return add_months(days, count * months) * day_ms + (ms - days * day_ms);
  }
  const auto sum = ms + count * fixed_length_ms(unit);
  return kind == type_kind::time ? sum - floor_div(sum, day_ms) * day_ms : sum;
}

column shift_times(const std::vector<column_ptr>& given, const kernel_context& context, time_unit unit,
                   const data_type& type) {
  auto made = make_column(type, context.rows);
  const auto& times = *given[2];
  made.nanos = times.nanos;
  for_rows(context, [&](std::uint32_t row) {
    const auto count = given[1]->ints[row];
    if (count > units_max || count < -units_max) {
      add_fault(context, row, fmt::format("TIMESTAMPADD counts too far: {}", count));
      return made.set_null(row);
    }
    const auto ms = shifted(time_ms(times, row), count, unit, type.kind);
    made.ints[row] = type.kind == type_kind::date ? floor_div(ms, day_ms) : ms;
  });
  return made;
}

result<overload> timestamp_add(std::span<const argument> arguments) {
  const shape form{"TIMESTAMPADD", {want::text, want::integer, want::date_or_time}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto unit = unit_of("TIMESTAMPADD", arguments[0]);
  if (!unit) return std::unexpected(unit.error());
  if (months_of(*unit) == 0 && fixed_length_ms(*unit) == 0)
    return fail(errc::unsupported, fmt::format("TIMESTAMPADD cannot add this unit: {}", *literal_text(arguments[0])));
  const auto type = shifted_type((*types)[2], *unit);
  return settle(form, arguments, type,
                [unit = *unit, type](const std::vector<column_ptr>& given, const kernel_context& context) {
                  return shift_times(given, context, unit, type);
                });
}

/// Whole months from day `a` to day `b`.
int64_t months_between_days(int64_t a, int64_t b) {
  if (b < a) return -months_between_days(b, a);
  const auto from = civil_from_days(a);
  const auto to = civil_from_days(b);
  const auto months = (to.year - from.year) * 12 + static_cast<int64_t>(to.month) - static_cast<int64_t>(from.month);
  return months > 0 && add_months(a, months) > b ? months - 1 : months;
}

/// Flink takes a month off whenever the days meet and the time of day is not reached, also when it counts backwards.
int64_t months_between(int64_t a, int64_t b) {
  const auto day_a = floor_div(a, day_ms);
  const auto day_b = floor_div(b, day_ms);
  const auto months = months_between_days(day_a, day_b);
  const bool same_day = add_months(day_a, months) == day_b;
  return same_day && b - day_b * day_ms < a - day_a * day_ms ? months - 1 : months;
}

int64_t units_between(int64_t a, int64_t b, time_unit unit) {
  const auto months = months_of(unit);
  return months > 0 ? months_between(a, b) / months : (b - a) / fixed_length_ms(unit);
}

result<overload> timestamp_diff(std::span<const argument> arguments, string_view zone_name) {
  const shape form{"TIMESTAMPDIFF", {want::text, want::date_or_time, want::date_or_time}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto unit = unit_of("TIMESTAMPDIFF", arguments[0]);
  if (!unit) return std::unexpected(unit.error());
  if (months_of(*unit) == 0 && fixed_length_ms(*unit) == 0)
    return fail(errc::unsupported,
                fmt::format("TIMESTAMPDIFF cannot count this unit: {}", *literal_text(arguments[0])));
  if (((*types)[1].kind == type_kind::time) != ((*types)[2].kind == type_kind::time))
    return fail(errc::bad_type, "TIMESTAMPDIFF cannot compare a TIME with a date");
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  const bool mixed = (*types)[1].kind != (*types)[2].kind; // Then both are seen as wall clocks.
  return settle(
      form, arguments, int32_type(),
      [unit = *unit, mixed, &zone = **zone](const std::vector<column_ptr>& given, const kernel_context& context) {
        auto made = make_column(int32_type(), context.rows);
        const auto read = [&](const column& times, std::uint32_t row) {
          return mixed ? wall_ms(times, row, zone) : time_ms(times, row);
        };
        for_rows(context, [&](std::uint32_t row) {
          const auto count = units_between(read(*given[1], row), read(*given[2], row), unit);
          made.ints[row] = static_cast<std::int32_t>(count);
        });
        return made;
      });
}

result<overload> convert_tz(std::span<const argument> arguments) {
  const shape form{"CONVERT_TZ", {want::text, want::text, want::text}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  for (const auto i : {1U, 2U})
    if (const auto name = literal_text(arguments[i]))
      if (const auto zone = time_zone::find(*name); !zone) return std::unexpected(zone.error());
  const auto pattern = time_pattern::compile("yyyy-MM-dd HH:mm:ss", pattern_style::simple);
  if (!pattern) return std::unexpected(pattern.error());
  return settle(
      form, arguments, string_type(),
      text_kernel<string_view, string_view, string_view>(
          [pattern = *pattern](std::string& out, string_view text, string_view from, string_view to) -> outcome<bool> {
            const auto zone_from = time_zone::find(from);
            const auto zone_to = time_zone::find(to);
            if (!zone_from || !zone_to)
              return std::unexpected(zone_from ? zone_to.error().message : zone_from.error().message);
            const auto utc = pattern.parse_moment(text, **zone_from);
            if (utc) pattern.format(out, {(*zone_to)->to_local(*utc), 0}, 0);
            return utc.has_value();
          }));
}

constexpr function_entry entries[] = {
    {"TIMESTAMPADD", [](std::span<const argument> arguments, string_view) { return timestamp_add(arguments); },
     "TIMESTAMPADD(unit, count, time)", "The time so many units later."},
    {"TIMESTAMPDIFF", timestamp_diff, "TIMESTAMPDIFF(unit, from, to)", "How many whole units lie between the times."},
    {"CONVERT_TZ", [](std::span<const argument> arguments, string_view) { return convert_tz(arguments); },
     "CONVERT_TZ(text, from zone, to zone)", "The time `yyyy-MM-dd HH:mm:ss` of a zone in another zone."},
};

} // namespace

family time_shift_functions() { return entries; }

} // namespace core::expr::functions
