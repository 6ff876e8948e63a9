// The clauses of the SQL/JSON functions. Each becomes a plain call with a fixed list of arguments.
#include <fmt/format.h>

#include "core/sql/expression_parser.hpp"

namespace core::sql {

namespace {

syntax_ptr null_literal() { return std::make_shared<const expression_syntax>(expression_syntax{{}, literal_syntax{}}); }

} // namespace

/// JSON_VALUE(x, path [RETURNING type] [behaviour ON EMPTY] [behaviour ON ERROR]): the call takes text, path, type,
/// what on empty, its default, what on error, its default; a type other than STRING is a cast around it.
syntax_ptr expression_parser::json_value() {
  const auto place = tokens_.peek().place;
  call_syntax call{.name = "JSON_VALUE"};
  add(call, expression());
  tokens_.expect(",");
  add(call, expression());
  if (tokens_.accept(",")) { // The plain call.
    for (auto& value : expression_list()) add(call, std::move(value));
    tokens_.expect(")");
    return make(place, std::move(call));
  }
  std::optional<data_type> returning;
  if (tokens_.accept("RETURNING")) returning = type();
  std::string behaviours[] = {"NULL", "NULL"};
  syntax_ptr defaults[] = {null_literal(), null_literal()};
  while (tokens_.at("NULL") || tokens_.at("ERROR") || tokens_.at("DEFAULT")) {
    const auto behaviour = tokens_.take().upper;
    auto otherwise = behaviour == "DEFAULT" ? expression() : null_literal();
    tokens_.expect("ON");
    const bool on_error = tokens_.accept("ERROR");
    if (!on_error) tokens_.expect("EMPTY");
    behaviours[on_error ? 1 : 0] = behaviour;
    if (behaviour == "DEFAULT") {
      // The function answers text; a default of another type is written as text first.
      defaults[on_error ? 1 : 0] = make(otherwise->place, cast_syntax{otherwise, string_type(), false});
    }
  }
  tokens_.expect(")");
  add_text(call, core::to_string(returning.value_or(string_type())));
  for (std::size_t i = 0; i < 2; ++i) {
    add_text(call, behaviours[i]);
    add(call, defaults[i]);
  }
  auto value = make(place, std::move(call));
  if (!returning || returning->kind == type_kind::string) return value;
  return make(place, cast_syntax{std::move(value), *returning, false});
}

/// JSON_QUERY(x, path [RETURNING type] [WITHOUT | WITH [CONDITIONAL] WRAPPER] [behaviour ON EMPTY] [behaviour ON
/// ERROR]).
void expression_parser::json_query(call_syntax& call) {
  add(call, expression());
  tokens_.expect(",");
  add(call, expression());
  if (tokens_.accept(",")) { // The plain call.
    for (auto& value : expression_list()) add(call, std::move(value));
    return;
  }
  if (tokens_.accept("RETURNING")) {
    const auto place = tokens_.peek().place;
    if (type().kind != type_kind::string) tokens_.fail_at(place, "JSON_QUERY answers STRING only", {});
  }
  std::string wrapper = "WITHOUT";
  if (tokens_.at("WITHOUT") || tokens_.at("WITH")) {
    const bool with = tokens_.take().upper == "WITH";
    const bool conditional = with && tokens_.accept("CONDITIONAL");
    if (with && !conditional) tokens_.accept("UNCONDITIONAL");
    tokens_.accept("ARRAY");
    tokens_.expect("WRAPPER");
    wrapper = !with ? "WITHOUT" : conditional ? "CONDITIONAL" : "UNCONDITIONAL";
  }
  std::string behaviours[] = {"NULL", "NULL"};
  while (tokens_.at("NULL") || tokens_.at("ERROR") || tokens_.at("EMPTY")) {
    auto behaviour = tokens_.take().upper;
    if (behaviour == "EMPTY") {
      if (tokens_.accept("OBJECT")) {
        behaviour = "EMPTY OBJECT";
      } else {
        tokens_.expect("ARRAY");
        behaviour = "EMPTY ARRAY";
      }
    }
    tokens_.expect("ON");
    const bool on_error = tokens_.accept("ERROR");
    if (!on_error) tokens_.expect("EMPTY");
    behaviours[on_error ? 1 : 0] = behaviour;
  }
  add_text(call, wrapper);
  add_text(call, behaviours[0]);
  add_text(call, behaviours[1]);
}

/// JSON_EXISTS(x, path [TRUE | FALSE | UNKNOWN | ERROR ON ERROR]).
void expression_parser::json_exists(call_syntax& call) {
  add(call, expression());
  tokens_.expect(",");
  add(call, expression());
  if (tokens_.accept(",")) { // The plain call.
    for (auto& value : expression_list()) add(call, std::move(value));
    return;
  }
  std::string behaviour = "FALSE";
  if (tokens_.at("TRUE") || tokens_.at("FALSE") || tokens_.at("UNKNOWN") || tokens_.at("ERROR")) {
    behaviour = tokens_.take().upper;
    tokens_.expect("ON");
    tokens_.expect("ERROR");
  }
  add_text(call, behaviour);
}

/// `NULL ON NULL` or `ABSENT ON NULL` behind the values.
void expression_parser::json_null_clause(call_syntax& call) {
  if (!tokens_.at("ON", 1)) return;
  if (!tokens_.at("NULL") && !tokens_.at("ABSENT")) tokens_.fail_expected("NULL ON NULL or ABSENT ON NULL");
  const auto word = tokens_.take().upper;
  tokens_.expect("ON");
  tokens_.expect("NULL");
  literal_syntax node{};
  node.kind = literal_kind::text;
  node.text = word;
  call.arguments.front().value = std::make_shared<const expression_syntax>(expression_syntax{{}, std::move(node)});
}

/// JSON_OBJECT([KEY] k VALUE v, ... [NULL | ABSENT ON NULL]): the call takes 'NULL' or 'ABSENT', then keys and values
/// in turn.
void expression_parser::json_object(call_syntax& call) {
  add_text(call, "NULL");
  while (!tokens_.at(")") && !tokens_.at("ON", 1) && !tokens_.fault()) {
    if (call.arguments.size() > 1) tokens_.expect(",");
    if (tokens_.at("KEY") && !tokens_.at("VALUE", 1) && !tokens_.at(":", 1)) tokens_.take();
    add(call, expression());
    if (!tokens_.accept("VALUE") && !tokens_.accept(":")) tokens_.expect("VALUE");
    add(call, expression());
  }
  json_null_clause(call);
}

/// JSON_ARRAY(v, ... [NULL | ABSENT ON NULL]): the call takes 'NULL' or 'ABSENT', then the values. Without a clause:
/// absent.
void expression_parser::json_array(call_syntax& call) {
  add_text(call, "ABSENT");
  while (!tokens_.at(")") && !tokens_.at("ON", 1) && !tokens_.fault()) {
    if (call.arguments.size() > 1) tokens_.expect(",");
    add(call, expression());
  }
  json_null_clause(call);
}

} // namespace core::sql
