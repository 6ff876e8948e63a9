// The current time, as the runner gives it with each batch.
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

using now_value = int64_t (*)(int64_t now_ms, const time_zone& zone);

int64_t moment(int64_t now_ms, const time_zone&) { return now_ms; }
int64_t wall_clock(int64_t now_ms, const time_zone& zone) { return zone.to_local(now_ms); }
int64_t date_of(int64_t now_ms, const time_zone& zone) { return floor_div(zone.to_local(now_ms), day_ms); }

/// TIME(0): whole seconds.
int64_t time_of(int64_t now_ms, const time_zone& zone) {
  const auto wall = zone.to_local(now_ms);
  return floor_div(wall - floor_div(wall, day_ms) * day_ms, second_ms) * second_ms;
}

result<overload> current(string_view name, std::span<const argument> arguments, string_view zone_name, data_type type,
                         now_value value) {
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  type.nullable = false;
  auto made = settle({name}, arguments, type,
                     [type, value, &zone = **zone](const std::vector<column_ptr>&, const kernel_context& context) {
                       auto column = make_column(type, context.rows);
                       column.ints.assign(context.rows, value(context.now_ms, zone));
                       return column;
                     });
  if (made) made->repeatable = false;
  return made;
}

#define WEIR_NOW(NAME, TYPE, VALUE, SUMMARY)                                                                           \
  {                                                                                                                    \
    NAME,                                                                                                              \
        [](std::span<const argument> arguments, string_view zone) {                                                    \
          return current(NAME, arguments, zone, TYPE, VALUE);                                                          \
        },                                                                                                             \
        NAME, SUMMARY                                                                                                  \
  }

constexpr function_entry entries[] = {
    WEIR_NOW("CURRENT_TIMESTAMP", timestamp_ltz_type(3), moment, "The current moment."),
    WEIR_NOW("NOW", timestamp_ltz_type(3), moment, "The current moment."),
    WEIR_NOW("CURRENT_ROW_TIMESTAMP", timestamp_ltz_type(3), moment, "The current moment."),
    WEIR_NOW("PROCTIME", timestamp_ltz_type(3), moment, "The current moment, as a processing-time attribute."),
    WEIR_NOW("LOCALTIMESTAMP", timestamp_type(3), wall_clock, "The session zone's wall clock."),
    WEIR_NOW("LOCALTIME", simple_type(type_kind::time), time_of, "The session zone's time of day."),
    WEIR_NOW("CURRENT_TIME", simple_type(type_kind::time), time_of, "The session zone's time of day."),
    WEIR_NOW("CURRENT_DATE", simple_type(type_kind::date), date_of, "The session zone's date."),
};

#undef WEIR_NOW

} // namespace

family now_functions() { return entries; }

} // namespace core::expr::functions
