// ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ...) AS n, and the condition on n in the query around it: Top-N and
// de-duplication, within windows or over the whole stream.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/constant.hpp"
#include "core/query/over_calls.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

constexpr std::uint64_t no_bound = static_cast<std::uint64_t>(-1);

/// A condition `n <= 3` as bounds on n; `between` and equality give both.
struct rank_bounds {
  std::uint64_t from = 1;
  std::uint64_t to = no_bound;
};

std::optional<std::uint64_t> number_of(const syntax_ptr& from) {
  const auto* literal = from->as<sql::literal_syntax>();
  if (literal == nullptr || literal->kind != sql::literal_kind::number) return std::nullopt;
  std::uint64_t made = 0;
  const auto& text = literal->text;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), made);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return made;
}

bool names(const syntax_ptr& from, const relation_column& column) {
  const auto* named = from->as<sql::column_syntax>();
  if (named == nullptr) return false;
  const auto& parts = named->parts;
  if (parts.size() == 1) return parts[0].text == column.name;
  return parts.size() == 2 && parts[0].text == column.table && parts[1].text == column.name;
}

sql::binary_operator turned(sql::binary_operator op) {
  using enum sql::binary_operator;
  switch (op) {
  case less: return greater;
  case less_equal: return greater_equal;
  case greater: return less;
  case greater_equal: return less_equal;
  default: return op;
  }
}

std::optional<rank_bounds> bounds_of(const syntax_ptr& from, const relation_column& column) {
  using enum sql::binary_operator;
  if (const auto* between = from->as<sql::between_syntax>(); between != nullptr && !between->negated) {
    const auto low = number_of(between->low);
    const auto high = number_of(between->high);
    if (!names(between->value, column) || !low || !high) return std::nullopt;
    return rank_bounds{std::max<std::uint64_t>(*low, 1), *high};
  }
  const auto* compared = from->as<sql::binary_syntax>();
  if (compared == nullptr) return std::nullopt;
  auto op = compared->op;
  auto number = number_of(compared->right);
  if (!names(compared->left, column) || !number) {
    if (!names(compared->right, column)) return std::nullopt;
    number = number_of(compared->left);
    op = turned(op);
  }
  if (!number) return std::nullopt;
  switch (op) {
  case less: return rank_bounds{1, *number == 0 ? 0 : *number - 1};
  case less_equal: return rank_bounds{1, *number};
  case greater: return rank_bounds{*number + 1, no_bound};
  case greater_equal: return rank_bounds{std::max<std::uint64_t>(*number, 1), no_bound};
  case equal: return rank_bounds{std::max<std::uint64_t>(*number, 1), *number};
  default: return std::nullopt;
  }
}

} // namespace

/// The list with a NULL where the number will be; what PARTITION BY and ORDER BY read comes along, hidden.
result<void> query_planner::plan_row_number(relation& rows, const std::vector<select_value>& items, std::size_t at,
                                            const sql::over_syntax& over) {
  const auto place = items[at].expression->place;
  WEIR_CHECK(settle_window(rows));
  std::vector<expr::expression_ptr> read;
  for (const auto& one : over.partition_by) {
    WEIR_TRY(value, bind(rows, one));
    read.push_back(std::move(value));
  }
  for (const auto& one : over.order_by) {
    WEIR_TRY(value, bind(rows, one.value));
    read.push_back(std::move(value));
  }
  std::vector<expr::expression_ptr> values;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == at) {
      values.push_back(expr::make_null(int64_type()));
      continue;
    }
    WEIR_TRY(value, bind(rows, items[i].expression));
    values.push_back(std::move(value));
  }
  const auto first = values.size();
  auto names = item_names(items);
  for (std::size_t i = 0; i < read.size(); ++i) {
    values.push_back(read[i]);
    names.push_back(fmt::format("$rank{}", i));
  }
  project(rows, std::move(values), names);
  for (auto i = first; i < rows.columns.size(); ++i) rows.columns[i].hidden = true;
  pending_rank rank;
  rank.column = at;
  rank.place = place;
  for (std::size_t i = 0; i < over.partition_by.size(); ++i) rank.keys.push_back(first + i);
  for (std::size_t i = 0; i < over.order_by.size(); ++i) {
    const auto& one = over.order_by[i];
    rank.order.push_back(
        {first + over.partition_by.size() + i, one.descending, one.nulls_first.value_or(!one.descending)});
  }
  if (rank.order.empty()) return fail(errc::bad_value, "ROW_NUMBER() OVER without ORDER BY", place);
  rows.rank = std::move(rank);
  return {};
}

