#pragma once
// `weir ingest`: polls a source's REST API by its contract and writes its new events to standard output, an envelope a
// line, until it is told to stop.

#include <functional>

#include "daemon/ingest/ingest_plan.hpp"

namespace CLI {
class App;
}

namespace weir {

/// 0 stopped, or done with the one poll; 1 polling cannot go on; 2 the contract, the arguments or the state file are
/// not good, and nothing was asked.
[[nodiscard]] int ingest_source(const ingest_arguments& wanted);

void add_ingest(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
