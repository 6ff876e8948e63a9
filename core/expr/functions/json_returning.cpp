#include "core/expr/functions/json_returning.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/json_number.hpp"
#include "core/expr/functions/json_source.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

/// What the scalar will be cast to, as far as it says which scalars are wrong.
struct returning_type {
  type_kind kind = type_kind::string;
  int precision = 0;
  int scale = 0;
};

struct kind_name {
  string_view name;
  type_kind kind;
};
constexpr std::array kind_names{kind_name{"BOOLEAN", type_kind::boolean}, kind_name{"TINYINT", type_kind::int8},
                                kind_name{"SMALLINT", type_kind::int16},  kind_name{"INT", type_kind::int32},
                                kind_name{"INTEGER", type_kind::int32},   kind_name{"BIGINT", type_kind::int64},
                                kind_name{"FLOAT", type_kind::float32},   kind_name{"DOUBLE", type_kind::float64}};

result<returning_type> returning_of(string_view text) {
  for (const auto& known : kind_names)
    if (text == known.name) return returning_type{known.kind};
  if (text.starts_with("STRING") || text.starts_with("VARCHAR") || text.starts_with("CHAR")) return returning_type{};
  if (text.starts_with("DECIMAL(")) {
    const auto comma = text.find(',');
    const auto precision = std::atoi(std::string(text.substr(8)).c_str());
    const auto scale = comma == string_view::npos ? 0 : std::atoi(std::string(text.substr(comma + 1)).c_str());
    return returning_type{type_kind::decimal, precision, scale};
  }
  return fail(errc::bad_type, fmt::format("JSON_VALUE cannot return this type: {}", text), {},
              "it returns STRING, BOOLEAN, integers, FLOAT, DOUBLE and DECIMAL");
}

std::optional<std::string> as_boolean(const json_value& value) {
  if (value.kind == json_kind::boolean) return value.text;
  std::string lower(value.text);
  for (auto& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
  if (value.kind != json_kind::text) return {};
  if (lower == "true" || lower == "t" || lower == "yes" || lower == "1") return "true";
  if (lower == "false" || lower == "f" || lower == "no" || lower == "0") return "false";
  return {};
}

std::optional<std::string> as_integer(const json_value& value, type_kind kind) {
  const auto whole = whole_part(value.text);
  const auto number = whole ? parse_integer(*whole) : std::nullopt;
  if (!number) return {};
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (kind == type_kind::int8) most = std::numeric_limits<std::int8_t>::max();
  if (kind == type_kind::int16) most = std::numeric_limits<std::int16_t>::max();
  if (kind == type_kind::int32) most = std::numeric_limits<std::int32_t>::max();
  return *number > most || *number < -most - 1 ? std::nullopt : whole;
}

/// The text that the cast will read; nothing when the scalar is none of that type.
std::optional<std::string> converted(const json_value& value, const returning_type& to) {
  if (to.kind == type_kind::string) return value.text;
  if (to.kind == type_kind::boolean) return as_boolean(value);
  if (value.kind == json_kind::boolean) return {};
  if (is_integer(to.kind)) return as_integer(value, to.kind);
  if (to.kind == type_kind::decimal)
    return parse_decimal(value.text, to.precision, to.scale) ? std::optional(value.text) : std::nullopt;
  const auto real = parse_double(value.text);
  const bool fits = real && std::isfinite(to.kind == type_kind::float32 ? static_cast<float>(*real) : *real);
  return fits ? std::optional(value.text) : std::nullopt;
}

struct value_rule {
  json_source source;
  returning_type returning;
  json_behaviour on_empty = json_behaviour::null;
  json_behaviour on_error = json_behaviour::null;
};

struct found_scalar {
  json_behaviour otherwise = json_behaviour::null; ///< What to do when there is no text.
  bool is_error = false;
  std::optional<std::string> text{};
  std::string reason{};
};

found_scalar find_scalar(const value_rule& rule, string_view text, string_view path) {
  const auto reading = rule.source.read(text, path);
  if (!reading->fault.empty()) return {rule.on_error, true, {}, reading->fault};
  if (!reading->value || (!reading->strict && !reading->value->is_scalar()))
    return {rule.on_empty, false, {}, "empty result"};
  if (!reading->value->is_scalar()) return {rule.on_error, true, {}, "scalar needed"};
  auto made = converted(*reading->value, rule.returning);
  if (!made) return {rule.on_error, true, {}, fmt::format("value does not fit the type: {}", reading->value->text)};
  return {json_behaviour::null, false, std::move(made), {}};
}

column value_kernel(const value_rule& rule, const std::vector<column_ptr>& given, const kernel_context& context) {
  auto made = make_column(string_type(), context.rows);
  auto arena = std::make_shared<text_arena>();
  for_rows(context, [&](std::uint32_t row) {
    if (given[0]->is_null(row) || given[1]->is_null(row)) return made.set_null(row);
    const auto found = find_scalar(rule, given[0]->texts[row], given[1]->texts[row]);
    if (found.text) {
      made.texts[row] = arena->store(*found.text);
      return;
    }
    if (found.otherwise == json_behaviour::error) add_fault(context, row, fmt::format("JSON_VALUE: {}", found.reason));
    const auto* fallback = found.otherwise == json_behaviour::fallback ? given[found.is_error ? 6 : 4].get() : nullptr;
    if (!fallback || fallback->is_null(row)) return made.set_null(row);
    made.texts[row] = fallback->texts[row];
  });
  for (const auto& column : given) share_owners(made, *column);
  made.owners.push_back(std::move(arena));
  return made;
}

result<value_rule> value_rule_of(std::span<const argument> arguments) {
  using enum json_behaviour;
  static constexpr json_behaviour allowed[] = {null, error, fallback};
  value_rule rule;
  auto source = json_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  rule.source = std::move(*source);
  if (arguments.size() == 2) return rule;
  const auto returning = returning_of(literal_text(arguments[2]).value_or(""));
  if (!returning) return std::unexpected(returning.error());
  rule.returning = *returning;
  const auto on_empty = behaviour_of("JSON_VALUE", arguments[3], allowed);
  if (!on_empty) return std::unexpected(on_empty.error());
  const auto on_error = behaviour_of("JSON_VALUE", arguments[5], allowed);
  if (!on_error) return std::unexpected(on_error.error());
  rule.on_empty = *on_empty;
  rule.on_error = *on_error;
  return rule;
}

} // namespace

result<overload> json_value_call(std::span<const argument> arguments) {
  shape form{"JSON_VALUE", {want::text, want::text}};
  if (arguments.size() != 2) form.wants.assign(7, want::text);
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto rule = value_rule_of(arguments);
  if (!rule) return std::unexpected(std::move(rule.error()));
  return settle_with_nulls(
      form, arguments, string_type(),
      [rule = std::move(*rule)](const std::vector<column_ptr>& given, const kernel_context& context) {
        return value_kernel(rule, given, context);
      });
}

} // namespace core::expr::functions
