#include "config/contract/rule_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/contract/jmespath/expression.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/json_writer.hpp"
#include "core/contract/path.hpp"

namespace config::contract {

using core::errc;
using core::contract::conversion;
using core::contract::field_rule;

namespace {

std::string checked_path(mapping_reader& rule, std::string_view key) {
  const auto value = rule.take(key);
  if (!value) return {};
  const auto text = read_text(*value, key, rule.faults());
  if (!text) return {};
  if (auto names = core::contract::parse_path(*text); !names) {
    if (!names.error().hint.empty()) names.error().hint += ", or write expression: for JMESPath";
    rule.faults().add_within(*value, std::move(names.error()));
  }
  return *text;
}

std::string checked_expression(mapping_reader& rule) {
  const auto value = rule.take("expression");
  if (!value) return {};
  const auto text = read_text(*value, "expression", rule.faults());
  if (!text) return {};
  if (const auto compiled = core::contract::jmespath::expression::compile(*text); !compiled)
    rule.faults().add_within(*value, compiled.error());
  return *text;
}

/// `default: null` is what holds anyway, and no key without its value.
node_ptr without_null_default(const node_ptr& from) {
  const auto is_null = [](const entry& one) {
    return one.key->text == "default" && one.value->kind == node_kind::nothing;
  };
  auto made = *from;
  std::erase_if(made.entries, is_null);
  return std::make_shared<const node>(std::move(made));
}

bool is_json_word(const node& value) {
  if (value.quoted) return false;
  core::contract::arena memory;
  const auto read = core::contract::json_parser().parse(value.text, memory);
  return read && !read->is_string() && !read->is_array() && !read->is_object();
}

} // namespace

std::string json_of(const node& value) {
  std::string made;
  char lead = '[';
  switch (value.kind) {
  case node_kind::nothing: return "null";
  case node_kind::scalar:
    if (is_json_word(value)) return value.text;
    core::contract::append_json_string(made, value.text);
    return made;
  case node_kind::list:
    for (const auto& item : value.items) {
      made += lead;
      made += json_of(*item);
      lead = ',';
    }
    return made.empty() ? "[]" : made + ']';
  default: break;
  }
  lead = '{';
  for (const auto& one : value.entries) {
    made += lead;
    core::contract::append_json_string(made, one.key->text);
    made += ':';
    made += json_of(*one.value);
    lead = ',';
  }
  return made.empty() ? "{}" : made + '}';
}

field_rule read_rule(const std::string& name, const node_ptr& from, complaints& into) {
  if (from->kind == node_kind::scalar) {
    into.add(errc::bad_type, fmt::format("{} must be a rule: {}", name, from->text), from->place,
             fmt::format("write {{from: {}}}", from->text));
    return {.name = name};
  }
  mapping_reader rule(without_null_default(from), name, into);
  field_rule made{.name = name};
  made.from = checked_path(rule, "from");
  made.expression = checked_expression(rule);
  made.take = checked_path(rule, "take");
  made.as = rule.choice("as", conversion::none,
                        choices<conversion>{{"boolean", conversion::boolean}, {"timestamp", conversion::timestamp}});
  if (const auto value = rule.take("default")) made.default_json = json_of(*value);
  const bool has_from = rule.has("from");
  const bool has_expression = rule.has("expression");
  if (from->kind == node_kind::mapping && has_from == has_expression)
    into.add(errc::bad_value,
             fmt::format("{} {}", name, has_from ? "has both from and expression" : "needs from or expression"),
             from->place, "exactly one of the two");
  if (rule.has("take") && !has_from)
    into.add(errc::bad_value, fmt::format("{}: take goes with from only", name), from->find("take")->key->place);
  rule.finish();
  return made;
}

std::vector<field_rule> read_rules(const node_ptr& from, const std::string& what, complaints& into) {
  std::vector<field_rule> made;
  const mapping_reader checked(from, what, into); // Complains of other kinds and of twins.
  for (const auto& one : checked.from().entries) {
    const auto& taken = core::contract::normalized_fields;
    if (std::find(std::begin(taken), std::end(taken), one.key->text) != std::end(taken))
      into.add(errc::bad_value, fmt::format("every event has a field {} already", one.key->text), one.key->place,
               "choose another name");
    made.push_back(read_rule(one.key->text, one.value, into));
  }
  return made;
}

} // namespace config::contract
