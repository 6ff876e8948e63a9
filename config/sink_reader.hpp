#pragma once
// One sink of a pipeline file. Used while one file is read.

#include <vector>

#include "config/mapping_reader.hpp"
#include "core/plan/plan.hpp"

namespace config {

struct sink_read {
  core::plan::sink_plan plan{}; ///< Without its inputs.
  core::text_place place{};
};

/// The sinks under `key`, one or a list. A sink without a name is called after the key, numbered when there are
/// several.
[[nodiscard]] std::vector<sink_read> read_sinks(const node& value, std::string_view key, complaints& into);

} // namespace config
