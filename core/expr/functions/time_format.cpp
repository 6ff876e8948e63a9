// DATE_FORMAT and FROM_UNIXTIME: times as texts by Java's patterns.
#include <fmt/format.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/pattern_source.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

constexpr string_view usual_pattern = "yyyy-MM-dd HH:mm:ss";

/// Times by the strict dialect, dates by the simple one, as Flink does.
kernel format_times(const pattern_source& patterns, const time_zone& zone) {
  return [patterns, &zone](const std::vector<column_ptr>& given, const kernel_context& context) {
    auto made = make_column(string_type(), context.rows);
    auto arena = std::make_shared<text_arena>();
    std::string text;
    const auto& times = *given[0];
    for_rows(context, [&](std::uint32_t row) {
      const auto pattern = patterns.for_row(given[1]->texts[row]);
      if (!pattern) {
        add_fault(context, row, pattern.error().message);
        return made.set_null(row);
      }
      text.clear();
      (*pattern)->format(text, {wall_ms(times, row, zone), time_nanos(times, row)}, 0);
      made.texts[row] = arena->store(text);
    });
    made.owners.push_back(std::move(arena));
    return made;
  };
}

/// A text is read as `yyyy-MM-dd HH:mm:ss` first; NULL when it is none.
kernel format_texts(const pattern_source& patterns, const time_pattern& usual) {
  return text_kernel<string_view, string_view>(
      [patterns, usual](std::string& out, string_view text, string_view named) -> outcome<bool> {
        const auto pattern = patterns.for_row(named);
        if (!pattern) return std::unexpected(pattern.error().message);
        const auto moment = usual.parse_moment(text, time_zone::utc());
        if (moment) (*pattern)->format(out, {*moment, 0}, 0);
        return moment.has_value();
      });
}

result<overload> date_format(std::span<const argument> arguments, string_view zone_name) {
  const bool from_text = !arguments.empty() && arguments[0].type.kind == type_kind::string;
  const shape form{"DATE_FORMAT", {from_text ? want::text : want::date_or_time, want::text}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  if ((*types)[0].kind == type_kind::time) return fail(errc::bad_type, "DATE_FORMAT needs a date: a TIME has none");
  const bool simple = from_text || (*types)[0].kind == type_kind::date;
  auto patterns = pattern_source::of(arguments[1], simple ? pattern_style::simple : pattern_style::strict);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  if (!from_text) return settle(form, arguments, string_type(), format_times(*patterns, **zone));
  const auto usual = time_pattern::compile(usual_pattern, pattern_style::simple);
  if (!usual) return std::unexpected(usual.error());
  return settle(form, arguments, string_type(), format_texts(*patterns, *usual));
}

/// The farthest second that still has a millisecond.
constexpr int64_t unix_seconds_max = std::numeric_limits<int64_t>::max() / 2000;

outcome<bool> write_moment(std::string& out, int64_t seconds, const time_pattern& pattern, const time_zone& zone) {
  if (seconds > unix_seconds_max || seconds < -unix_seconds_max)
    return std::unexpected(fmt::format("FROM_UNIXTIME is too far away: {}", seconds));
  const auto utc = seconds * second_ms;
  const auto local = zone.to_local(utc);
  pattern.format(out, {local, 0}, local - utc);
  return true;
}

result<overload> from_unixtime(std::span<const argument> arguments, string_view zone_name) {
  const shape form{"FROM_UNIXTIME", {want::integer, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  const auto zone = time_zone::find(zone_name);
  if (!zone) return std::unexpected(zone.error());
  if (arguments.size() == 1) {
    const auto usual = time_pattern::compile(usual_pattern, pattern_style::simple);
    if (!usual) return std::unexpected(usual.error());
    return settle(form, arguments, string_type(),
                  text_kernel<int64_t>([pattern = *usual, &zone = **zone](std::string& out, int64_t seconds) {
                    return write_moment(out, seconds, pattern, zone);
                  }));
  }
  auto patterns = pattern_source::of(arguments[1], pattern_style::simple);
  if (!patterns) return std::unexpected(std::move(patterns.error()));
  return settle(
      form, arguments, string_type(),
      text_kernel<int64_t, string_view>([patterns = *patterns, &zone = **zone](std::string& out, int64_t seconds,
                                                                               string_view named) -> outcome<bool> {
        const auto pattern = patterns.for_row(named);
        if (!pattern) return std::unexpected(pattern.error().message);
        return write_moment(out, seconds, **pattern, zone);
      }));
}

constexpr function_entry entries[] = {
    {"DATE_FORMAT", date_format, "DATE_FORMAT(time, pattern)",
     "The time written by a Java pattern: `yyyy-MM-dd HH:mm`."},
    {"FROM_UNIXTIME", from_unixtime, "FROM_UNIXTIME(seconds[, pattern])",
     "The second since 1970 in the session's zone."},
};

} // namespace

family time_format_functions() { return entries; }

} // namespace core::expr::functions
