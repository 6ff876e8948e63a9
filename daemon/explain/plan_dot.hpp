#pragma once
// A plan as a graph in the language of Graphviz: `weir explain --format dot q.sql | dot -Tsvg`. Pure; any thread.

#include <string>

#include "daemon/explain/plan_picture.hpp"

namespace weir {

[[nodiscard]] std::string plan_dot(const plan_picture& picture);

} // namespace weir
