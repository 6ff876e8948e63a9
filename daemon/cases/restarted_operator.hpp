#pragma once
// An operator that, before every call that may change it, is saved, taken up by two shards, saved by both and taken up
// by one again: whatever it forgets on the way changes the rows of some case. One thread at a time.

#include <memory>

#include "core/plan/plan.hpp"

namespace weir {

/// `stage` outlives the operator.
[[nodiscard]] core::result<std::unique_ptr<core::window::keyed_operator>>
make_restarted(const core::plan::stage_plan& stage);

} // namespace weir
