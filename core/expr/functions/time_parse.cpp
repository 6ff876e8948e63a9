// TO_TIMESTAMP, TO_TIMESTAMP_LTZ, TO_DATE, UNIX_TIMESTAMP: texts and numbers as times. What cannot be read is NULL
// (UNIX_TIMESTAMP: the smallest BIGINT), as on Flink.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/loose_time.hpp"
#include "core/expr/functions/pattern_source.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

std::optional<int64_t> milliseconds(std::optional<stamp> read) { return read ? std::optional(read->ms) : std::nullopt; }

/// By the pattern; where that fails `yyyy-m-d [h:m:s]` is taken too.
outcome<int64_t> read_by(const pattern_source& patterns, string_view text, string_view named) {
  const auto pattern = patterns.for_row(named);
  if (!pattern) return std::unexpected(pattern.error().message);
  const auto read = milliseconds((*pattern)->parse(text));
  return read ? read : parse_sql_stamp(text);
}

result<overload> to_timestamp(std::span<const argument> arguments) {
  const shape form{"TO_TIMESTAMP", {want::text, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  const auto type = timestamp_type(3);
  if (arguments.size() == 1) return settle(form, arguments, type, row_kernel<string_view>(type, parse_loose_stamp));
  auto patterns = pattern_source::of(arguments[1], pattern_style::strict);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  return settle(form, arguments, type,
                row_kernel<string_view, string_view>(type, [patterns = *patterns](string_view text, string_view named) {
                  return read_by(patterns, text, named);
                }));
}

/// From year 0 to year 9999; other moments are NULL.
constexpr int64_t moment_min_ms = -62'167'219'200'000;
constexpr int64_t moment_max_ms = 253'402'300'799'999;

std::optional<int64_t> moment_of(int64_t value, int64_t unit_ms) {
  if (value < moment_min_ms / unit_ms || value > moment_max_ms / unit_ms) return {};
  return value * unit_ms;
}

std::optional<int64_t> moment_of_real(double value, int64_t unit_ms) {
  const auto ms = std::floor(value * static_cast<double>(unit_ms));
  if (!(ms >= static_cast<double>(moment_min_ms) && ms <= static_cast<double>(moment_max_ms))) return {};
  return static_cast<int64_t>(ms);
}

std::optional<int64_t> moment_of_decimal(int128 value, int scale, int64_t unit_ms) {
  const auto whole = value / power_of_ten(scale);
  if (whole < moment_min_ms || whole > moment_max_ms) return {};
  return moment_of(static_cast<int64_t>(whole), unit_ms);
}

result<overload> moment_of_number(std::span<const argument> arguments) {
  const shape form{"TO_TIMESTAMP_LTZ", {want::number, want::integer}, 1};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto precision = arguments.size() == 1 ? std::optional<int64_t>(3) : literal_integer(arguments[1]);
  if (precision != 0 && precision != 3)
    return fail(errc::bad_value, "TO_TIMESTAMP_LTZ of a number needs the precision 0 (seconds) or 3 (milliseconds)");
  const int64_t unit_ms = precision == 0 ? second_ms : 1;
  const auto& given = (*types)[0];
  const auto type = timestamp_ltz_type(3);
  kernel evaluate;
  switch (storage_of(given.kind)) {
  case storage::real:
    evaluate = row_kernel<double>(type, [unit_ms](double value) { return moment_of_real(value, unit_ms); });
    break;
  case storage::decimal:
    evaluate = row_kernel<int128>(
        type, [unit_ms, scale = given.scale](int128 value) { return moment_of_decimal(value, scale, unit_ms); });
    break;
  default: evaluate = row_kernel<int64_t>(type, [unit_ms](int64_t value) { return moment_of(value, unit_ms); });
  }
  return settle(form, arguments, type, std::move(evaluate));
}

/// A text without a zone is UTC, whatever the session's zone.
result<overload> moment_of_text(std::span<const argument> arguments) {
  const shape form{"TO_TIMESTAMP_LTZ", {want::text, want::text, want::text}, 2};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  const auto type = timestamp_ltz_type(3);
  if (arguments.size() == 1) return settle(form, arguments, type, row_kernel<string_view>(type, parse_loose_stamp));
  auto patterns = pattern_source::of(arguments[1], pattern_style::strict);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  if (arguments.size() == 2)
    return settle(
        form, arguments, type,
        row_kernel<string_view, string_view>(type, [patterns = *patterns](string_view text, string_view named) {
          return read_by(patterns, text, named);
        }));
  if (const auto name = literal_text(arguments[2]))
    if (const auto zone = time_zone::find(*name); !zone) return std::unexpected(zone.error());
  return settle(
      form, arguments, type,
      row_kernel<string_view, string_view, string_view>(
          type, [patterns = *patterns](string_view text, string_view named, string_view in) -> outcome<int64_t> {
            const auto zone = time_zone::find(in);
            if (!zone) return std::unexpected(zone.error().message);
            auto read = read_by(patterns, text, named);
            if (read && *read) read = (*zone)->to_utc(**read);
            return read;
          }));
}

result<overload> to_timestamp_ltz(std::span<const argument> arguments) {
  return !arguments.empty() && is_number(arguments[0].type.kind) ? moment_of_number(arguments)
                                                                 : moment_of_text(arguments);
}

result<overload> to_date(std::span<const argument> arguments) {
  const shape form{"TO_DATE", {want::text, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  const auto type = simple_type(type_kind::date);
  if (arguments.size() == 1) return settle(form, arguments, type, row_kernel<string_view>(type, parse_loose_date));
  auto patterns = pattern_source::of(arguments[1], pattern_style::simple);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  return settle(form, arguments, type,
                row_kernel<string_view, string_view>(
                    type, [patterns = *patterns](string_view text, string_view named) -> outcome<int64_t> {
                      const auto pattern = patterns.for_row(named);
                      if (!pattern) return std::unexpected(pattern.error().message);
                      const auto moment = (*pattern)->parse_moment(text, time_zone::utc());
                      if (!moment) return std::optional<int64_t>();
                      return floor_div(*moment, day_ms);
                    }));
}

int64_t unix_seconds(const time_pattern& pattern, string_view text, const time_zone& zone) {
  const auto moment = pattern.parse_moment(text, zone);
  return moment ? *moment / second_ms : std::numeric_limits<int64_t>::min();
}

result<overload> unix_timestamp_now(std::span<const argument> arguments) {
  auto made = settle({"UNIX_TIMESTAMP"}, arguments, int64_type(),
                     [](const std::vector<column_ptr>&, const kernel_context& context) {
                       auto column = make_column(int64_type(), context.rows);
                       column.ints.assign(context.rows, context.now_ms / second_ms);
                       return column;
                     });
  if (made) made->repeatable = false;
  return made;
}

result<overload> unix_timestamp(std::span<const argument> arguments, string_view zone_name) {
  if (arguments.empty()) return unix_timestamp_now(arguments);
  const shape form{"UNIX_TIMESTAMP", {want::text, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  if (arguments.size() == 1) {
    const auto usual = time_pattern::compile("yyyy-MM-dd HH:mm:ss", pattern_style::simple);
    if (!usual) return std::unexpected(usual.error());
    return settle(form, arguments, int64_type(),
                  row_kernel<string_view>(int64_type(), [pattern = *usual, &zone = **zone](string_view text) {
                    return unix_seconds(pattern, text, zone);
                  }));
  }
  auto patterns = pattern_source::of(arguments[1], pattern_style::simple);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  return settle(form, arguments, int64_type(),
                row_kernel<string_view, string_view>(
                    int64_type(),
                    [patterns = *patterns, &zone = **zone](string_view text, string_view named) -> outcome<int64_t> {
                      const auto pattern = patterns.for_row(named);
                      if (!pattern) return std::unexpected(pattern.error().message);
                      return unix_seconds(**pattern, text, zone);
                    }));
}

constexpr function_entry entries[] = {
    {"TO_TIMESTAMP", [](std::span<const argument> arguments, string_view) { return to_timestamp(arguments); },
     "TO_TIMESTAMP(text[, pattern])", "The text read as a TIMESTAMP(3); NULL when it is none."},
    {"TO_TIMESTAMP_LTZ", [](std::span<const argument> arguments, string_view) { return to_timestamp_ltz(arguments); },
     "TO_TIMESTAMP_LTZ(number[, precision]) or (text[, pattern[, zone]])",
     "The milliseconds (precision 3) or seconds (0) since 1970, or the text, as a moment."},
    {"TO_DATE", [](std::span<const argument> arguments, string_view) { return to_date(arguments); },
     "TO_DATE(text[, pattern])", "The text read as a date; NULL when it is none."},
    {"UNIX_TIMESTAMP", unix_timestamp, "UNIX_TIMESTAMP([text[, pattern]])",
     "Seconds since 1970 of now, or of the text in the session's zone."},
};

} // namespace

family time_parse_functions() { return entries; }

} // namespace core::expr::functions
