#pragma once
// Several plans as one, side by side: what runs them shares threads and brokers among them. Pure.

#include <vector>

#include "core/plan/plan.hpp"

namespace core::plan {

/// Sources, stages and sinks one after the other; their names begin with the name of their plan and a dot. The time
/// zone is the first's: whoever needs it has it in its operators by now.
[[nodiscard]] pipeline_plan merge(std::vector<pipeline_plan> plans);

} // namespace core::plan
