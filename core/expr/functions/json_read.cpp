// JSON_QUERY, JSON_EXISTS, IS_JSON. Paths without a mode are strict: what is missing is an error there, and empty only
// for lax paths.
#include <fmt/format.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/json_returning.hpp"
#include "core/expr/functions/json_source.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

enum class json_wrapper : std::uint8_t { without, conditional, unconditional };

struct query_rule {
  json_source source;
  json_wrapper wrapper = json_wrapper::without;
  json_behaviour on_empty = json_behaviour::null;
  json_behaviour on_error = json_behaviour::null;
};

outcome<bool> fall_back(std::string& out, json_behaviour behaviour, string_view reason) {
  if (behaviour == json_behaviour::error) return std::unexpected(fmt::format("JSON_QUERY: {}", reason));
  if (behaviour == json_behaviour::empty_array) out = "[]";
  if (behaviour == json_behaviour::empty_object) out = "{}";
  return behaviour != json_behaviour::null;
}

outcome<bool> query(std::string& out, const query_rule& rule, string_view text, string_view path) {
  const auto reading = rule.source.read(text, path);
  if (!reading->fault.empty()) return fall_back(out, rule.on_error, reading->fault);
  const auto* value = reading->value;
  if (!value) return fall_back(out, rule.on_empty, "empty result");
  const bool wrapped = rule.wrapper == json_wrapper::unconditional ||
                       (rule.wrapper == json_wrapper::conditional && value->kind != json_kind::array);
  if (!wrapped && value->is_scalar())
    return reading->strict ? fall_back(out, rule.on_error, "array or object needed")
                           : fall_back(out, rule.on_empty, "empty result");
  if (wrapped) out.push_back('[');
  append_json(out, *value);
  if (wrapped) out.push_back(']');
  return true;
}

result<query_rule> query_rule_of(std::span<const argument> arguments) {
  using enum json_behaviour;
  static constexpr json_behaviour allowed[] = {null, error, empty_array, empty_object};
  query_rule rule;
  auto source = json_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  rule.source = std::move(*source);
  if (arguments.size() > 2) {
    const auto wrapper = literal_text(arguments[2]).value_or("");
    if (wrapper == "CONDITIONAL")
      rule.wrapper = json_wrapper::conditional;
    else if (wrapper == "UNCONDITIONAL")
      rule.wrapper = json_wrapper::unconditional;
    else if (wrapper != "WITHOUT")
      return fail(errc::bad_value, fmt::format("JSON_QUERY does not know this wrapper: {}", wrapper));
  }
  for (const auto i : {3U, 4U}) {
    if (arguments.size() <= i) break;
    const auto behaviour = behaviour_of("JSON_QUERY", arguments[i], allowed);
    if (!behaviour) return std::unexpected(behaviour.error());
    (i == 3 ? rule.on_empty : rule.on_error) = *behaviour;
  }
  return rule;
}

result<overload> json_query(std::span<const argument> arguments) {
  const shape form{"JSON_QUERY", {want::text, want::text, want::text, want::text, want::text}, 3};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto rule = query_rule_of(arguments);
  if (!rule) return std::unexpected(std::move(rule.error()));
  return settle(form, arguments, string_type(),
                text_kernel<string_view, string_view>(
                    [rule = std::move(*rule)](std::string& out, string_view text, string_view path) {
                      return query(out, rule, text, path);
                    }));
}

outcome<bool> exists(const json_source& source, json_behaviour on_error, string_view text, string_view path) {
  const auto reading = source.read(text, path);
  if (reading->fault.empty()) return reading->value != nullptr;
  if (on_error == json_behaviour::error) return std::unexpected(fmt::format("JSON_EXISTS: {}", reading->fault));
  if (on_error == json_behaviour::unknown) return std::optional<bool>();
  return on_error == json_behaviour::is_true;
}

result<overload> json_exists(std::span<const argument> arguments) {
  using enum json_behaviour;
  static constexpr json_behaviour allowed[] = {is_true, is_false, unknown, error};
  const shape form{"JSON_EXISTS", {want::text, want::text, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = json_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  auto on_error = is_false;
  if (arguments.size() == 3) {
    const auto given = behaviour_of("JSON_EXISTS", arguments[2], allowed);
    if (!given) return std::unexpected(given.error());
    on_error = *given;
  }
  return settle(form, arguments, boolean_type(),
                row_kernel<string_view, string_view>(
                    boolean_type(), [source = std::move(*source), on_error](string_view text, string_view path) {
                      return exists(source, on_error, text, path);
                    }));
}

bool is_json_of(string_view text, string_view what) {
  const auto value = parse_json(text);
  if (!value) return false;
  if (what == "OBJECT") return value->kind == json_kind::object;
  if (what == "ARRAY") return value->kind == json_kind::array;
  return what != "SCALAR" || value->is_scalar();
}

/// NULL is no JSON.
result<overload> is_json(std::span<const argument> arguments) {
  const shape form{"IS_JSON", {want::text, want::text}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  std::string what(arguments.size() == 2 ? literal_text(arguments[1]).value_or("") : "VALUE");
  if (what != "VALUE" && what != "OBJECT" && what != "ARRAY" && what != "SCALAR")
    return fail(errc::bad_value, fmt::format("IS JSON needs VALUE, OBJECT, ARRAY or SCALAR, not {}", what));
  return settle_with_nulls(
      form, arguments, boolean_type(), [what](const std::vector<column_ptr>& given, const kernel_context& context) {
        auto made = make_column(boolean_type(), context.rows);
        for_rows(context, [&](std::uint32_t row) {
          made.ints[row] = !given[0]->is_null(row) && is_json_of(given[0]->texts[row], what) ? 1 : 0;
        });
        return made;
      });
}

constexpr function_entry entries[] = {
    {"JSON_VALUE", [](std::span<const argument> arguments, string_view) { return json_value_call(arguments); },
     "JSON_VALUE(text, path [RETURNING type] [... ON EMPTY] [... ON ERROR])", "The scalar that the path leads to."},
    {"JSON_QUERY", [](std::span<const argument> arguments, string_view) { return json_query(arguments); },
     "JSON_QUERY(text, path [... WRAPPER] [... ON EMPTY] [... ON ERROR])",
     "The object or array that the path leads to."},
    {"JSON_EXISTS", [](std::span<const argument> arguments, string_view) { return json_exists(arguments); },
     "JSON_EXISTS(text, path [... ON ERROR])", "Whether the path leads to anything."},
    {"IS_JSON", [](std::span<const argument> arguments, string_view) { return is_json(arguments); },
     "text IS JSON [VALUE | OBJECT | ARRAY | SCALAR]", "Whether the text is JSON."},
};

} // namespace

family json_read_functions() { return entries; }

} // namespace core::expr::functions
