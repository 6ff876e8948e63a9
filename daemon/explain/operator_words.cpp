#include "daemon/explain/operator_words.hpp"

#include <fmt/format.h>

#include "config/quantity.hpp"

namespace weir {

namespace {

using core::schema_ptr;
using facts = std::vector<plan_fact>;

void add(facts& to, std::string label, std::string text) {
  if (!text.empty()) to.push_back({std::move(label), std::move(text)});
}

std::string all_calls(const std::vector<core::agg::aggregate_call>& calls, const schema_ptr& input) {
  std::string made;
  for (const auto& one : calls) made += (made.empty() ? "" : ", ") + call_words(one, input);
  return made;
}

std::string order_words(const std::vector<core::rank::order_column>& order, const schema_ptr& input) {
  std::string made;
  for (const auto& one : order) {
    made += (made.empty() ? "" : ", ") + column_name(input, one.column) + (one.descending ? " DESC" : " ASC");
    if (one.nulls_first == one.descending) made += one.nulls_first ? " NULLS FIRST" : " NULLS LAST";
  }
  return made;
}

std::string rank_range(std::uint64_t from, std::uint64_t to) {
  return from == to ? fmt::format("row {}", from) : fmt::format("rows {} to {}", from, to);
}

std::string attached_words(const core::window::attached_window& window, const schema_ptr& input) {
  return fmt::format("{} to {}", column_name(input, window.start), column_name(input, window.end));
}

void add_lifetime(facts& to, std::int64_t state_ttl_ms) {
  add(to, "state lives",
      state_ttl_ms == 0 ? "for ever" : fmt::format("{} after its last use", config::duration_text(state_ttl_ms)));
}

std::string_view join_words(core::join::join_kind kind) {
  switch (kind) {
  case core::join::join_kind::left: return "left outer";
  case core::join::join_kind::right: return "right outer";
  case core::join::join_kind::full: return "full outer";
  case core::join::join_kind::semi: return "semi";
  case core::join::join_kind::anti: return "anti";
  default: return "inner";
  }
}

facts join_facts(const core::join::join_plan& join) {
  facts made;
  std::string equal;
  const auto& [left, right] = join.sides;
  for (std::size_t i = 0; i < left.keys.size() && i < right.keys.size(); ++i) {
    const bool nulls_meet = i < join.nulls_meet.size() && join.nulls_meet[i];
    equal += fmt::format("{}left.{} {} right.{}", equal.empty() ? "" : ", ", column_name(left.layout, left.keys[i]),
                         nulls_meet ? "IS NOT DISTINCT FROM" : "=", column_name(right.layout, right.keys[i]));
  }
  add(made, "equal", equal);
  if (join.condition) add(made, "and", join.condition->to_string());
  return made;
}

operator_words describe(const core::window::window_aggregate_plan& plan) {
  operator_words made{"window aggregate: " + window_words(plan.window), {}};
  add(made.facts, "group by", column_names(plan.input, plan.keys));
  add(made.facts, "compute", all_calls(plan.calls, plan.input));
  return made;
}

operator_words describe(const core::window::attached_aggregate_plan& plan) {
  operator_words made{"window aggregate: windows of the rows", {}};
  add(made.facts, "window", attached_words(plan.window, plan.input));
  add(made.facts, "group by", column_names(plan.input, plan.keys));
  add(made.facts, "compute", all_calls(plan.calls, plan.input));
  return made;
}

operator_words describe(const core::window::session_rows_plan& plan) {
  operator_words made{"rows of sessions: " + window_words(plan.window), {}};
  add(made.facts, "partition by", column_names(plan.input, plan.keys));
  return made;
}

operator_words describe(const core::rank::window_rank_plan& plan) {
  operator_words made{"window rank: " + rank_range(plan.from, plan.to), {}};
  add(made.facts, "window", attached_words(plan.window, plan.input));
  add(made.facts, "partition by", column_names(plan.input, plan.keys));
  add(made.facts, "order by", order_words(plan.order, plan.input));
  if (plan.later_wins_ties) add(made.facts, "ties", "the later row wins");
  return made;
}

operator_words describe(const core::rank::updating_rank_plan& plan) {
  operator_words made{"rank: " + rank_range(plan.from, plan.to), {}};
  add(made.facts, "partition by", column_names(plan.input, plan.keys));
  if (plan.by_arrival)
    add(made.facts, "order by", plan.last_arrival ? "arrival DESC" : "arrival ASC");
  else
    add(made.facts, "order by", order_words(plan.order, plan.input));
  if (plan.later_wins_ties) add(made.facts, "ties", "the later row wins");
  if (plan.keep_first_row) add(made.facts, "output", "appends only");
  add_lifetime(made.facts, plan.state_ttl_ms);
  return made;
}

std::string frame_words(const core::over::over_plan& plan) {
  const auto* unit = plan.in_rows ? "ROWS" : "RANGE";
  if (!plan.preceding) return fmt::format("{} BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", unit);
  return fmt::format("{} BETWEEN {} PRECEDING AND CURRENT ROW", unit,
                     plan.in_rows ? std::to_string(*plan.preceding) : config::duration_text(*plan.preceding));
}

std::string over_call_words(const core::over::over_call& call, const schema_ptr& input) {
  if (call.what == core::over::over_function::row_number) return "ROW_NUMBER()";
  if (call.what == core::over::over_function::aggregate) return call_words(call.aggregate, input);
  auto made = fmt::format("LAG({}, {}", column_name(input, call.column), call.distance);
  if (call.otherwise >= 0) made += ", " + column_name(input, static_cast<std::size_t>(call.otherwise));
  return made + ")";
}

operator_words describe(const core::over::over_plan& plan) {
  operator_words made{"over: " + frame_words(plan), {}};
  std::string calls;
  for (const auto& one : plan.calls) calls += (calls.empty() ? "" : ", ") + over_call_words(one, plan.input);
  add(made.facts, "partition by", column_names(plan.input, plan.keys));
  add(made.facts, "order by", plan.by_arrival ? std::string("arrival") : column_name(plan.input, plan.time_column));
  add(made.facts, "compute", calls);
  return made;
}

operator_words describe(const core::over::time_sort_plan& plan) {
  auto order = column_name(plan.layout, plan.time_column) + " ASC";
  if (!plan.then.empty()) order += ", " + order_words(plan.then, plan.layout);
  return {"sort by event time", {{"order by", order}}};
}

operator_words describe(const core::join::window_join_plan& plan) {
  operator_words made{fmt::format("window join: {}", join_words(plan.join.kind)), join_facts(plan.join)};
  for (std::size_t side = 0; side < 2; ++side)
    add(made.facts, side == 0 ? "left window" : "right window",
        attached_words(plan.windows[side], plan.join.sides[side].layout));
  return made;
}

operator_words describe(const core::join::interval_join_plan& plan) {
  operator_words made{fmt::format("interval join: {}", join_words(plan.join.kind)), join_facts(plan.join)};
  const auto left = column_name(plan.join.sides[0].layout, plan.times[0]);
  const auto bound = [&](std::int64_t ms) {
    if (ms == 0) return "left." + left;
    return fmt::format("left.{} {} {}", left, ms < 0 ? "-" : "+", config::duration_text(ms < 0 ? -ms : ms));
  };
  add(made.facts, "bounds",
      fmt::format("right.{} BETWEEN {} AND {}", column_name(plan.join.sides[1].layout, plan.times[1]),
                  bound(plan.lower_ms), bound(plan.upper_ms)));
  return made;
}

operator_words describe(const core::join::regular_join_plan& plan) {
  operator_words made{fmt::format("join: {}, without bounds", join_words(plan.join.kind)), join_facts(plan.join)};
  add_lifetime(made.facts, plan.state_ttl_ms);
  return made;
}

operator_words describe(const core::group::group_aggregate_plan& plan) {
  operator_words made{plan.calls.empty() ? "distinct rows" : "group aggregate, without window", {}};
  add(made.facts, "group by", column_names(plan.input, plan.keys));
  add(made.facts, "compute", all_calls(plan.calls, plan.input));
  add(made.facts, "output", plan.emit_update_before ? "-U before +U" : "+U alone");
  add_lifetime(made.facts, plan.state_ttl_ms);
  return made;
}

} // namespace

operator_words words_of(const core::plan::stage_operation& operation) {
  return std::visit([](const auto& plan) { return describe(plan); }, operation);
}

} // namespace weir
