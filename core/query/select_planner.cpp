// SELECT: conditions, the list of columns, DISTINCT.
#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/aggregate_calls.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/over_calls.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

/// CURRENT_WATERMARK(rt) as the column that the source fills in.
syntax_ptr with_watermark(const syntax_ptr& from) {
  if (const auto* call = from->as<sql::call_syntax>(); call != nullptr && call->name == "CURRENT_WATERMARK")
    return plan::column_named(std::string(plan::watermark_column), from->place);
  return plan::map_children(*from, with_watermark);
}

bool calls_watermark(const sql::expression_syntax& from) {
  if (const auto* call = from.as<sql::call_syntax>(); call != nullptr && call->name == "CURRENT_WATERMARK") return true;
  bool found = false;
  sql::for_each_child(from, [&](const syntax_ptr& child) { found = found || calls_watermark(*child); });
  return found;
}

/// `IN (SELECT ...)`, `EXISTS (SELECT ...)`, or NOT of one; `negated` says so.
const sql::expression_syntax* subquery_in(const sql::expression_syntax& from, bool& negated) {
  if (from.as<sql::subquery_syntax>() != nullptr) return &from;
  const auto* no = from.as<sql::unary_syntax>();
  if (no == nullptr || no->op != sql::unary_operator::logical_not) return nullptr;
  negated = !negated;
  return subquery_in(*no->operand, negated);
}

std::string name_of(const sql::select_item& item, std::size_t position) {
  if (!item.alias.empty()) return item.alias;
  if (const auto* column = item.expression->as<sql::column_syntax>()) return column->parts.back().text;
  if (const auto* field = item.expression->as<sql::field_syntax>()) return field->field.text;
  return fmt::format("EXPR${}", position);
}

} // namespace

std::vector<std::string> item_names(const std::vector<select_value>& items) {
  std::vector<std::string> made;
  for (const auto& item : items) {
    auto name = item.name;
    for (int next = 0; std::ranges::find(made, name) != made.end(); ++next) name = fmt::format("{}{}", item.name, next);
    made.push_back(std::move(name));
  }
  return made;
}

result<expr::expression_ptr> query_planner::bind(relation& rows, const syntax_ptr& from) {
  auto syntax = from;
  if (calls_watermark(*from)) {
    const bool there =
        std::ranges::any_of(rows.columns, [](const auto& one) { return one.name == plan::watermark_column; });
    if (!there)
      return fail(errc::unsupported, "CURRENT_WATERMARK where rows no longer come from a table with a watermark",
                  from->place, "call it in the query that reads the table");
    syntax = with_watermark(from);
  }
  WEIR_TRY(bound, expr::bind(*syntax, scope_of(rows, catalog_.time_zone())));
  if (bound->column_index() < 0 && rows.window && rows.window->pending) {
    std::vector<std::size_t> read;
    bound->collect_columns(read);
    const bool windows = std::ranges::any_of(
        read, [&](std::size_t i) { return i < rows.columns.size() && rows.columns[i].window != window_role::none; });
    if (windows) WEIR_CHECK(settle_window(rows));
  }
  return bound;
}

result<expr::expression_ptr> query_planner::bind_condition(relation& rows, const syntax_ptr& from,
                                                           std::string_view what) {
  if (const auto* call = plan::find_aggregate(*from))
    return fail(errc::bad_value, fmt::format("an aggregate cannot stand in {}: {}", what, sql::to_string(*call)),
                call->place, "use HAVING, or a sub-query");
  WEIR_TRY(bound, bind(rows, from));
  if (bound->type().kind != type_kind::boolean && bound->type().kind != type_kind::null)
    return fail(errc::bad_type,
                fmt::format("{} needs a condition: {} is {}", what, sql::to_string(*from), to_string(bound->type())),
                from->place);
  return bound;
}

std::string order_name(std::size_t item) { return fmt::format("{}{}", order_name_prefix, item); }

/// What ORDER BY reads beside the list, as further entries of it that are hidden later.
static void add_order(std::vector<select_value>& items, const std::vector<sql::order_item>& order) {
  const auto listed = items.size();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto* column = order[i].value->as<sql::column_syntax>();
    const auto* literal = order[i].value->as<sql::literal_syntax>();
    const bool named = column != nullptr && column->parts.size() == 1 &&
                       std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(listed),
                                   [&](const auto& item) { return item.name == column->parts[0].text; });
    if (named || literal != nullptr) continue;
    items.push_back({order[i].value, order_name(i), -1});
  }
}

