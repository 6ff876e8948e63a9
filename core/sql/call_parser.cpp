// Calls, and the special forms whose key words stand between arguments.
#include <utility>

#include <fmt/format.h>

#include "core/sql/expression_parser.hpp"

namespace core::sql {

namespace {

text_place nowhere() { return {}; }

constexpr std::string_view units[] = {
    "YEAR",       "QUARTER", "MONTH",  "WEEK", "DAY",     "HOUR",  "MINUTE", "SECOND",  "MILLISECOND", "MICROSECOND",
    "NANOSECOND", "DOW",     "ISODOW", "DOY",  "ISOYEAR", "EPOCH", "DECADE", "CENTURY", "MILLENNIUM"};

} // namespace

void expression_parser::add_text(call_syntax& call, std::string_view text) {
  literal_syntax node{};
  node.kind = literal_kind::text;
  node.text = text;
  add(call, std::make_shared<const expression_syntax>(expression_syntax{nowhere(), std::move(node)}));
}

syntax_ptr expression_parser::call() {
  const auto word = tokens_.take();
  const int outer_case = std::exchange(case_depth_, 0);
  tokens_.expect("(");
  call_syntax call;
  call.name = word.kind == token_kind::quoted_name ? word.text : word.upper;
  if (call.name == "JSON_VALUE") {
    auto value = json_value();
    case_depth_ = outer_case;
    return value;
  }
  if (word.kind == token_kind::quoted_name || !special_form(call.name, call)) {
    call.distinct = tokens_.accept("DISTINCT");
    if (!call.distinct) tokens_.accept("ALL");
    call.star = tokens_.accept("*");
    if (!call.star && !tokens_.at(")")) {
      do call.arguments.push_back(argument());
      while (tokens_.accept(","));
    }
    null_treatment(call);
  }
  tokens_.expect(")");
  case_depth_ = outer_case;
  call_tail(call);
  return make(word.place, std::move(call));
}

call_argument expression_parser::argument() {
  call_argument out;
  if (tokens_.at("=>", 1)) {
    out.name = upper_case(tokens_.take().text); // Any word: `DATA => TABLE t`.
    tokens_.take();
  }
  const auto place = tokens_.peek().place;
  const auto after = tokens_.peek(1).kind;
  if (!tokens_.at("TABLE") || (after != token_kind::word && after != token_kind::quoted_name)) {
    out.value = expression();
    return out;
  }
  tokens_.take();
  table_syntax table;
  table.name = compound_name();
  if (tokens_.accept_all({"PARTITION", "BY"})) {
    const bool bracketed = tokens_.accept("(");
    const auto more = [&] {
      if (bracketed) return tokens_.accept(",");
      return tokens_.at(",") && !tokens_.at("DESCRIPTOR", 1) && !tokens_.at("=>", 2) && tokens_.is_name(1) &&
             tokens_.accept(",");
    };
    do table.partition_by.push_back(column());
    while (more());
    if (bracketed) tokens_.expect(")");
  }
  out.value = make(place, std::move(table));
  return out;
}

/// IGNORE NULLS or RESPECT NULLS, within the bracket or behind it.
void expression_parser::null_treatment(call_syntax& call) {
  if (tokens_.accept_all({"IGNORE", "NULLS"}))
    call.ignore_nulls = true;
  else if (tokens_.accept_all({"RESPECT", "NULLS"}))
    call.ignore_nulls = false;
}

/// NULLS, FILTER (WHERE ...) and OVER.
void expression_parser::call_tail(call_syntax& call) {
  null_treatment(call);
  if (tokens_.at("FILTER") && tokens_.at("(", 1)) {
    tokens_.accept_all({"FILTER", "("});
    tokens_.expect("WHERE");
    call.filter = expression();
    tokens_.expect(")");
  }
  if (!tokens_.at("OVER")) return;
  tokens_.take();
  over_syntax over;
  if (tokens_.accept("(")) {
    over = window_definition();
    tokens_.expect(")");
  } else {
    over.window_name = tokens_.name().text;
  }
  call.over = std::make_shared<const over_syntax>(std::move(over));
}

over_syntax expression_parser::window_definition() {
  over_syntax over;
  if (tokens_.accept_all({"PARTITION", "BY"})) over.partition_by = expression_list();
  if (tokens_.accept_all({"ORDER", "BY"})) over.order_by = order_list();
  if (!tokens_.at("ROWS") && !tokens_.at("RANGE")) return over;
  over.has_frame = true;
  over.in_rows = tokens_.take().upper == "ROWS";
  if (tokens_.accept("BETWEEN")) {
    over.from = bound();
    tokens_.expect("AND");
    over.to = bound();
  } else {
    over.from = bound();
  }
  return over;
}

frame_bound expression_parser::bound() {
  if (tokens_.accept_all({"CURRENT", "ROW"})) return {frame_bound::side::current_row, {}};
  frame_bound out;
  if (!tokens_.accept("UNBOUNDED")) out.distance = climb(32); // Not past the AND of BETWEEN.
  if (tokens_.accept("FOLLOWING")) {
    out.where = frame_bound::side::following;
  } else {
    tokens_.expect("PRECEDING");
  }
  return out;
}

std::vector<order_item> expression_parser::order_list() {
  std::vector<order_item> out;
  do {
    order_item item;
    item.value = expression();
    item.descending = tokens_.accept("DESC");
    if (!item.descending) tokens_.accept("ASC");
    if (tokens_.accept_all({"NULLS", "FIRST"})) item.nulls_first = true;
    if (tokens_.accept_all({"NULLS", "LAST"})) item.nulls_first = false;
    out.push_back(std::move(item));
  } while (tokens_.accept(","));
  return out;
}

/// Reads the arguments when the call has a grammar of its own.
bool expression_parser::special_form(const std::string& name, call_syntax& call) {
  using form = void (expression_parser::*)(call_syntax&);
  struct entry {
    std::string_view name;
    form read;
  };
  static constexpr entry forms[] = {
      {"EXTRACT", &expression_parser::extract_form},         {"TRIM", &expression_parser::trim_form},
      {"POSITION", &expression_parser::position_form},       {"SUBSTRING", &expression_parser::substring_form},
      {"OVERLAY", &expression_parser::overlay_form},         {"FLOOR", &expression_parser::rounding_form},
      {"CEIL", &expression_parser::rounding_form},           {"CEILING", &expression_parser::rounding_form},
      {"TIMESTAMPADD", &expression_parser::unit_first_form}, {"TIMESTAMPDIFF", &expression_parser::unit_first_form},
      {"JSON_QUERY", &expression_parser::json_query},        {"JSON_EXISTS", &expression_parser::json_exists},
      {"JSON_OBJECT", &expression_parser::json_object},      {"JSON_ARRAY", &expression_parser::json_array},
      {"JSON_OBJECTAGG", &expression_parser::json_object},   {"JSON_ARRAYAGG", &expression_parser::json_array},
  };
  for (const auto& candidate : forms) {
    if (candidate.name != name) continue;
    (this->*candidate.read)(call);
    return true;
  }
  return false;
}

/// YEAR, MINUTE ...; also as SQL_TSI_MINUTE and in the plural.
std::string expression_parser::time_unit() {
  const auto& next = tokens_.peek();
  auto name = next.kind == token_kind::text ? next.text : next.upper; // The plain call writes it as text.
  if (name.starts_with("SQL_TSI_")) name.erase(0, 8);
  if (name == "FRAC_SECOND") name = "MICROSECOND";
  for (const auto unit : units) {
    if (name != unit && name != fmt::format("{}S", unit)) continue;
    tokens_.take();
    return std::string(unit);
  }
  tokens_.fail_expected("a unit of time such as MINUTE");
  return {};
}

void expression_parser::extract_form(call_syntax& call) {
  add_text(call, time_unit());
  if (!tokens_.accept(",")) tokens_.expect("FROM");
  add(call, expression());
}

/// TRIM([BOTH|LEADING|TRAILING] [chars] FROM x), TRIM(x), TRIM(chars FROM x).
void expression_parser::trim_form(call_syntax& call) {
  std::string side = "BOTH";
  if (tokens_.at("BOTH") || tokens_.at("LEADING") || tokens_.at("TRAILING")) side = tokens_.take().upper;
  add_text(call, side);
  if (tokens_.accept("FROM")) {
    add_text(call, " ");
    return add(call, expression());
  }
  auto first = expression();
  if (tokens_.accept("FROM")) {
    add(call, std::move(first));
    return add(call, expression());
  }
  if (tokens_.accept(",")) { // The plain call: side, characters, text.
    call.arguments.front().value = std::move(first);
    for (auto& value : expression_list()) add(call, std::move(value));
    return;
  }
  add_text(call, " ");
  add(call, std::move(first));
}

/// POSITION(a IN b [FROM n]).
void expression_parser::position_form(call_syntax& call) {
  add(call, climb(32)); // Tighter than IN, which separates here.
  if (!tokens_.accept(",")) tokens_.expect("IN");
  add(call, expression());
  if (tokens_.accept("FROM") || tokens_.accept(",")) add(call, expression());
}

/// SUBSTRING(x FROM a [FOR b]), SUBSTRING(x, a [, b]).
void expression_parser::substring_form(call_syntax& call) {
  add(call, expression());
  if (!tokens_.accept("FROM")) tokens_.expect(",");
  add(call, expression());
  if (tokens_.accept("FOR") || tokens_.accept(",")) add(call, expression());
}

/// OVERLAY(x PLACING y FROM a [FOR b]).
void expression_parser::overlay_form(call_syntax& call) {
  add(call, expression());
  if (!tokens_.accept("PLACING")) tokens_.expect(",");
  add(call, expression());
  if (!tokens_.accept("FROM")) tokens_.expect(",");
  add(call, expression());
  if (tokens_.accept("FOR") || tokens_.accept(",")) add(call, expression());
}

/// FLOOR(x), FLOOR(x TO MINUTE).
void expression_parser::rounding_form(call_syntax& call) {
  if (call.name == "CEILING") call.name = "CEIL";
  add(call, expression());
  if (tokens_.accept("TO") || tokens_.accept(",")) add_text(call, time_unit());
}

/// TIMESTAMPADD(MINUTE, n, t).
void expression_parser::unit_first_form(call_syntax& call) {
  add_text(call, time_unit());
  tokens_.expect(",");
  for (auto& value : expression_list()) add(call, std::move(value));
}

} // namespace core::sql
