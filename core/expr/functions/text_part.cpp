// Lengths and parts of texts. Positions count code points from 1. Parts are views into the argument.
#include <limits>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

result<overload> char_length(string_view name, std::span<const argument> arguments) {
  return settle({name, {want::text}}, arguments, int32_type(), row_kernel<string_view>(int32_type(), count_points));
}

result<overload> octet_length(std::span<const argument> arguments) {
  return settle(
      {"OCTET_LENGTH", {want::text_or_bytes}}, arguments, int32_type(),
      row_kernel<string_view>(int32_type(), [](string_view text) { return static_cast<int64_t>(text.size()); }));
}

constexpr int64_t no_limit = std::numeric_limits<std::int32_t>::max();

/// From 0 counts as 1; a negative one counts from the end, and gives nothing when it reaches before the start.
std::optional<string_view> substring(string_view text, int64_t from, int64_t count) {
  if (count < 0 || count > no_limit || from > no_limit) return {};
  if (from < 0) {
    const auto points = count_points(text);
    if (points + from < 0) return text.substr(0, 0);
    return cut_points(text, points + from, count);
  }
  return cut_points(text, from == 0 ? 0 : from - 1, count);
}

result<overload> substring_of(string_view name, std::span<const argument> arguments) {
  const shape form{name, {want::text, want::integer, want::integer}, 1};
  if (arguments.size() == 2)
    return settle(form, arguments, string_type(), view_kernel<string_view, int64_t>([](string_view text, int64_t from) {
                    return substring(text, from, no_limit);
                  }));
  return settle(form, arguments, string_type(), view_kernel<string_view, int64_t, int64_t>(substring));
}

string_view left_part(string_view text, int64_t count) {
  return count <= 0 ? text.substr(0, 0) : cut_points(text, 0, count);
}

string_view right_part(string_view text, int64_t count) {
  if (count <= 0) return text.substr(0, 0);
  const auto points = count_points(text);
  return count >= points ? text : text.substr(offset_of_point(text, points - count));
}

template <class F>
result<overload> side(string_view name, std::span<const argument> arguments, F f) {
  return settle({name, {want::text, want::integer}}, arguments, string_type(), view_kernel<string_view, int64_t>(f));
}

constexpr function_entry entries[] = {
    {"CHAR_LENGTH",
     [](std::span<const argument> arguments, string_view) { return char_length("CHAR_LENGTH", arguments); },
     "CHAR_LENGTH(text)", "How many characters the text has."},
    {"CHARACTER_LENGTH",
     [](std::span<const argument> arguments, string_view) { return char_length("CHARACTER_LENGTH", arguments); },
     "CHARACTER_LENGTH(text)", "How many characters the text has."},
    {"LENGTH", [](std::span<const argument> arguments, string_view) { return char_length("LENGTH", arguments); },
     "LENGTH(text)", "How many characters the text has."},
    {"OCTET_LENGTH", [](std::span<const argument> arguments, string_view) { return octet_length(arguments); },
     "OCTET_LENGTH(text)", "How many bytes the text has in UTF-8."},
    {"SUBSTRING", [](std::span<const argument> arguments, string_view) { return substring_of("SUBSTRING", arguments); },
     "SUBSTRING(text, from[, count])", "The part from a position on (1 is the first, -1 the last character)."},
    {"SUBSTR", [](std::span<const argument> arguments, string_view) { return substring_of("SUBSTR", arguments); },
     "SUBSTR(text, from[, count])", "The part from a position on (1 is the first, -1 the last character)."},
    {"LEFT", [](std::span<const argument> arguments, string_view) { return side("LEFT", arguments, left_part); },
     "LEFT(text, count)", "The first characters."},
    {"RIGHT", [](std::span<const argument> arguments, string_view) { return side("RIGHT", arguments, right_part); },
     "RIGHT(text, count)", "The last characters."},
};

} // namespace

family text_part_functions() { return entries; }

} // namespace core::expr::functions