result<relation> query_planner::plan_select(const sql::select_syntax& select,
                                            const std::vector<sql::order_item>& order) {
  relation rows;
  auto conditions = split_conjuncts(select.where);
  if (select.from) {
    const bool joins = std::holds_alternative<sql::join_table>(select.from->node);
    auto outer = std::exchange(pushed_, joins ? conditions : conjuncts{});
    auto made = plan_table(*select.from);
    if (joins) conditions = std::move(pushed_);
    pushed_ = std::move(outer);
    if (!made) return made;
    rows = std::move(*made);
  } else {
    WEIR_TRY(made, plan_constant_rows(1));
    rows = std::move(made);
    rows.columns[0].hidden = true;
  }
  WEIR_CHECK(plan_where(rows, std::move(conditions), select));
  WEIR_TRY(items, expand_stars(rows, select));
  if (!select.distinct) add_order(items, order);
  const bool aggregates = std::ranges::any_of(
      items, [](const auto& one) { return one.column < 0 && plan::find_aggregate(*one.expression) != nullptr; });
  if (select.grouped || select.having || aggregates)
    WEIR_CHECK(plan_groups(rows, select, items));
  else if (std::ranges::any_of(items, [](const auto& one) { return one.column < 0 && has_over(*one.expression); }))
    WEIR_CHECK(plan_over(rows, items, select));
  else
    WEIR_CHECK(plan_items(rows, items));
  for (auto& column : rows.columns)
    if (column.name.starts_with(order_name_prefix)) column.hidden = true;
  if (select.qualify)
    return fail(errc::unsupported, "QUALIFY", select.qualify->place, "write the condition in a query around this one");
  if (select.distinct) WEIR_CHECK(make_distinct(rows, select.items.empty() ? text_place{} : select.items[0].place));
  return rows;
}

/// Whether the list reads the column of a pending rank.
static bool reads(const sql::expression_syntax& from, const std::string& name) {
  if (const auto* column = from.as<sql::column_syntax>())
    return std::ranges::any_of(column->parts, [&](const auto& part) { return part.text == name; });
  bool found = false;
  sql::for_each_child(from, [&](const syntax_ptr& child) { found = found || reads(*child, name); });
  return found;
}

result<void> query_planner::plan_where(relation& rows, conjuncts parts, const sql::select_syntax& select) {
  if (rows.rank) {
    const auto& name = rows.columns[rows.rank->column].name;
    const bool number_is_read = std::ranges::any_of(
        select.items, [&](const auto& item) { return !item.expression || reads(*item.expression, name); });
    WEIR_CHECK(bound_rank(rows, parts, number_is_read));
  }
  for (const auto& part : parts) {
    bool negated = false;
    if (subquery_in(*part, negated) != nullptr) {
      WEIR_CHECK(plan_subquery(rows, part, negated));
      continue;
    }
    WEIR_TRY(condition, bind_condition(rows, part, "WHERE"));
    add_filter(rows, std::move(condition));
  }
  return {};
}

result<std::vector<select_value>> query_planner::expand_stars(const relation& rows,
                                                              const sql::select_syntax& select) const {
  std::vector<select_value> made;
  for (const auto& item : select.items) {
    if (item.expression) {
      made.push_back({item.expression, name_of(item, made.size()), -1});
      continue;
    }
    const auto before = made.size();
    for (std::size_t i = 0; i < rows.columns.size(); ++i) {
      const auto& column = rows.columns[i];
      if (column.hidden || (!item.star_of.empty() && column.table != item.star_of.back().text)) continue;
      sql::column_syntax named;
      if (!column.table.empty()) named.parts.push_back({column.table, item.place});
      named.parts.push_back({column.name, item.place});
      made.push_back({std::make_shared<const sql::expression_syntax>(item.place, std::move(named)), column.name,
                      static_cast<int>(i)});
    }
    if (made.size() == before)
      return fail(errc::unknown_name,
                  item.star_of.empty() ? std::string("* without a table")
                                       : fmt::format("unknown table: {}", item.star_of.back().text),
                  item.place);
  }
  return made;
}

result<void> query_planner::plan_items(relation& rows, const std::vector<select_value>& items) {
  std::vector<expr::expression_ptr> values;
  for (const auto& item : items) {
    if (item.column >= 0) {
      const auto index = static_cast<std::size_t>(item.column);
      values.push_back(expr::column_reference(index, {rows.columns[index].name, rows.columns[index].type}));
      continue;
    }
    WEIR_TRY(value, bind(rows, item.expression));
    values.push_back(std::move(value));
  }
  project(rows, std::move(values), item_names(items));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto* call = items[i].expression->as<sql::call_syntax>();
    if (call != nullptr && call->name == "PROCTIME") rows.columns[i].time = time_role::processing;
  }
  return {};
}

/// DISTINCT is GROUP BY all columns.
result<void> query_planner::make_distinct(relation& rows, text_place place) {
  WEIR_CHECK(settle_rank(rows));
  sql::select_syntax select;
  select.grouped = true;
  std::vector<select_value> items;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    const auto& column = rows.columns[i];
    if (column.hidden) continue;
    sql::column_syntax named;
    if (!column.table.empty()) named.parts.push_back({column.table, place});
    named.parts.push_back({column.name, place});
    auto expression = std::make_shared<const sql::expression_syntax>(place, std::move(named));
    sql::grouping_element key;
    key.expressions = {expression};
    key.place = place;
    select.group_by.push_back(std::move(key));
    items.push_back({expression, column.name, static_cast<int>(i)});
  }
  return plan_groups(rows, select, items);
}

} // namespace core::query
