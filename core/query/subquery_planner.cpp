// x IN (SELECT ...), EXISTS (SELECT ...) and their negations in WHERE: joins that keep the left row once.
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

std::string inner_name(std::size_t column) { return fmt::format("$inner{}", column); }

/// Names of the inner query by names that no outer column has; all others are left to the outer query.
syntax_ptr inner_names(const syntax_ptr& from, const expr::scope& inner) {
  if (from->as<sql::column_syntax>() != nullptr) {
    const auto bound = expr::bind(*from, inner);
    if (bound && (*bound)->column_index() >= 0)
      return plan::column_named(inner_name(static_cast<std::size_t>((*bound)->column_index())), from->place);
    return from;
  }
  return plan::map_children(*from, [&](const syntax_ptr& child) { return inner_names(child, inner); });
}

syntax_ptr is_null(const syntax_ptr& from) {
  return std::make_shared<const sql::expression_syntax>(from->place,
                                                        sql::unary_syntax{sql::unary_operator::is_null, from});
}

/// A sub-query whose conditions may speak of the outer row: a plain SELECT.
const sql::select_syntax* plain_select(const sql::query_syntax& query) {
  const auto* select = std::get_if<sql::select_syntax>(&query.body);
  const bool plain = select != nullptr && select->from && !select->grouped && !select->having && query.with.empty() &&
                     query.order_by.empty() && !query.limit;
  return plain ? select : nullptr;
}

} // namespace

/// Reads the sub-query's tables and its own conditions; the conditions on the outer row go to `on`.
result<relation> query_planner::plan_inner(const sql::query_syntax& query, const relation& outer, conjuncts& on,
                                           syntax_ptr& value) {
  const auto* select = plain_select(query);
  if (select == nullptr) {
    WEIR_TRY(made, plan_query(query));
    value = plan::column_named(inner_name(0), query.place);
    return made;
  }
  WEIR_TRY(made, plan_table(*select->from));
  const auto zone = catalog_.time_zone();
  conjuncts later;
  for (const auto& one : split_conjuncts(select->where)) {
    const auto own = expr::bind(*one, scope_of(made, zone));
    if (!own && own.error().code == errc::unknown_name)
      later.push_back(one);
    else {
      WEIR_TRY(condition, bind_condition(made, one, "WHERE"));
      add_filter(made, std::move(condition));
    }
  }
  const auto inner = scope_of(made, zone);
  for (const auto& one : later) on.push_back(inner_names(one, inner));
  WEIR_TRY(items, expand_stars(made, *select));
  if (!items.empty()) value = inner_names(items[0].expression, inner);
  (void)outer;
  return made;
}

result<void> query_planner::plan_subquery(relation& rows, const syntax_ptr& from, bool negated) {
  const auto* node = from->as<sql::subquery_syntax>();
  auto syntax = from;
  while (node == nullptr) {
    syntax = syntax->as<sql::unary_syntax>()->operand;
    node = syntax->as<sql::subquery_syntax>();
  }
  if (node->kind == sql::subquery_kind::scalar)
    return fail(errc::unsupported, "a sub-query as a value", syntax->place, "join the query instead");
  negated = negated != node->negated;
  WEIR_CHECK(settle_window(rows));
  conjuncts on;
  syntax_ptr value;
  auto outer_pushed = std::exchange(pushed_, {});
  auto planned = plan_inner(*node->query, rows, on, value);
  pushed_ = std::move(outer_pushed);
  if (!planned) return std::unexpected(planned.error());
  auto inner = std::move(*planned);
  for (std::size_t i = 0; i < inner.columns.size(); ++i) {
    inner.columns[i].name = inner_name(i);
    inner.columns[i].table.clear();
  }
  if (node->kind == sql::subquery_kind::in) {
    auto equal = plan::binary(sql::binary_operator::equal, node->value, value);
    if (negated) {
      WEIR_TRY(left, bind(rows, node->value));
      WEIR_TRY(right, expr::bind(*value, scope_of(inner, catalog_.time_zone())));
      // x NOT IN (...) is never TRUE beside a NULL.
      if (left->type().nullable) equal = plan::binary(sql::binary_operator::logical_or, equal, is_null(node->value));
      if (right->type().nullable) equal = plan::binary(sql::binary_operator::logical_or, equal, is_null(value));
    }
    on.push_back(std::move(equal));
  }
  auto made =
      join(std::move(rows), std::move(inner), negated ? sql::join_kind::anti : sql::join_kind::semi, on, syntax->place);
  if (!made) return std::unexpected(made.error());
  rows = std::move(*made);
  return {};
}

} // namespace core::query
