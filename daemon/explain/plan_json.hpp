#pragma once
// A plan as one JSON document, for programs; its members are described in docs/sql-tools.md. Pure; any thread.

#include <string>

#include "daemon/explain/plan_picture.hpp"

namespace weir {

/// Indented, with a line end behind it. Members are only ever added.
[[nodiscard]] std::string plan_json(const plan_picture& picture);

} // namespace weir
