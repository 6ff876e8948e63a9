#include "daemon/stages/stages_command.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "daemon/stages/embedded_run.hpp"
#include "daemon/stages/kafka_run.hpp"
#include "daemon/tell.hpp"

namespace weir {

namespace {

constexpr int wrong_use = 2;
constexpr std::array<std::string_view, 4> stage_names{"ingest", "normalize", "analyze", "index"};

stage_choice choice_of(const std::string& stage) {
  if (stage.empty()) return {};
  return {stage == stage_names[0], stage == stage_names[1], stage == stage_names[2], stage == stage_names[3]};
}

/// Whether the file has anything for that stage.
bool has_stage(const stage_files& all, const std::string& stage) {
  if (stage == "ingest") return !all.file.ingest.empty();
  if (stage == "normalize") return !all.contracts.empty();
  if (stage == "analyze") return !all.analyze.empty();
  return stage.empty() || !all.index.empty();
}

} // namespace

int run_stages(const stages_arguments& wanted) {
  auto all = load_stages(wanted.file);
  if (!all) return tell("{}", all.error()), wrong_use;
  auto& file = all->file;
  if (!wanted.brokers.empty()) file.brokers = wanted.brokers;
  if (!wanted.brokers.empty() || wanted.transport == "kafka") file.transport = config::stage_transport::kafka;
  if (wanted.transport == "embedded") file.transport = config::stage_transport::embedded;
  if (!wanted.state.empty()) file.state = wanted.state;
  if (!has_stage(*all, wanted.stage)) return tell("weir: {} has no stage {}\n", wanted.file, wanted.stage), wrong_use;
  auto settings = wanted.settings;
  if (file.transport == config::stage_transport::kafka) {
    settings.engine.state_folder = file.state;
    return run_over_kafka(std::move(*all), choice_of(wanted.stage), settings);
  }
  if (!wanted.stage.empty())
    return tell("weir: --stage {} alone needs topics to read and write: --transport kafka\n", wanted.stage), wrong_use;
  return run_embedded(std::move(*all), settings);
}

bool check_stages(const std::string& file) {
  const auto all = load_stages(file);
  if (!all) {
    tell("{}", all.error());
    return false;
  }
  tell("{}: good: {} feeds, {} contracts, {} queries, {} of the index\n", file, all->file.ingest.size(),
       all->contracts.size(), all->analyze.size(), all->index.size());
  return true;
}

} // namespace weir