result<void> query_planner::bound_rank(relation& rows, conjuncts& all, bool number_is_read) {
  const auto& column = rows.columns[rows.rank->column];
  rank_bounds bounds;
  conjuncts rest;
  for (const auto& one : all) {
    const auto found = bounds_of(one, column);
    if (!found) {
      rest.push_back(one);
      continue;
    }
    bounds.from = std::max(bounds.from, found->from);
    bounds.to = std::min(bounds.to, found->to);
  }
  if (bounds.to == no_bound) return settle_rank(rows);
  const auto& name = column.name;
  const bool read = number_is_read || std::ranges::any_of(rest, [&](const auto& one) {
                      return sql::to_string(*one).find(name) != std::string::npos;
                    });
  all = std::move(rest);
  return make_rank(rows, bounds.from, bounds.to, read);
}

/// Nobody bounded the number: it is wanted for every row, which only an order by time allows.
result<void> query_planner::settle_rank(relation& rows) {
  if (!rows.rank) return {};
  const auto rank = *rows.rank;
  const auto& time = rows.columns[rank.order[0].column];
  if (rank.order.size() != 1 || rank.order[0].descending || time.time == time_role::none || rows.updating)
    return fail(errc::unsupported, "ROW_NUMBER() without a condition on it", rank.place,
                "write WHERE on the number in the query around: WHERE n <= 10");
  over::over_plan made;
  made.keys = rank.keys;
  made.time_column = rank.order[0].column;
  made.in_rows = true;
  made.by_arrival = time.time == time_role::processing;
  over::over_call call;
  call.what = over::over_function::row_number;
  call.result_type = int64_type();
  call.result_type.nullable = false;
  made.calls.push_back(std::move(call));
  made.input = layout_of(rows);
  auto output = std::make_shared<schema>(*made.input);
  output->fields.push_back({"$number", made.calls[0].result_type});
  made.output = output;
  std::vector<plan::keyed_edge> edges;
  for (auto& input : rows.inputs) edges.push_back({input, made.keys, made.time_column});
  put_number(rows, "over", std::move(made), std::move(edges), output);
  return {};
}

/// Adds the stage and moves the number from the end of its rows to its own column.
void query_planner::put_number(relation& rows, std::string name, plan::stage_operation operation,
                               std::vector<plan::keyed_edge> edges, const schema_ptr& output) {
  const auto at = rows.rank->column;
  rows.rank.reset();
  add_stage(rows, std::move(name), std::move(operation), std::move(edges));
  const auto width = rows.columns.size();
  rows.columns[at].type = output->fields[width].type;
  std::vector<expr::expression_ptr> values;
  for (std::size_t i = 0; i < width; ++i) {
    const auto from = i == at ? width : i;
    values.push_back(expr::column_reference(from, output->fields[from]));
  }
  if (rows.updating) values.push_back(expr::column_reference(width + 1, output->fields[width + 1]));
  const auto layout = layout_of(rows);
  auto& program = rows.inputs[0].program;
  program.input = output;
  program.steps = {plan::project_step{std::move(values), layout}};
  program.output = layout;
}

