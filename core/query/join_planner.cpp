// Joins: within windows, within an interval of event time, without bounds; and UNNEST, which reads the row beside it.
#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/common_type.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/join_condition.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

join::join_kind kind_of(sql::join_kind from) {
  switch (from) {
  case sql::join_kind::left: return join::join_kind::left;
  case sql::join_kind::right: return join::join_kind::right;
  case sql::join_kind::full: return join::join_kind::full;
  case sql::join_kind::semi: return join::join_kind::semi;
  case sql::join_kind::anti: return join::join_kind::anti;
  default: return join::join_kind::inner;
  }
}

bool keeps_left_only(join::join_kind kind) { return kind == join::join_kind::semi || kind == join::join_kind::anti; }
bool may_lack_right(join::join_kind kind) { return kind == join::join_kind::left || kind == join::join_kind::full; }
bool may_lack_left(join::join_kind kind) { return kind == join::join_kind::right || kind == join::join_kind::full; }

/// `left.name = hidden`
syntax_ptr equality(const sql::name_part& name, const std::string& table, const std::string& hidden) {
  sql::column_syntax left;
  if (!table.empty()) left.parts.push_back({table, name.place});
  left.parts.push_back(name);
  return plan::binary(sql::binary_operator::equal,
                      std::make_shared<const sql::expression_syntax>(name.place, std::move(left)),
                      plan::column_named(hidden, name.place));
}

std::string table_of(const relation& side, const std::string& column) {
  for (const auto& one : side.columns)
    if (one.name == column && !one.hidden) return one.table;
  return {};
}

/// USING (a, b) and NATURAL as conditions; the right's columns hide behind the left's.
std::vector<syntax_ptr> shared_columns(const sql::join_table& from, const relation& left, relation& right) {
  auto names = from.using_columns;
  if (from.natural)
    for (const auto& one : left.columns)
      if (!one.hidden && std::ranges::any_of(
                             right.columns, [&](const auto& other) { return !other.hidden && other.name == one.name; }))
        names.push_back({one.name, {}});
  std::vector<syntax_ptr> made;
  for (const auto& name : names) {
    made.push_back(equality(name, table_of(left, name.text), "$" + name.text));
    for (auto& column : right.columns)
      if (column.name == name.text) {
        column.hidden = true;
        column.name = "$" + name.text; // The name means the left's column from here on.
      }
  }
  return made;
}

/// The key columns of one side, each in the type that both share.
result<std::vector<std::size_t>> add_keys(relation& side, const std::vector<equal_pair>& pairs, bool left,
                                          const std::vector<data_type>& types, const std::string& zone) {
  std::vector<expr::expression_ptr> computed;
  std::vector<std::size_t> made;
  const auto width = side.columns.size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& syntax = left ? pairs[i].left : pairs[i].right;
    WEIR_TRY(bound, expr::bind(*syntax, scope_of(side, zone)));
    auto value = expr::coerce(bound, types[i], zone);
    if (!value) {
      value.error().place = syntax->place;
      return std::unexpected(value.error());
    }
    if (const auto index = (*value)->column_index(); index >= 0) {
      made.push_back(static_cast<std::size_t>(index));
      continue;
    }
    made.push_back(width + computed.size());
    computed.push_back(std::move(*value));
  }
  (void)add_hidden(side, computed, left ? "$left" : "$right");
  return made;
}

result<std::vector<data_type>> key_types(const std::vector<equal_pair>& pairs, const relation& left,
                                         const relation& right, const std::string& zone) {
  std::vector<data_type> made;
  for (const auto& pair : pairs) {
    WEIR_TRY(a, expr::bind(*pair.left, scope_of(left, zone)));
    WEIR_TRY(b, expr::bind(*pair.right, scope_of(right, zone)));
    auto both = expr::common_type(a->type(), b->type());
    if (!both)
      return fail(errc::bad_type,
                  fmt::format("{} is {} and {} is {}: they cannot be compared", sql::to_string(*pair.left),
                              to_string(a->type()), sql::to_string(*pair.right), to_string(b->type())),
                  pair.left->place);
    both->nullable = a->type().nullable || b->type().nullable;
    made.push_back(*both);
  }
  return made;
}

