#include "core/query/query_planner.hpp"

#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/constant.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace core::query {

namespace {

constexpr int query_depth_max = 64; // views and queries inside one another: each level plans the one below

sql::syntax_ptr literal_number(std::size_t value, text_place place) {
  return std::make_shared<const sql::expression_syntax>(
      place, sql::literal_syntax{.kind = sql::literal_kind::number, .text = std::to_string(value)});
}

} // namespace

std::vector<sql::syntax_ptr> split_conjuncts(const sql::syntax_ptr& from) {
  if (!from) return {};
  const auto* both = from->as<sql::binary_syntax>();
  if (both == nullptr || both->op != sql::binary_operator::logical_and) return {from};
  auto made = split_conjuncts(both->left);
  for (auto& one : split_conjuncts(both->right)) made.push_back(std::move(one));
  return made;
}

sql::syntax_ptr join_conjuncts(const std::vector<sql::syntax_ptr>& parts) {
  sql::syntax_ptr made;
  for (const auto& one : parts)
    made = !made ? one
                 : std::make_shared<const sql::expression_syntax>(
                       one->place, sql::binary_syntax{sql::binary_operator::logical_and, made, one});
  return made;
}

void query_planner::add_stage(relation& made, std::string name, plan::stage_operation operation,
                              std::vector<plan::keyed_edge> from) {
  plan::stage_plan stage;
  bool keyed = true;
  for (const auto& one : from) keyed = keyed && !one.keys.empty();
  stage.name = std::move(name);
  stage.alone = !keyed;
  stage.inputs = std::move(from);
  stage.operation = std::move(operation);
  shared_.plan.stages.push_back(std::move(stage));
  plan::edge edge;
  edge.from = plan::origin_kind::stage;
  edge.index = shared_.plan.stages.size() - 1;
  edge.program.input = layout_of(made);
  edge.program.output = edge.program.input;
  made.inputs = {std::move(edge)};
}

result<relation> query_planner::plan(const sql::query_syntax& query) {
  WEIR_TRY(made, plan_query(query));
  WEIR_CHECK(settle_rank(made));
  WEIR_CHECK(settle_window(made));
  return made;
}

result<relation> query_planner::plan_query(const sql::query_syntax& query) {
  if (++depth_ > query_depth_max)
    return fail(errc::limit, fmt::format("queries nest deeper than {}", query_depth_max), query.place);
  std::map<std::string, const sql::common_table*> named;
  for (const auto& one : query.with) named[one.name.text] = &one;
  tables_with_.push_back(std::move(named));
  auto made = plan_body(query);
  tables_with_.pop_back();
  --depth_;
  if (!made) return made;
  WEIR_CHECK(order_and_limit(*made, query));
  return made;
}

result<relation> query_planner::plan_body(const sql::query_syntax& query) {
  if (const auto* select = std::get_if<sql::select_syntax>(&query.body)) return plan_select(*select, query.order_by);
  if (const auto* set = std::get_if<sql::set_syntax>(&query.body)) return plan_set(*set, query.place);
  return plan_values(std::get<sql::values_syntax>(query.body), query.place);
}

/// Rows of constants are one column, the row's number, and a CASE over it for each of theirs: any expression may stand
/// in them.
result<relation> query_planner::plan_values(const sql::values_syntax& from, text_place place) {
  WEIR_TRY(made, plan_constant_rows(from.rows.size()));
  std::vector<expr::expression_ptr> values;
  std::vector<std::string> names;
  for (std::size_t column = 0; column < from.rows[0].size(); ++column) {
    sql::case_syntax choice;
    choice.operand = plan::column_named(made.columns[0].name, place);
    for (std::size_t row = 0; row < from.rows.size(); ++row) {
      if (from.rows[row].size() != from.rows[0].size())
        return fail(
            errc::bad_type,
            fmt::format("the rows of VALUES have {} and {} columns", from.rows[0].size(), from.rows[row].size()),
            place);
      choice.branches.push_back({literal_number(row, place), from.rows[row][column]});
    }
    sql::syntax_ptr value = from.rows.size() == 1
                                ? from.rows[0][column]
                                : std::make_shared<const sql::expression_syntax>(place, std::move(choice));
    WEIR_TRY(bound, bind(made, value));
    values.push_back(std::move(bound));
    names.push_back(fmt::format("EXPR${}", column));
  }
  project(made, std::move(values), names);
  return made;
}

} // namespace core::query
