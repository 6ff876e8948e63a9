#include "core/plan/plan.hpp"

#include <algorithm>

namespace core::plan {

namespace {

/// One overload per operation; a new operator is a line here.
struct operator_maker {
  using made = result<std::unique_ptr<window::keyed_operator>>;

  made operator()(const window::window_aggregate_plan& plan) const { return window::make_window_aggregate(plan); }
  made operator()(const window::attached_aggregate_plan& plan) const { return window::make_attached_aggregate(plan); }
  made operator()(const window::session_rows_plan& plan) const { return window::make_session_rows(plan); }
  made operator()(const rank::window_rank_plan& plan) const { return rank::make_window_rank(plan); }
  made operator()(const rank::updating_rank_plan& plan) const { return rank::make_updating_rank(plan); }
  made operator()(const over::over_plan& plan) const { return over::make_over(plan); }
  made operator()(const over::time_sort_plan& plan) const { return over::make_time_sort(plan); }
  made operator()(const join::window_join_plan& plan) const { return join::make_window_join(plan); }
  made operator()(const join::interval_join_plan& plan) const { return join::make_interval_join(plan); }
  made operator()(const join::regular_join_plan& plan) const { return join::make_regular_join(plan); }
  made operator()(const group::group_aggregate_plan& plan) const { return group::make_group_aggregate(plan); }
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_operator(const stage_operation& operation) {
  return std::visit(operator_maker{}, operation);
}

result<std::unique_ptr<window::keyed_operator>> make_operator(const stage_plan& stage,
                                                              const std::vector<std::string>& saved,
                                                              std::uint32_t shard, std::uint32_t shards) {
  auto made = make_operator(stage.operation);
  if (!made) return made;
  std::vector<snapshot::state_reader> readers(saved.begin(), saved.end());
  const bool keyed = std::ranges::any_of(stage.inputs, [](const keyed_edge& one) { return !one.keys.empty(); });
  (*made)->restore(readers, {shard, shards, keyed});
  const bool fits = std::ranges::all_of(readers, [](const auto& one) { return !one.failed() && one.at_end(); });
  if (!fits) return fail(errc::bad_value, "the saved state does not fit stage " + stage.name);
  return made;
}

} // namespace core::plan
