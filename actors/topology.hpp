#pragma once
// From a plan to a crew of actors: who sends to whom, which sender is which input. Runs once, before anything flows.

#include "actors/coordinator.hpp"
#include "actors/engine.hpp"

namespace actors {

/// The crew, and which source actor serves which HTTP table.
struct spawned {
  crew all{};
  std::map<std::size_t, source_actor> http_tables{}; ///< By source number of the plan.
};

/// Checks that every decoder, encoder and operator can be made, then spawns sinks, shards and sources in that order.
[[nodiscard]] core::result<spawned> spawn_topology(caf::actor_system& system,
                                                   const std::shared_ptr<const core::plan::pipeline_plan>& plan,
                                                   const engine_settings& settings,
                                                   const coordinator_actor& coordinator);

} // namespace actors