result<void> query_planner::make_rank(relation& rows, std::uint64_t from, std::uint64_t to, bool with_number) {
  const auto rank = *rows.rank;
  const auto role_at = [&](std::size_t column) { return rows.columns[column].window; };
  const auto holds = [&](window_role role) {
    return std::ranges::any_of(rank.keys, [&](auto key) { return role_at(key) == role; });
  };
  const bool windowed = rows.window && holds(window_role::start) && holds(window_role::end);
  const auto order_time = rows.columns[rank.order[0].column].time;
  const bool one_by_time = rank.order.size() == 1 && order_time != time_role::none && from == 1 && to == 1;
  const auto input = layout_of(rows);
  auto output = std::make_shared<schema>(*input);
  if (row_kind_of(*output)) output->fields.pop_back();
  auto number = int64_type();
  number.nullable = false;
  if (windowed && rows.updating)
    return fail(errc::unsupported, fmt::format("a window rank over a table that changes ({})", rows.updated_by),
                rank.place);
  if (windowed) {
    rank::window_rank_plan made;
    for (const auto key : rank.keys)
      if (role_at(key) == window_role::none) made.keys.push_back(key);
    made.window = {*column_of(rows, window_role::start), *column_of(rows, window_role::end), rows.window->time_zone};
    made.order = rank.order;
    made.from = from;
    made.to = to;
    made.later_wins_ties = one_by_time && rank.order[0].descending;
    made.with_number = true;
    made.input = input;
    output->fields.push_back({"$number", number});
    made.output = output;
    std::vector<plan::keyed_edge> edges;
    for (auto& one : rows.inputs) edges.push_back({one, made.keys, plan::no_time_column});
    put_number(rows, "window rank", std::move(made), std::move(edges), output);
    return {};
  }
  return make_updating_rank(rows, from, to, with_number);
}

result<void> query_planner::make_updating_rank(relation& rows, std::uint64_t from, std::uint64_t to, bool with_number) {
  const auto rank = *rows.rank;
  const auto order_time = rows.columns[rank.order[0].column].time;
  const bool one_by_time =
      rank.order.size() == 1 && order_time != time_role::none && from == 1 && to == 1 && !rows.updating;
  rank::updating_rank_plan made;
  made.keys = rank.keys;
  made.order = rank.order;
  made.from = from;
  made.to = to;
  made.by_arrival = one_by_time && order_time == time_role::processing;
  made.last_arrival = made.by_arrival && rank.order[0].descending;
  made.later_wins_ties = one_by_time && !made.by_arrival && rank.order[0].descending;
  // The first row by event time comes out once the watermark has passed it, and stays.
  made.keep_first_row = one_by_time && !rank.order[0].descending;
  if (made.by_arrival) made.order.clear();
  made.with_number = with_number && to > 1;
  made.state_ttl_ms = catalog_.duration_ms("table.exec.state.ttl");
  made.input = layout_of(rows);
  const bool appends = made.keep_first_row;
  auto output = std::make_shared<schema>(*made.input);
  if (row_kind_of(*output)) output->fields.pop_back();
  auto number = int64_type();
  number.nullable = false;
  if (made.with_number) output->fields.push_back({"$number", number});
  if (!appends) output->fields.push_back({std::string(row_kind_column), row_kind_type()});
  made.output = output;
  std::vector<plan::keyed_edge> edges;
  for (auto& one : rows.inputs) edges.push_back({one, made.keys, plan::no_time_column});
  rows.updating = !appends;
  if (rows.updating && rows.updated_by.empty()) rows.updated_by = to == 1 ? "de-duplication" : "Top-N";
  rows.unique_key = rank.keys;
  if (made.with_number) rows.unique_key.push_back(rank.column);
  if (made.with_number) {
    put_number(rows, "rank", std::move(made), std::move(edges), output);
    return {};
  }
  // The number is known, or nobody asks.
  const auto at = rows.rank->column;
  rows.rank.reset();
  add_stage(rows, "rank", std::move(made), std::move(edges));
  std::vector<expr::expression_ptr> values;
  for (std::size_t i = 0; i < rows.columns.size(); ++i)
    values.push_back(i == at ? expr::make_integer(number, 1)
                             : expr::column_reference(i, {rows.columns[i].name, rows.columns[i].type}));
  rows.columns[at].type = number;
  if (rows.updating)
    values.push_back(expr::column_reference(rows.columns.size(), {std::string(row_kind_column), row_kind_type()}));
  const auto layout = layout_of(rows);
  rows.inputs[0].program.input = output;
  rows.inputs[0].program.steps = {plan::project_step{std::move(values), layout}};
  rows.inputs[0].program.output = layout;
  return {};
}

} // namespace core::query
