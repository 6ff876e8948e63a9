#pragma once
// All stages in one process, joined by topics in memory: no broker, nothing to set up. What ends, ends from the front:
// when the pollers are done (or told to stop) every stage works off what it was given and closes its windows.

#include "daemon/running.hpp"
#include "daemon/stages/stage_files.hpp"

namespace weir {

/// The exit code.
[[nodiscard]] int run_embedded(stage_files all, const run_settings& settings);

} // namespace weir
