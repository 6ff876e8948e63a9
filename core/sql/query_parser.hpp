#pragma once
// Recursive descent for queries. The statement parser derives from it. Owned by one parse; one thread.

#include "core/sql/expression_parser.hpp"
#include "core/sql/query_syntax.hpp"

namespace core::sql {

/// How deep queries, joins and brackets in FROM may nest.
inline constexpr int query_depth_max = 100;

class query_parser : public expression_parser {
public:
  explicit query_parser(std::vector<token> tokens) : expression_parser(std::move(tokens), dialect::sql) {}

  /// A query with its WITH, ORDER BY and LIMIT, at its first word or bracket.
  [[nodiscard]] query_ptr query() override;

protected:
  /// `(a, b)` behind a name; empty when there is none.
  std::vector<name_part> column_names();
  /// `'key' = 'value', ...` in brackets.
  std::vector<std::pair<token, token>> text_pairs();
  /// Not a complaint of syntax: understood, and not run here.
  void fail_unsupported(text_place place, std::string what, std::string hint);

private:
  // query_parser.cpp
  std::vector<common_table> with_clause();
  query_ptr set_operations(int floor);
  query_ptr query_term();
  std::optional<set_operator> accept_set_operator(int floor, int& strength);
  select_syntax select();
  std::vector<select_item> select_list();
  select_item one_item();
  void limits(query_syntax& to);
  values_syntax values();
  void select_tail(select_syntax& to);
  // grouping_parser.cpp
  std::vector<grouping_element> grouping_elements();
  grouping_element grouping();
  grouping_element bracketed_keys();
  // table_parser.cpp
  table_ptr from_clause();
  table_ptr joined_table();
  table_ptr table_primary();
  table_reference named();
  table_reference function();
  table_reference unnest();
  void table_tail(table_reference& to);
  std::optional<join_kind> accept_join(bool& natural);
  void join_condition(join_table& to);
  bool is_alias() { return tokens().is_name(); }

  int query_depth_ = 0;
};

} // namespace core::sql
