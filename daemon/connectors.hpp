#pragma once
// From a plan's connectors to what io/ has: readers for sources, outputs for sinks. A new connector is a line in each
// function.

#include <map>
#include <memory>

#include "actors/engine.hpp"

namespace weir {

/// Rows that a memory sink keeps; older ones go and are counted.
inline constexpr std::size_t memory_sink_rows_max = 100'000;

/// The memory tables that were opened, by sink name, for the HTTP interface.
struct open_outputs {
  std::map<std::string, std::shared_ptr<io::memory_table>> memory{};
};

/// A reader per partition: per file of a pattern, one for stdin, one without a reader for an HTTP table.
[[nodiscard]] core::result<std::vector<actors::partition_reader>> open_source(const core::plan::source_plan& source);
[[nodiscard]] core::result<actors::sink_output> open_sink(const core::plan::sink_plan& sink, open_outputs& outputs);

} // namespace weir