/// The columns behind a join, with nothing known but their types.
std::vector<relation_column> columns_of(const relation& left, const relation& right, join::join_kind kind) {
  std::vector<relation_column> made;
  const auto add = [&](const relation& side, bool may_lack) {
    for (auto column : side.columns) {
      column.type.nullable = column.type.nullable || may_lack;
      column.time = time_role::none;
      column.window = window_role::none;
      column.session_key = -1;
      made.push_back(std::move(column));
    }
  };
  add(left, may_lack_left(kind));
  if (!keeps_left_only(kind)) add(right, may_lack_right(kind));
  return made;
}

std::vector<plan::keyed_edge> edges_of(const relation& side, const std::vector<std::size_t>& keys, std::uint32_t number,
                                       std::size_t time) {
  std::vector<plan::keyed_edge> made;
  for (const auto& input : side.inputs) made.push_back({input, keys, time, number});
  return made;
}

} // namespace

result<relation> query_planner::plan_join(const sql::join_table& from, const sql::table_reference& reference) {
  const bool inner = from.kind == sql::join_kind::inner || from.kind == sql::join_kind::cross;
  // Conditions from above may go below an inner join, and to the side of a left join that is always there.
  const bool passes = inner || from.kind == sql::join_kind::left;
  auto kept = passes ? conjuncts{} : std::exchange(pushed_, {});
  auto left = plan_table(*from.left);
  if (!left) return left;
  if (const auto* unnest = std::get_if<sql::unnest_table>(&from.right->node)) {
    WEIR_CHECK(add_unnest(*left, *unnest, *from.right, from.kind == sql::join_kind::left));
    if (!from.on) return left;
    WEIR_TRY(condition, bind_condition(*left, from.on, "ON"));
    const auto always = condition->constant();
    if (always && !always->is_null(0) && always->ints[0] != 0) return left;
    if (from.kind == sql::join_kind::left)
      return fail(errc::unsupported, "a LEFT JOIN with UNNEST and a condition", from.on->place,
                  "write ON TRUE, and WHERE");
    add_filter(*left, std::move(condition));
    return left;
  }
  auto waiting = std::exchange(pushed_, {});
  auto right = plan_table(*from.right);
  pushed_ = passes ? std::move(waiting) : std::move(kept);
  if (!right) return right;
  auto on = split_conjuncts(from.on);
  for (auto& one : shared_columns(from, *left, *right)) on.push_back(std::move(one));
  if (inner) take_pushed(*left, *right, on);
  return join(std::move(*left), std::move(*right), from.kind, on, reference.place);
}

/// Conditions of WHERE that speak of both sides belong to an inner join.
void query_planner::take_pushed(const relation& left, const relation& right, conjuncts& on) {
  const auto both = scope_of_both(left, right, catalog_.time_zone());
  std::erase_if(pushed_, [&](const syntax_ptr& one) {
    if (one->as<sql::subquery_syntax>() != nullptr || !expr::bind(*one, both)) return false;
    if (expr::bind(*one, scope_of(left, "UTC")) || expr::bind(*one, scope_of(right, "UTC"))) return false;
    on.push_back(one);
    return true;
  });
}

result<relation> query_planner::join(relation left, relation right, sql::join_kind how, const conjuncts& on,
                                     text_place place) {
  for (auto* side : {&left, &right}) {
    WEIR_CHECK(settle_rank(*side));
    WEIR_CHECK(settle_window(*side));
  }
  const auto zone = catalog_.time_zone();
  const auto kind = kind_of(how);
  WEIR_TRY(said, read_condition(on, left, right, scope_of_both(left, right, zone)));
  const bool windowed = said.same_start && said.same_end;
  const bool timed = !windowed && said.times.lower && said.times.upper && !keeps_left_only(kind);
  if (!windowed) said.rest.insert(said.rest.end(), said.windows.begin(), said.windows.end());
  if (!timed) said.rest.insert(said.rest.end(), said.times_said.begin(), said.times_said.end());
  WEIR_TRY(types, key_types(said.keys, left, right, zone));
  WEIR_TRY(left_keys, add_keys(left, said.keys, true, types, zone));
  WEIR_TRY(right_keys, add_keys(right, said.keys, false, types, zone));
  join::join_plan plan;
  plan.kind = kind;
  plan.sides[0] = {left_keys, layout_of(left)};
  plan.sides[1] = {right_keys, layout_of(right)};
  for (const auto& pair : said.keys) plan.nulls_meet.push_back(pair.nulls_meet);
  if (const auto rest = join_conjuncts(said.rest)) {
    WEIR_TRY(condition, expr::bind(*rest, scope_of_both(left, right, zone)));
    plan.condition = std::move(condition);
  }
  relation made;
  made.columns = columns_of(left, right, kind);
  made.bounded = left.bounded && right.bounded;
  if ((windowed || timed) && (left.updating || right.updating))
    return fail(errc::unsupported,
                fmt::format("a {} join over a table that changes ({})", windowed ? "window" : "interval",
                            left.updating ? left.updated_by : right.updated_by),
                place, "join rows that are only added");
  if (windowed) return window_join(std::move(made), left, right, std::move(plan));
  if (timed)
    return interval_join(std::move(made), left, right, std::move(plan), said.times.left_time, said.times.right_time,
                         *said.times.lower, *said.times.upper);
  return regular_join(std::move(made), left, right, std::move(plan));
}

