// ORDER BY and LIMIT.
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

namespace {

result<std::uint64_t> row_count(const sql::syntax_ptr& from, std::string_view what) {
  const auto* literal = from->as<sql::literal_syntax>();
  std::uint64_t made = 0;
  if (literal != nullptr && literal->kind == sql::literal_kind::number) {
    const auto& text = literal->text;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), made);
    if (failed == std::errc{} && end == text.data() + text.size()) return made;
  }
  return fail(errc::bad_value, fmt::format("{} takes a whole number: {}", what, sql::to_string(*from)), from->place);
}

/// The list's entry that an item of ORDER BY means: by number, or kept for it.
result<sql::syntax_ptr> order_syntax(const relation& rows, const sql::syntax_ptr& from, std::size_t item) {
  for (const auto& column : rows.columns)
    if (column.name == order_name(item)) return plan::column_named(column.name, from->place);
  const auto* literal = from->as<sql::literal_syntax>();
  if (literal == nullptr || literal->kind != sql::literal_kind::number) return from;
  WEIR_TRY(number, row_count(from, "ORDER BY"));
  std::uint64_t seen = 0;
  for (const auto& column : rows.columns)
    if (!column.hidden && ++seen == number) return plan::column_named(column.name, from->place);
  return fail(errc::bad_value, fmt::format("ORDER BY {}: the list has {} columns", number, seen), from->place);
}

std::vector<plan::keyed_edge> edges_of(const relation& rows, std::size_t time) {
  std::vector<plan::keyed_edge> made;
  for (const auto& input : rows.inputs) made.push_back({input, {}, time});
  return made;
}

} // namespace

/// The columns of ORDER BY; what is computed comes behind the others, hidden.
result<std::vector<rank::order_column>> query_planner::order_columns(relation& rows,
                                                                     const std::vector<sql::order_item>& from) {
  std::vector<expr::expression_ptr> computed;
  std::vector<rank::order_column> made;
  const auto width = rows.columns.size();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto& one = from[i];
    WEIR_TRY(syntax, order_syntax(rows, one.value, i));
    WEIR_TRY(value, bind(rows, syntax));
    const auto index = value->column_index();
    const auto column = index >= 0 ? static_cast<std::size_t>(index) : width + computed.size();
    if (index < 0) computed.push_back(std::move(value));
    made.push_back({column, one.descending, one.nulls_first.value_or(!one.descending)});
  }
  (void)add_hidden(rows, computed, "$order");
  return made;
}

result<void> query_planner::order_and_limit(relation& rows, const sql::query_syntax& query) {
  if (query.order_by.empty() && !query.limit && !query.offset) return {};
  WEIR_CHECK(settle_rank(rows));
  WEIR_CHECK(settle_window(rows));
  WEIR_TRY(order, order_columns(rows, query.order_by));
  if (query.limit) return limit(rows, query, std::move(order));
  const bool by_time = !order.empty() && rows.columns[order[0].column].time == time_role::event && !order[0].descending;
  if (query.offset)
    return fail(errc::unsupported, "OFFSET without LIMIT over a stream that does not end", query.offset->place,
                "add LIMIT");
  if (!by_time || rows.updating)
    return fail(errc::unsupported, "ORDER BY without LIMIT over a stream that does not end",
                query.order_by.empty() ? query.place : query.order_by[0].value->place,
                "order by the event time ascending first, or add LIMIT");
  over::time_sort_plan sort;
  sort.time_column = order[0].column;
  sort.then.assign(order.begin() + 1, order.end());
  sort.layout = layout_of(rows);
  auto edges = edges_of(rows, sort.time_column);
  add_stage(rows, "sort by time", std::move(sort), std::move(edges));
  return {};
}

result<void> query_planner::limit(relation& rows, const sql::query_syntax& query,
                                  std::vector<rank::order_column> order) {
  std::uint64_t skip = 0;
  if (query.offset) {
    WEIR_TRY(count, row_count(query.offset, "OFFSET"));
    skip = count;
  }
  WEIR_TRY(count, row_count(query.limit, "LIMIT"));
  rank::updating_rank_plan made;
  const bool appends = order.empty() && !rows.updating;
  made.by_arrival = order.empty();
  made.keep_first_row = appends;
  made.order = std::move(order);
  made.from = skip + 1;
  made.to = skip + count;
  made.state_ttl_ms = catalog_.duration_ms("table.exec.state.ttl");
  made.input = layout_of(rows);
  auto edges = edges_of(rows, plan::no_time_column);
  rows.updating = !appends;
  if (rows.updating && rows.updated_by.empty()) rows.updated_by = "ORDER BY ... LIMIT";
  rows.unique_key.clear();
  made.output = layout_of(rows);
  add_stage(rows, "limit", std::move(made), std::move(edges));
  return {};
}

} // namespace core::query
