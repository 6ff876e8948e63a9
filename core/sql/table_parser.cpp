// FROM: tables, sub-queries, table functions, UNNEST, joins.
#include <array>

#include <fmt/format.h>

#include "core/sql/query_parser.hpp"

namespace core::sql {

namespace {

table_ptr shared(table_reference made) { return std::make_shared<const table_reference>(std::move(made)); }

struct refused_table {
  std::string_view word;
  std::string_view hint;
};
constexpr std::array<refused_table, 4> refused{{
    {"MATCH_RECOGNIZE", "run this query on Flink"},
    {"TABLESAMPLE", "filter with RAND() < 0.1"},
    {"PIVOT", "write MAX(x) FILTER (WHERE kind = 'a') for each column"},
    {"UNPIVOT", "write UNION ALL, or UNNEST of an ARRAY of ROWs"},
}};

} // namespace

/// A comma is an inner join whose condition stands in WHERE.
table_ptr query_parser::from_clause() {
  auto left = joined_table();
  while (tokens().accept(",")) {
    table_reference made;
    made.place = left->place;
    auto right = joined_table();
    join_table both;
    both.kind = join_kind::cross;
    both.comma = true;
    both.left = std::move(left);
    both.right = std::move(right);
    made.node = std::move(both);
    left = shared(std::move(made));
  }
  return left;
}

std::optional<join_kind> query_parser::accept_join(bool& natural) {
  const auto begin = tokens().position();
  natural = tokens().accept("NATURAL");
  const auto kind = [&]() -> std::optional<join_kind> {
    if (tokens().accept_all({"CROSS", "JOIN"})) return join_kind::cross;
    if (tokens().accept("JOIN") || tokens().accept_all({"INNER", "JOIN"})) return join_kind::inner;
    const std::array<std::pair<std::string_view, join_kind>, 3> outer{
        {{"LEFT", join_kind::left}, {"RIGHT", join_kind::right}, {"FULL", join_kind::full}}};
    for (const auto& [word, made] : outer)
      if (tokens().accept_all({word, "JOIN"}) || tokens().accept_all({word, "OUTER", "JOIN"})) return made;
    return std::nullopt;
  }();
  if (!kind) tokens().reset(begin);
  return kind;
}

void query_parser::join_condition(join_table& to) {
  if (tokens().accept("ON")) {
    to.on = expression();
  } else if (tokens().accept("USING")) {
    to.using_columns = column_names();
  }
}

table_ptr query_parser::joined_table() {
  if (++query_depth_ > query_depth_max)
    tokens().fail_at(tokens().peek().place, fmt::format("queries nest deeper than {}", query_depth_max),
                     "use WITH or views");
  auto left = table_primary();
  bool natural = false;
  int joins = 0;
  while (const auto kind = accept_join(natural)) {
    if (++joins > query_depth_max)
      tokens().fail_at(tokens().peek().place, fmt::format("more than {} joins in one FROM", query_depth_max),
                       "use views");
    table_reference made;
    made.place = left->place;
    join_table both;
    both.kind = *kind;
    both.natural = natural;
    both.left = std::move(left);
    both.right = table_primary();
    join_condition(both);
    made.node = std::move(both);
    left = shared(std::move(made));
  }
  --query_depth_;
  return left;
}

table_ptr query_parser::table_primary() {
  const bool lateral = tokens().accept("LATERAL");
  table_reference made;
  if (tokens().at("TABLE") && tokens().at("(", 1)) {
    tokens().accept_all({"TABLE", "("});
    made = function();
    tokens().expect(")");
  } else if (tokens().at("UNNEST") && tokens().at("(", 1)) {
    made = unnest();
  } else if (tokens().at("(")) {
    const auto place = tokens().peek().place;
    std::size_t ahead = 1;
    while (tokens().at("(", ahead)) ++ahead;
    tokens().take();
    if (tokens().at("SELECT", ahead - 1) || tokens().at("WITH", ahead - 1) || tokens().at("VALUES", ahead - 1)) {
      made.place = place;
      made.node = derived_table{query()};
    } else {
      made = *joined_table();
    }
    tokens().expect(")");
  } else if (tokens().is_name() && tokens().at("(", 1)) {
    made = function();
  } else {
    made = named();
  }
  if (lateral)
    if (auto* called = std::get_if<function_table>(&made.node)) called->lateral = true;
  table_tail(made);
  return shared(std::move(made));
}

table_reference query_parser::named() {
  table_reference made;
  made.place = tokens().peek().place;
  made.node = named_table{compound_name()};
  return made;
}

table_reference query_parser::function() {
  table_reference made;
  made.place = tokens().peek().place;
  const auto called = expression();
  const auto* call = called->as<call_syntax>();
  if (call == nullptr) {
    tokens().fail_at(made.place, "TABLE(...) needs a table function",
                     "write TABLE(TUMBLE(TABLE t, DESCRIPTOR(rt), ...))");
    return made;
  }
  made.node = function_table{call->name, call->arguments, false};
  return made;
}

table_reference query_parser::unnest() {
  table_reference made;
  made.place = tokens().peek().place;
  tokens().accept_all({"UNNEST", "("});
  unnest_table node;
  node.value = expression();
  tokens().expect(")");
  node.with_ordinality = tokens().accept_all({"WITH", "ORDINALITY"});
  made.node = std::move(node);
  return made;
}

/// Hints, FOR SYSTEM_TIME AS OF, an alias and names for the columns.
void query_parser::table_tail(table_reference& to) {
  if (tokens().accept("/*+")) {
    if (tokens().accept("OPTIONS")) {
      for (auto& [key, value] : text_pairs()) to.hints.emplace_back(key.text, value.text);
    } else {
      while (!tokens().at("*/") && !tokens().at_end()) tokens().take();
    }
    tokens().expect("*/");
  }
  if (tokens().accept_all({"FOR", "SYSTEM_TIME", "AS", "OF"})) to.system_time = expression();
  for (const auto& one : refused)
    if (tokens().at(one.word)) fail_unsupported(tokens().peek().place, std::string(one.word), std::string(one.hint));
  if (tokens().accept("AS") || is_alias()) {
    to.alias = tokens().name().text;
    to.column_aliases = column_names();
  }
  for (const auto& one : refused)
    if (tokens().at(one.word)) fail_unsupported(tokens().peek().place, std::string(one.word), std::string(one.hint));
}

} // namespace core::sql
