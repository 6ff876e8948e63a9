#pragma once
// Stages joined by topics of a Kafka cluster: all in this process, or each in one of its own.

#include "daemon/running.hpp"
#include "daemon/stages/stage_files.hpp"

namespace weir {

/// Which of them this process runs.
struct stage_choice {
  bool ingest = true;
  bool normalize = true;
  bool analyze = true;
  bool index = true;
};

/// The exit code.
[[nodiscard]] int run_over_kafka(stage_files all, const stage_choice& chosen, const run_settings& settings);

} // namespace weir