result<relation> query_planner::window_join(relation made, const relation& left, const relation& right,
                                            join::join_plan plan) {
  const auto kind = plan.kind;
  join::window_join_plan operation;
  operation.windows[0] = {*column_of(left, window_role::start), *column_of(left, window_role::end),
                          left.window->time_zone};
  operation.windows[1] = {*column_of(right, window_role::start), *column_of(right, window_role::end),
                          right.window->time_zone};
  plan.output = layout_of(made);
  auto edges = edges_of(left, plan.sides[0].keys, 0, plan::no_time_column);
  for (auto& one : edges_of(right, plan.sides[1].keys, 1, plan::no_time_column)) edges.push_back(std::move(one));
  operation.join = std::move(plan);
  add_stage(made, "window join", std::move(operation), std::move(edges));
  // The side that is always there says which window the rows are of.
  const auto keep = [&](const relation& side, std::size_t first) {
    for (std::size_t i = 0; i < side.columns.size(); ++i) {
      made.columns[first + i].window = side.columns[i].window;
      if (side.columns[i].window == window_role::time) made.columns[first + i].time = side.columns[i].time;
    }
    made.window = side.window;
  };
  if (kind == join::join_kind::right)
    keep(right, left.columns.size());
  else if (kind != join::join_kind::full)
    keep(left, 0);
  return made;
}

result<relation> query_planner::interval_join(relation made, const relation& left, const relation& right,
                                              join::join_plan plan, std::size_t left_time, std::size_t right_time,
                                              std::int64_t lower_ms, std::int64_t upper_ms) {
  const auto kind = plan.kind;
  join::interval_join_plan operation;
  operation.times = {left_time, right_time};
  operation.lower_ms = lower_ms;
  operation.upper_ms = upper_ms;
  plan.output = layout_of(made);
  auto edges = edges_of(left, plan.sides[0].keys, 0, left_time);
  for (auto& one : edges_of(right, plan.sides[1].keys, 1, right_time)) edges.push_back(std::move(one));
  operation.join = std::move(plan);
  add_stage(made, "interval join", std::move(operation), std::move(edges));
  if (!may_lack_left(kind)) made.columns[left_time].time = time_role::event;
  if (!may_lack_right(kind)) made.columns[left.columns.size() + right_time].time = time_role::event;
  return made;
}

result<relation> query_planner::regular_join(relation made, const relation& left, const relation& right,
                                             join::join_plan plan) {
  const auto kind = plan.kind;
  const bool appends = kind == join::join_kind::inner || kind == join::join_kind::semi;
  made.updating = left.updating || right.updating || !appends;
  if (made.updating) {
    made.updated_by = left.updating    ? left.updated_by
                      : right.updating ? right.updated_by
                                       : "an outer join without bounds";
  }
  join::regular_join_plan operation;
  operation.state_ttl_ms = catalog_.duration_ms("table.exec.state.ttl");
  plan.output = layout_of(made);
  auto edges = edges_of(left, plan.sides[0].keys, 0, plan::no_time_column);
  for (auto& one : edges_of(right, plan.sides[1].keys, 1, plan::no_time_column)) edges.push_back(std::move(one));
  operation.join = std::move(plan);
  add_stage(made, "join", std::move(operation), std::move(edges));
  return made;
}

} // namespace core::query
