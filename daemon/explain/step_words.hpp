#pragma once
// The stateless steps of an edge in words. Pure; any thread.

#include <string>
#include <vector>

#include "core/plan/row_program.hpp"

namespace weir {

/// One line a step, in the order they run: `filter (v > 3)`, `project k, (v * 2) AS twice`. Projections that change
/// nothing are left out.
[[nodiscard]] std::vector<std::string> words_of(const core::plan::row_program& program);

} // namespace weir
