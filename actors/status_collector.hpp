#pragma once
// Asks every actor how it stands and puts the answers together. Runs on the asking actor; answers that do not come are
// left out.

#include "actors/coordinator.hpp"

namespace actors {

/// Calls `respond` once, on the coordinator's thread, when all have answered.
void collect_status(coordinator_actor::pointer self, const crew& all, const status_query& query,
                    std::function<void(engine_status)> respond);

} // namespace actors
