#pragma once
// What every kind of run does alike: its words on stderr, and the engine's settings with a plan's connectors in them.

#include <memory>
#include <string>

#include "actors/engine.hpp"
#include "daemon/connectors.hpp"
#include "daemon/running.hpp"
#include "daemon/topic_connections.hpp"

namespace weir {

/// On stderr, unless the run is quiet.
void say(const run_settings& settings, const std::string& sentence);
/// Always; returns the exit code of a run that failed.
int report_fault(const core::error& fault, const std::string& who);
/// For the Kafka side: warnings always.
[[nodiscard]] io::kafka::notice_function notice_of(const run_settings& settings);

/// `topics` and `outputs` live as long as the engine.
[[nodiscard]] actors::engine_settings engine_settings_of(const core::plan::pipeline_plan& plan,
                                                         const run_settings& settings,
                                                         const std::shared_ptr<topic_connections>& topics,
                                                         const std::shared_ptr<open_outputs>& outputs);

} // namespace weir
