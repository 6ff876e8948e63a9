#pragma once
// A stages file, YAML or JSON: the four stages of a streaming project - ingest, normalize, analyze, index - and what
// joins them. `weir run` knows it by its key `stages`. The format is described in docs/stages.md. Pure; called once at
// start-up.

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace config {

/// A poller, or a file of raw events that were recorded.
struct ingest_step {
  std::string file{}; ///< JSON lines, gzip or not; then all below is unused.
  std::string source{};
  std::string endpoint = "default";
  std::map<std::string, std::string> parameters{};
  std::int64_t poll_interval_ms = 0; ///< 0: the contract's. Whole seconds.
  bool once = false;                 ///< Poll once and end.
  std::string base_url{};            ///< Empty: the contract's server.
};

struct normalize_step {
  std::vector<std::string> sources{}; ///< Empty: every contract of the folder.
  std::string dead_letter_file{};     ///< Besides the topic; empty: the first few are shown.
};

enum class stage_transport : std::uint8_t { embedded, kafka };

struct stage_topics {
  std::string raw = "events-raw";
  std::string normalized = "events-normalized";
  std::string analytics = "events-analytics";
  std::string dead_letters = "events-dead-letters";
};

struct stages_file {
  std::vector<ingest_step> ingest{};
  normalize_step normalize{};
  std::vector<std::string> analyze{}; ///< SQL files, patterns allowed; relative to the file.
  std::vector<std::string> index{};   ///< The same.
  std::string contracts = "sources";  ///< The folder of the sources; relative to the file.
  stage_transport transport = stage_transport::embedded;
  std::string brokers = "localhost:9092";
  stage_topics topics{};
  std::string state{}; ///< A folder for what is remembered over restarts; empty: nothing is.
  bool print = true;   ///< The records of `topics.analytics` go to standard output too (embedded transport).
};

/// Whether the text is a stages file: one whose mapping has the key `stages`.
[[nodiscard]] bool is_stages_file(const std::string& text);
/// All that is wrong with the file, in its order.
[[nodiscard]] std::expected<stages_file, std::vector<core::error>> read_stages(const std::string& text);

} // namespace config
