#pragma once
// What a simulation is made of: the plan of a pipeline file, and how it is to run. Plain values.

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "actors/topology.hpp"
#include "config/pipeline_file.hpp"

namespace support {

inline constexpr std::size_t no_bound = std::size_t{1} << 40;

/// The plan of a pipeline file that has no fault.
inline std::shared_ptr<const core::plan::pipeline_plan> plan_of(const std::string& pipeline) {
  auto read = config::read_pipeline(pipeline, {});
  if (!read) throw std::invalid_argument(config::render_complaints("pipeline.yml", pipeline, read.error()));
  return std::make_shared<const core::plan::pipeline_plan>(std::move(read->plan));
}

struct simulation_options {
  std::uint32_t shards = 1;
  std::uint32_t decoders = 1;
  std::size_t batch_rows = core::batch_rows_max;
  std::uint32_t partitions = 1; ///< Of each source.
  std::uint32_t batches_in_flight_max = 16;
  actors::state_limits limits{};
  std::int64_t now_ms = 0;
  decltype(actors::engine_settings::make_operator) make_operator{}; ///< Null: the plan's.
  bool answers = false; ///< The first sink's rows go back to HTTP clients; it has a column window_end.
  /// Another reader than the test for partitions of a source, and another place than a memory table for a sink. Null:
  /// none.
  std::function<std::unique_ptr<io::chunk_reader>(const core::plan::source_plan&)> reader{};
  std::function<std::unique_ptr<io::byte_sink>(const core::plan::sink_plan&)> bytes{};
};

} // namespace support
