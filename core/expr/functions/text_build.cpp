// Texts put together from others: CONCAT, CONCAT_WS, LPAD, RPAD, PRINTF, REPEAT, REVERSE, OVERLAY, ELT.
#include <fmt/format.h>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/text_order.hpp"
#include "core/expr/functions/text_print.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// No single row makes a longer text: a wrong count in the data must not take the memory of all.
constexpr std::size_t built_bytes_max = 16 * 1024 * 1024;

outcome<bool> too_long(string_view name) {
  return std::unexpected(fmt::format("{} makes a text of more than {} bytes", name, built_bytes_max));
}

column concat_kernel(const std::vector<column_ptr>& arguments, const kernel_context& context) {
  auto made = make_column(string_type(), context.rows);
  auto arena = std::make_shared<text_arena>();
  std::string text;
  for_rows(context, [&](std::uint32_t row) {
    text.clear();
    for (const auto& argument : arguments) text.append(argument->texts[row]);
    made.texts[row] = arena->store(text);
  });
  made.owners.push_back(std::move(arena));
  return made;
}

/// NULL only for a NULL separator; other NULLs are left out, with their separator.
column concat_ws_kernel(const std::vector<column_ptr>& arguments, const kernel_context& context) {
  auto made = make_column(string_type(), context.rows);
  auto arena = std::make_shared<text_arena>();
  std::string text;
  for_rows(context, [&](std::uint32_t row) {
    if (arguments[0]->is_null(row)) return made.set_null(row);
    text.clear();
    bool first = true;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      if (arguments[i]->is_null(row)) continue;
      if (!first) text.append(arguments[0]->texts[row]);
      text.append(arguments[i]->texts[row]);
      first = false;
    }
    made.texts[row] = arena->store(text);
  });
  made.owners.push_back(std::move(arena));
  return made;
}

/// The text or its start, and the padding that it lacks. NULL when the length is negative or nothing can be padded
/// with.
template <bool at_left>
outcome<bool> pad(std::string& out, string_view text, int64_t length, string_view with) {
  if (length < 0 || with.empty()) return false;
  const auto points = count_points(text);
  if (points >= length) {
    out = cut_points(text, 0, length);
    return true;
  }
  const auto lacking = length - points;
  if (static_cast<std::size_t>(lacking) > built_bytes_max) return too_long(at_left ? "LPAD" : "RPAD");
  if (!at_left) out = text;
  const auto width = count_points(with);
  for (int64_t done = 0; done < lacking; done += width) out.append(cut_points(with, 0, lacking - done));
  if (at_left) out.append(text);
  return true;
}

outcome<bool> repeat(std::string& out, string_view text, int64_t count) {
  if (count > 0 && text.size() > built_bytes_max / static_cast<std::size_t>(count)) return too_long("REPEAT");
  for (int64_t i = 0; i < count; ++i) out.append(text);
  return true;
}

/// A start outside of the text leaves it as it is. A count of 0 drops the rest, as Flink has it.
void overlay(std::string& out, string_view text, string_view with, int64_t from, int64_t count) {
  const auto points = count_points(text);
  if (from <= 0 || from > points) {
    out = text;
    return;
  }
  out = cut_points(text, 0, from - 1);
  out.append(with);
  if (count > 0 && count <= points - from) out.append(text.substr(offset_of_point(text, from - 1 + count)));
}

result<overload> overlay_of(std::span<const argument> arguments) {
  const shape form{"OVERLAY", {want::text, want::text, want::integer, want::integer}, 1};
  if (arguments.size() == 3)
    return settle(form, arguments, string_type(),
                  text_kernel<string_view, string_view, int64_t>(
                      [](std::string& out, string_view text, string_view with, int64_t from) {
                        overlay(out, text, with, from, count_points(with));
                      }));
  return settle(form, arguments, string_type(), text_kernel<string_view, string_view, int64_t, int64_t>(overlay));
}

column elt_kernel(const std::vector<column_ptr>& arguments, const kernel_context& context) {
  auto made = make_column(arguments[1]->type, context.rows);
  for_rows(context, [&](std::uint32_t row) {
    const auto chosen = arguments[0]->ints[row];
    const bool exists = chosen >= 1 && chosen < static_cast<int64_t>(arguments.size()) && !arguments[0]->is_null(row);
    if (!exists || arguments[static_cast<std::size_t>(chosen)]->is_null(row)) return made.set_null(row);
    made.texts[row] = arguments[static_cast<std::size_t>(chosen)]->texts[row];
  });
  for (const auto& argument : arguments) share_owners(made, *argument);
  return made;
}

constexpr function_entry entries[] = {
    {"CONCAT",
     [](std::span<const argument> arguments, string_view) {
       return settle({"CONCAT", {want::text}, 0, true}, arguments, string_type(), concat_kernel);
     },
     "CONCAT(text, ...)", "The texts one behind the other; NULL when one is NULL."},
    {"CONCAT_WS",
     [](std::span<const argument> arguments, string_view) {
       return settle_with_nulls({"CONCAT_WS", {want::text, want::text}, 1, true}, arguments, string_type(),
                                concat_ws_kernel);
     },
     "CONCAT_WS(separator, text, ...)", "The texts that are not NULL, with the separator between them."},
    {"LPAD",
     [](std::span<const argument> arguments, string_view) {
       return settle({"LPAD", {want::text, want::integer, want::text}}, arguments, string_type(),
                     text_kernel<string_view, int64_t, string_view>(pad<true>));
     },
     "LPAD(text, length, with)", "The text padded at its start, or cut, to a length."},
    {"RPAD",
     [](std::span<const argument> arguments, string_view) {
       return settle({"RPAD", {want::text, want::integer, want::text}}, arguments, string_type(),
                     text_kernel<string_view, int64_t, string_view>(pad<false>));
     },
     "RPAD(text, length, with)", "The text padded at its end, or cut, to a length."},
    {"PRINTF", printf_overload, "PRINTF(format, value, ...)",
     "The format with the values written into it, as Java writes them."},
    {"REPEAT",
     [](std::span<const argument> arguments, string_view) {
       return settle({"REPEAT", {want::text, want::integer}}, arguments, string_type(),
                     text_kernel<string_view, int64_t>(repeat));
     },
     "REPEAT(text, count)", "The text so many times."},
    {"REVERSE",
     [](std::span<const argument> arguments, string_view) {
       return settle({"REVERSE", {want::text}}, arguments, string_type(), text_kernel<string_view>(append_reversed));
     },
     "REVERSE(text)", "The text's characters the other way round."},
    {"OVERLAY", [](std::span<const argument> arguments, string_view) { return overlay_of(arguments); },
     "OVERLAY(text PLACING new FROM from [FOR count])", "The text with a part of it replaced."},
    {"ELT",
     [](std::span<const argument> arguments, string_view) {
       return settle_with_nulls({"ELT", {want::integer, want::text_or_bytes}, 0, true}, arguments,
                                arguments.size() > 1 && arguments[1].type.kind == type_kind::bytes
                                    ? simple_type(type_kind::bytes)
                                    : string_type(),
                                elt_kernel);
     },
     "ELT(index, text, ...)", "The text of that number, from 1; NULL when there is none."},
};

} // namespace

family text_build_functions() { return entries; }

} // namespace core::expr::functions
