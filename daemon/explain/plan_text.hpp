#pragma once
// A plan as a tree for the terminal: sinks at the top, sources at the leaves. Pure; any thread.

#include <string>

#include "daemon/explain/plan_picture.hpp"

namespace weir {

/// Every line ends with a line end. A stage or source that several read is written out once.
[[nodiscard]] std::string plan_text(const plan_picture& picture);

} // namespace weir
