// TRIM, LTRIM, RTRIM, BTRIM: blanks, or any characters of a set, off the ends of a text. The results are views.
#include <fmt/format.h>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

bool holds(string_view set, string_view point) {
  for (; !set.empty(); set.remove_prefix(first_point_bytes(set)))
    if (set.substr(0, first_point_bytes(set)) == point) return true;
  return false;
}

string_view trim_left(string_view text, string_view set) {
  while (!text.empty() && holds(set, text.substr(0, first_point_bytes(text))))
    text.remove_prefix(first_point_bytes(text));
  return text;
}

string_view trim_right(string_view text, string_view set) {
  while (!text.empty()) {
    auto last = text.size() - 1;
    while (last > 0 && is_continuation(text[last])) --last;
    if (!holds(set, text.substr(last))) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

string_view trim_both(string_view text, string_view set) { return trim_right(trim_left(text, set), set); }

using trimmer = string_view (*)(string_view text, string_view set);

template <trimmer trim>
result<overload> trim_of(string_view name, std::span<const argument> arguments) {
  const shape form{name, {want::text, want::text}, 1};
  if (arguments.size() == 1)
    return settle(form, arguments, string_type(),
                  view_kernel<string_view>([](string_view text) { return trim(text, " "); }));
  return settle(form, arguments, string_type(), view_kernel<string_view, string_view>(trim));
}

/// TRIM('BOTH', chars, text), as `TRIM(BOTH chars FROM text)` is bound.
result<overload> sided_trim(std::span<const argument> arguments) {
  const shape form{"TRIM", {want::text, want::text, want::text}};
  const auto side = literal_text(arguments[0]);
  trimmer trim = nullptr;
  if (side == "BOTH") trim = trim_both;
  if (side == "LEADING") trim = trim_left;
  if (side == "TRAILING") trim = trim_right;
  if (!trim)
    return fail(errc::bad_value, fmt::format("TRIM needs BOTH, LEADING or TRAILING, not {}", side.value_or("NULL")));
  return settle(form, arguments, string_type(),
                view_kernel<string_view, string_view, string_view>(
                    [trim](string_view, string_view set, string_view text) { return trim(text, set); }));
}

constexpr function_entry entries[] = {
    {"TRIM",
     [](std::span<const argument> arguments, string_view) {
       return arguments.size() == 3 ? sided_trim(arguments) : trim_of<trim_both>("TRIM", arguments);
     },
     "TRIM([BOTH | LEADING | TRAILING] [chars] FROM text)",
     "The text without blanks, or these characters, at its ends."},
    {"BTRIM", [](std::span<const argument> arguments, string_view) { return trim_of<trim_both>("BTRIM", arguments); },
     "BTRIM(text[, chars])", "The text without blanks, or these characters, at both ends."},
    {"LTRIM", [](std::span<const argument> arguments, string_view) { return trim_of<trim_left>("LTRIM", arguments); },
     "LTRIM(text[, chars])", "The text without blanks, or these characters, at its start."},
    {"RTRIM", [](std::span<const argument> arguments, string_view) { return trim_of<trim_right>("RTRIM", arguments); },
     "RTRIM(text[, chars])", "The text without blanks, or these characters, at its end."},
};

} // namespace

family text_trim_functions() { return entries; }

} // namespace core::expr::functions
