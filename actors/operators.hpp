#pragma once
// The operators of a run before it starts: fresh, or as an earlier run has left them. No actors in here.

#include <memory>
#include <vector>

#include "actors/engine.hpp"

namespace actors {

/// By stage and shard.
using operators_by_shard = std::vector<std::vector<std::unique_ptr<core::window::keyed_operator>>>;

/// `shards`: of each stage. All sources are open, so that it is known which run goes on.
[[nodiscard]] core::result<operators_by_shard> make_operators(const core::plan::pipeline_plan& plan,
                                                              const engine_settings& settings,
                                                              const std::vector<std::uint32_t>& shards);

} // namespace actors
