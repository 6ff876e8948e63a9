#include "daemon/stages/ingest_parts.hpp"

#include <fmt/format.h>

#include "daemon/tell.hpp"

namespace weir {

std::expected<std::vector<std::unique_ptr<ingest_job>>, std::string> prepare_pollers(const config::stages_file& file) {
  std::vector<std::unique_ptr<ingest_job>> made;
  for (const auto& step : file.ingest) {
    ingest_arguments wanted;
    wanted.source = step.source;
    wanted.contracts = file.contracts;
    wanted.endpoint = step.endpoint;
    for (const auto& [name, value] : step.parameters) wanted.parameters.push_back(name + "=" + value);
    wanted.poll_interval_s = step.poll_interval_ms / 1000;
    wanted.once = step.once;
    wanted.base_url = step.base_url;
    if (!file.state.empty()) wanted.state_file = fmt::format("{}/{}-{}.ids", file.state, step.source, made.size() + 1);
    auto job = ingest_job::prepare(std::move(wanted), [source = step.source](const std::string& sentence) {
      tell("weir ingest {}: {}\n", source, sentence);
    });
    if (!job) return std::unexpected(job.error());
    made.push_back(std::move(*job));
  }
  return made;
}

} // namespace weir
