#pragma once
// Units of time as SQL names them, and what Flink computes with them. Pure; any thread.

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/expr/function.hpp"

namespace core::expr::functions {

inline constexpr std::int64_t second_ms = 1000;
inline constexpr std::int64_t minute_ms = 60 * second_ms;
inline constexpr std::int64_t hour_ms = 60 * minute_ms;
inline constexpr std::int64_t day_ms = 24 * hour_ms;

enum class time_unit : std::uint8_t {
  millennium,
  century,
  decade,
  year,
  isoyear,
  quarter,
  month,
  week,
  day,
  dow,
  isodow,
  doy,
  hour,
  minute,
  second,
  millisecond,
  microsecond,
  nanosecond,
  epoch,
};

/// The unit that a constant argument names (any case, also as SQL_TSI_DAY), or what is wrong.
[[nodiscard]] result<time_unit> unit_of(std::string_view function, const argument& given);

[[nodiscard]] constexpr bool is_date_unit(time_unit unit) { return unit <= time_unit::doy; }

/// A unit's length when it always has the same, else 0.
[[nodiscard]] std::int64_t fixed_length_ms(time_unit unit);
/// Its months: 1, 3, 12 ..., 0 for units that do not consist of months.
[[nodiscard]] std::int64_t months_of(time_unit unit);

/// YEAR to DOY of a day.
[[nodiscard]] std::int64_t date_field(time_unit unit, std::int64_t days);

/// The day the same number of months later, at most the month's last.
[[nodiscard]] std::int64_t add_months(std::int64_t days, std::int64_t months);

[[nodiscard]] std::int64_t last_day_of_month(std::int64_t year, std::int64_t month);

} // namespace core::expr::functions
