#pragma once
// A run that shares its topic's partitions with other processes of the same group. Each partition is computed apart
// from the others, by an engine of its own, wherever the group puts it: its rows, its clock, its windows, its
// transaction. What is committed of it is enough for another process to go on.

#include <atomic>
#include <memory>

#include "daemon/running.hpp"

namespace weir {

/// As `run_to_end`; 2 where the plan cannot be shared.
[[nodiscard]] int run_shared(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
                             const std::atomic<bool>& stopping);

} // namespace weir
