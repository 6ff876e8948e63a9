#include "actors/operators.hpp"

namespace actors {

namespace {

using made_operator = core::result<std::unique_ptr<core::window::keyed_operator>>;

made_operator make_fresh(const core::plan::stage_plan& stage, const engine_settings& settings) {
  return settings.make_operator ? settings.make_operator(stage) : core::plan::make_operator(stage.operation);
}

} // namespace

core::result<operators_by_shard> make_operators(const core::plan::pipeline_plan& plan, const engine_settings& settings,
                                                const std::vector<std::uint32_t>& shards) {
  std::shared_ptr<const core::snapshot::checkpoint> saved;
  if (settings.saved_state) {
    auto found = settings.saved_state();
    if (!found) return std::unexpected(found.error());
    saved = std::move(*found);
  }
  if (saved && saved->stages.size() != plan.stages.size())
    return core::fail(core::errc::bad_value, "the saved state is of another query");
  operators_by_shard made;
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const auto& stage = plan.stages[i];
    auto& rank = made.emplace_back();
    for (std::uint32_t shard = 0; shard < shards[i]; ++shard) {
      auto one =
          saved ? core::plan::make_operator(stage, saved->stages[i], shard, shards[i]) : make_fresh(stage, settings);
      if (!one) return std::unexpected(one.error());
      rank.push_back(std::move(*one));
    }
  }
  return made;
}

} // namespace actors
