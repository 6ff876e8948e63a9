// GREATEST and LEAST, TYPEOF, and the questions about a text's characters.
#include <fmt/format.h>
#include <unicode/uchar.h>

#include "core/data/number_text.hpp"
#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/value_order.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

/// The greatest (`sign` 1) or least (-1) argument of each row. All have one type.
kernel pick_kernel(const data_type& type, int sign) {
  return [type, sign](const std::vector<column_ptr>& arguments, const kernel_context& context) {
    std::vector<std::uint32_t> picked(context.rows, 0);
    for_rows(context, [&](std::uint32_t row) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < arguments.size(); ++i)
        if (compare_values(*arguments[i], row, *arguments[best], row) * sign > 0) best = i;
      picked[row] = static_cast<std::uint32_t>(best) * context.rows + row;
    });
    auto made = *gather(*concat(arguments), picked.data(), picked.size());
    made.type = type;
    return made;
  };
}

result<overload> pick(string_view name, std::span<const argument> arguments, int sign) {
  const shape form{name, {want::any}, 0, true};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto type = common_type_of(*types);
  if (!type || type->kind == type_kind::null)
    return fail(errc::bad_type, fmt::format("{} needs arguments that can be compared", name), {},
                "CAST them to one type");
  auto made = settle(form, arguments, *type, pick_kernel(*type, sign));
  if (made) made->arguments.assign(arguments.size(), *type);
  return made;
}

/// The argument is not computed: its type is known.
result<overload> type_of(std::span<const argument> arguments) {
  const shape form{"TYPEOF", {want::any, want::boolean}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto text = std::make_shared<const std::string>(to_string(arguments[0].type));
  return settle_with_nulls(form, arguments, string_type(),
                           [text](const std::vector<column_ptr>&, const kernel_context& context) {
                             auto made = make_column(string_type(), context.rows);
                             for (auto& value : made.texts) value = *text;
                             made.owners.push_back(text);
                             return made;
                           });
}

template <class Test>
bool all_points(string_view text, Test test) {
  if (text.empty()) return false;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = decode_point(text.substr(at));
    if (!test(static_cast<UChar32>(point.point))) return false;
    at += point.size;
  }
  return true;
}

bool is_alpha(string_view text) {
  return all_points(text, [](UChar32 point) { return u_isalpha(point) != 0; });
}
bool is_digit(string_view text) {
  return all_points(text, [](UChar32 point) { return u_isdigit(point) != 0; });
}

/// What Java's Double.parseDouble takes: blanks around it and a type letter behind it too.
bool is_decimal(string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  if (parse_double(text)) return true;
  const bool letter = !text.empty() && string_view("dDfF").find(text.back()) != string_view::npos;
  return letter && text.size() > 1 &&
         (text[text.size() - 2] == '.' || (text[text.size() - 2] >= '0' && text[text.size() - 2] <= '9')) &&
         parse_double(text.substr(0, text.size() - 1)).has_value();
}

using text_test = bool (*)(string_view text);

/// A NULL is none of these, and numbers are what their type says.
result<overload> test_text(string_view name, std::span<const argument> arguments, text_test test,
                           bool (*of_kind)(type_kind)) {
  const shape form{name, {want::any}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto kind = (*types)[0].kind;
  return settle_with_nulls(
      form, arguments, boolean_type(), [=](const std::vector<column_ptr>& given, const kernel_context& context) {
        auto made = make_column(boolean_type(), context.rows);
        for_rows(context, [&](std::uint32_t row) {
          if (given[0]->is_null(row)) return;
          const bool holds = kind == type_kind::string ? test(given[0]->texts[row]) : of_kind(kind);
          made.ints[row] = holds ? 1 : 0;
        });
        return made;
      });
}

constexpr function_entry entries[] = {
    {"GREATEST", [](std::span<const argument> arguments, string_view) { return pick("GREATEST", arguments, 1); },
     "GREATEST(value, ...)", "The greatest value; NULL when one is NULL."},
    {"LEAST", [](std::span<const argument> arguments, string_view) { return pick("LEAST", arguments, -1); },
     "LEAST(value, ...)", "The least value; NULL when one is NULL."},
    {"TYPEOF", [](std::span<const argument> arguments, string_view) { return type_of(arguments); }, "TYPEOF(value)",
     "The name of the value's type."},
    {"IS_ALPHA",
     [](std::span<const argument> arguments, string_view) {
       return test_text("IS_ALPHA", arguments, is_alpha, [](type_kind) { return false; });
     },
     "IS_ALPHA(text)", "Whether the text consists of letters."},
    {"IS_DIGIT",
     [](std::span<const argument> arguments, string_view) {
       return test_text("IS_DIGIT", arguments, is_digit, is_integer);
     },
     "IS_DIGIT(text)", "Whether the text consists of digits."},
    {"IS_DECIMAL",
     [](std::span<const argument> arguments, string_view) {
       return test_text("IS_DECIMAL", arguments, is_decimal, is_number);
     },
     "IS_DECIMAL(text)", "Whether the text is a number."},
};

} // namespace

family choice_functions() { return entries; }

} // namespace core::expr::functions
