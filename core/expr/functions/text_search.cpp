// Finding and replacing texts in texts. Positions count code points from 1; 0 says that there is none.
#include <algorithm>
#include <limits>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/text_order.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

int64_t position_from(string_view needle, string_view text, int64_t from) {
  if (needle.empty()) return 1;
  const auto found = text.find(needle, offset_of_point(text, std::max<int64_t>(from, 1) - 1));
  return found == string_view::npos ? 0 : count_points(text.substr(0, found)) + 1;
}

int64_t position(string_view needle, string_view text) { return position_from(needle, text, 1); }

/// The nth place of `needle`, looking from `from` on; a negative `from` counts from the end and looks backwards.
outcome<int64_t> nth_position(string_view text, string_view needle, int64_t from, int64_t nth) {
  if (nth <= 0) return std::unexpected("INSTR needs a positive number of the appearance");
  if (from == 0) return 0;
  if (from < 0) {
    const auto back = -std::max<int64_t>(from, -std::numeric_limits<std::int32_t>::max());
    const auto behind = nth_position(reversed(text), reversed(needle), back, nth);
    if (!behind || **behind == 0) return behind;
    return count_points(text) + 2 - **behind - count_points(needle);
  }
  int64_t found = 0;
  for (int64_t i = 0; i < nth; ++i) {
    found = position_from(needle, text, from);
    if (found == 0 || needle.empty()) return found;
    from = found + 1;
  }
  return found;
}

result<overload> instr(std::span<const argument> arguments) {
  const shape form{"INSTR", {want::text, want::text, want::integer, want::integer}, 2};
  kernel evaluate;
  if (arguments.size() == 2)
    evaluate = row_kernel<string_view, string_view>(
        int32_type(), [](string_view text, string_view needle) { return position(needle, text); });
  else if (arguments.size() == 3)
    evaluate = row_kernel<string_view, string_view, int64_t>(
        int32_type(),
        [](string_view text, string_view needle, int64_t from) { return nth_position(text, needle, from, 1); });
  else
    evaluate = row_kernel<string_view, string_view, int64_t, int64_t>(int32_type(), nth_position);
  return settle(form, arguments, int32_type(), std::move(evaluate));
}

result<overload> locate(std::span<const argument> arguments) {
  const shape form{"LOCATE", {want::text, want::text, want::integer}, 1};
  if (arguments.size() == 2)
    return settle(form, arguments, int32_type(), row_kernel<string_view, string_view>(int32_type(), position));
  return settle(form, arguments, int32_type(),
                row_kernel<string_view, string_view, int64_t>(int32_type(), position_from));
}

template <class F>
result<overload> test_ends(string_view name, std::span<const argument> arguments, F f) {
  const shape form{name, {want::text_or_bytes, want::text_or_bytes}};
  return settle(form, arguments, boolean_type(), row_kernel<string_view, string_view>(boolean_type(), f));
}

void replace(std::string& out, string_view text, string_view old, string_view with) {
  if (old.empty()) {
    out = with;
    for (; !text.empty(); text.remove_prefix(first_point_bytes(text)))
      out.append(text.substr(0, first_point_bytes(text))).append(with);
    return;
  }
  for (auto found = text.find(old); found != string_view::npos; found = text.find(old)) {
    out.append(text.substr(0, found)).append(with);
    text.remove_prefix(found + old.size());
  }
  out.append(text);
}

/// Each character of `from` becomes the one at its place in `to`, or goes when `to` is shorter.
void translate(std::string& out, string_view text, string_view from, string_view to) {
  for (; !text.empty(); text.remove_prefix(first_point_bytes(text))) {
    const auto point = text.substr(0, first_point_bytes(text));
    int64_t place = 0;
    auto rest = from;
    while (!rest.empty() && rest.substr(0, first_point_bytes(rest)) != point) {
      rest.remove_prefix(first_point_bytes(rest));
      ++place;
    }
    out.append(rest.empty() ? point : cut_points(to, place, 1));
  }
}

template <class F>
result<overload> three_texts(string_view name, std::span<const argument> arguments, F f) {
  return settle({name, {want::text, want::text, want::text}}, arguments, string_type(),
                text_kernel<string_view, string_view, string_view>(f));
}

constexpr function_entry entries[] = {
    {"POSITION",
     [](std::span<const argument> arguments, string_view) {
       return settle({"POSITION", {want::text, want::text}}, arguments, int32_type(),
                     row_kernel<string_view, string_view>(int32_type(), position));
     },
     "POSITION(part IN text)", "Where the part first stands in the text; 0 when it does not."},
    {"INSTR", [](std::span<const argument> arguments, string_view) { return instr(arguments); },
     "INSTR(text, part[, from[, nth]])", "Where the part stands in the text; 0 when it does not."},
    {"LOCATE", [](std::span<const argument> arguments, string_view) { return locate(arguments); },
     "LOCATE(part, text[, from])", "Where the part first stands in the text; 0 when it does not."},
    {"STARTSWITH",
     [](std::span<const argument> arguments, string_view) {
       return test_ends("STARTSWITH", arguments,
                        [](string_view text, string_view part) { return text.starts_with(part); });
     },
     "STARTSWITH(text, part)", "Whether the text starts with the part."},
    {"ENDSWITH",
     [](std::span<const argument> arguments, string_view) {
       return test_ends("ENDSWITH", arguments, [](string_view text, string_view part) { return text.ends_with(part); });
     },
     "ENDSWITH(text, part)", "Whether the text ends with the part."},
    {"REPLACE",
     [](std::span<const argument> arguments, string_view) { return three_texts("REPLACE", arguments, replace); },
     "REPLACE(text, old, new)", "The text with each old part replaced."},
    {"TRANSLATE",
     [](std::span<const argument> arguments, string_view) { return three_texts("TRANSLATE", arguments, translate); },
     "TRANSLATE(text, from, to)", "The text with each character of `from` replaced by the one at its place in `to`."},
};

} // namespace

family text_search_functions() { return entries; }

} // namespace core::expr::functions
