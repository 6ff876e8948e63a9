#pragma once
// From a parsed query to edges and stages of a plan. One planner plans one statement; what it adds to the plan stays
// there. One thread. Faults come back with their place in the script.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/query/catalog.hpp"

namespace core::query {

/// What the statements of a script share: the plan they add to, the source of each table, and the views planned so far.
struct script_plan {
  plan::pipeline_plan plan{};
  std::map<std::string, std::size_t> sources{}; ///< By table name.
  std::map<std::string, relation> views{};      ///< By name; emptied when a setting changes.
  bool reads_watermark = false;                 ///< CURRENT_WATERMARK is called somewhere.
};

/// One entry of a SELECT list, stars expanded.
struct select_value {
  sql::syntax_ptr expression{};
  std::string name{};
  int column = -1; ///< Of a star: the column itself; else -1.
};
/// Their names, made different where two are the same (Flink's way: k, k0).
[[nodiscard]] std::vector<std::string> item_names(const std::vector<select_value>& items);

/// Hidden columns that hold what ORDER BY item number `item` asks for.
inline constexpr std::string_view order_name_prefix = "$order";
[[nodiscard]] std::string order_name(std::size_t item);

class query_planner {
public:
  query_planner(const catalog& known, script_plan& shared) : catalog_(known), shared_(shared) {}

  /// The rows of a query, nothing in them pending.
  [[nodiscard]] result<relation> plan(const sql::query_syntax& query);
  /// A new stage behind these rows; its output are the columns of `made` (whose inputs are replaced).
  void add_stage(relation& made, std::string name, plan::stage_operation operation, std::vector<plan::keyed_edge> from);

private:
  using conjuncts = std::vector<sql::syntax_ptr>;

  // query_planner.cpp: WITH, VALUES; set_planner.cpp: UNION, INTERSECT, EXCEPT.
  result<relation> plan_query(const sql::query_syntax& query);
  result<relation> plan_body(const sql::query_syntax& query);
  result<relation> plan_set(const sql::set_syntax& from, text_place place);
  result<relation> plan_values(const sql::values_syntax& from, text_place place);
  result<void> fit_sides(std::vector<relation>& parts, text_place place);
  result<relation> union_of(std::vector<relation> parts, text_place place);
  result<relation> compare_sets(std::vector<relation> parts, bool common, text_place place);
  // order_planner.cpp
  result<void> order_and_limit(relation& rows, const sql::query_syntax& query);
  result<std::vector<rank::order_column>> order_columns(relation& rows, const std::vector<sql::order_item>& from);
  result<void> limit(relation& rows, const sql::query_syntax& query, std::vector<rank::order_column> order);

  // table_planner.cpp: FROM.
  result<relation> plan_table(const sql::table_reference& from);
  result<relation> plan_named(const sql::named_table& from, const sql::table_reference& reference);
  result<relation> plan_source(const catalog_table& table);
  result<relation> plan_aside(const std::string& table, plan::stream_kind stream);
  result<relation> plan_constant_rows(std::size_t rows);
  result<void> rename(relation& to, const sql::table_reference& reference) const;
  error unknown_table(const sql::name_part& name) const;

  // window_function_planner.cpp: TABLE(TUMBLE(...)) and its kin.
  result<relation> plan_window_function(const sql::function_table& from, text_place place);
  void attach_window(relation& rows, window::window_spec spec, std::size_t time, std::vector<std::size_t> keys) const;
  result<void> settle_window(relation& rows);
  result<void> settle_session(relation& rows);

  // unnest_planner.cpp
  result<void> add_unnest(relation& rows, const sql::unnest_table& from, const sql::table_reference& reference,
                          bool keep_empty);

  // select_planner.cpp: SELECT without groups.
  result<relation> plan_select(const sql::select_syntax& select, const std::vector<sql::order_item>& order);
  result<void> plan_where(relation& rows, conjuncts parts, const sql::select_syntax& select);
  result<void> plan_items(relation& rows, const std::vector<select_value>& items);
  result<void> make_distinct(relation& rows, text_place place);
  result<std::vector<select_value>> expand_stars(const relation& rows, const sql::select_syntax& select) const;
  /// Bound over the rows; pending windows are settled when the expression reads them.
  result<expr::expression_ptr> bind(relation& rows, const sql::syntax_ptr& from);
  result<expr::expression_ptr> bind_condition(relation& rows, const sql::syntax_ptr& from, std::string_view what);

  // group_planner.cpp
  result<void> plan_groups(relation& rows, const sql::select_syntax& select, const std::vector<select_value>& items);

  // over_planner.cpp, rank_planner.cpp
  result<void> plan_over(relation& rows, const std::vector<select_value>& items, const sql::select_syntax& select);
  result<void> plan_row_number(relation& rows, const std::vector<select_value>& items, std::size_t at,
                               const sql::over_syntax& over);
  result<void> over_stage(relation& rows, const std::vector<sql::syntax_ptr>& calls, const sql::over_syntax& over);
  result<void> settle_rank(relation& rows);
  /// Takes the conditions on a pending rank out of `all` and makes the stage.
  result<void> bound_rank(relation& rows, conjuncts& all, bool number_is_read);
  result<void> make_rank(relation& rows, std::uint64_t from, std::uint64_t to, bool with_number);
  result<void> make_updating_rank(relation& rows, std::uint64_t from, std::uint64_t to, bool with_number);
  void put_number(relation& rows, std::string name, plan::stage_operation operation,
                  std::vector<plan::keyed_edge> edges, const schema_ptr& output);

  // join_planner.cpp, subquery_planner.cpp
  result<relation> plan_join(const sql::join_table& from, const sql::table_reference& reference);
  void take_pushed(const relation& left, const relation& right, conjuncts& on);
  result<relation> join(relation left, relation right, sql::join_kind how, const conjuncts& on, text_place place);
  result<relation> window_join(relation made, const relation& left, const relation& right, join::join_plan plan);
  result<relation> interval_join(relation made, const relation& left, const relation& right, join::join_plan plan,
                                 std::size_t left_time, std::size_t right_time, std::int64_t lower_ms,
                                 std::int64_t upper_ms);
  result<relation> regular_join(relation made, const relation& left, const relation& right, join::join_plan plan);
  result<relation> plan_inner(const sql::query_syntax& query, const relation& outer, conjuncts& on,
                              sql::syntax_ptr& value);
  result<void> plan_subquery(relation& rows, const sql::syntax_ptr& from, bool negated);

  const catalog& catalog_;
  script_plan& shared_;
  std::vector<std::map<std::string, const sql::common_table*>> tables_with_{}; ///< Of the WITH clauses around.
  conjuncts pushed_{}; ///< Conditions of WHERE that an inner join below may take.
  int depth_ = 0;
};

/// `a AND b AND c` as its parts.
[[nodiscard]] std::vector<sql::syntax_ptr> split_conjuncts(const sql::syntax_ptr& from);
/// All of them with AND; null for none.
[[nodiscard]] sql::syntax_ptr join_conjuncts(const std::vector<sql::syntax_ptr>& parts);

} // namespace core::query
