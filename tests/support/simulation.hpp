#pragma once
// A whole topology of a pipeline file on a deterministic system. The test plays the reader threads: it hands in pieces
// of text and says when a source ends. Rows are read from `memory` sinks. One thread.

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/support/deterministic_system.hpp"
#include "tests/support/simulation_options.hpp"

namespace support {

class simulation {
public:
  explicit simulation(const std::string& pipeline, const simulation_options& options = {}) : plan_(plan_of(pipeline)) {
    auto args = std::make_shared<actors::coordinator_args>();
    args->done = [this](actors::run_end ended) { ended_ = std::move(ended); };
    args->limits = options.limits;
    lead_ = actors_.system().spawn(actors::coordinator, std::move(args));
    auto made = actors::spawn_topology(actors_.system(), plan_, settings_of(options), lead_);
    if (!made) throw std::invalid_argument(core::to_string(made.error()));
    crew_ = std::move(made->all);
    http_ = std::move(made->http_tables);
    feeds_.resize(crew_.sources.size());
    caf::anon_send(lead_, crew_);
  }
  /// Everybody goes at once, without a word: reader threads must not speak while the test runs the actors.
  ~simulation() {
    const auto go = [](const auto& one) { caf::anon_send_exit(one, caf::exit_reason::kill); };
    go(lead_);
    for (const auto& one : crew_.sources) go(one);
    for (const auto& one : crew_.decoders) go(one);
    for (const auto& one : crew_.shards) go(one);
    for (const auto& one : crew_.sinks) go(one);
    actors_.run();
  }
  simulation(const simulation&) = delete;
  simulation& operator=(const simulation&) = delete;

  /// The next piece of source actor `source`: partitions are counted through all sources.
  void feed(std::size_t source, const std::string& text) {
    auto& at = feeds_[source];
    auto kept = std::make_shared<std::string>(text);
    kept->reserve(text.size() + io::chunk_padding_bytes);
    caf::anon_send(
        crew_.sources[source],
        actors::chunk_read{at.chunks++, {.owner = kept, .text = *kept, .first_line = at.line, .offset = at.bytes}});
    at.line += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    at.bytes += text.size();
  }
  /// Nothing more comes; or reading failed.
  void end(std::size_t source, std::optional<core::error> fault = std::nullopt) {
    caf::anon_send(crew_.sources[source], actors::reading_ended{feeds_[source].chunks, std::move(fault)});
  }
  void end_all() {
    for (std::size_t i = 0; i < feeds_.size(); ++i) end(i);
  }
  void drain(bool close_windows) { caf::anon_send(lead_, actors::drain{close_windows}); }
  void post(std::size_t source, actors::ingest_request request) {
    caf::anon_send(http_.at(source), std::move(request));
  }
  void flush(std::size_t source, actors::flush_request request) {
    caf::anon_send(http_.at(source), std::move(request));
  }

  [[nodiscard]] deterministic_system& actors() noexcept { return actors_; }
  [[nodiscard]] const actors::crew& crew() const noexcept { return crew_; }
  [[nodiscard]] const actors::coordinator_actor& lead() const noexcept { return lead_; }
  /// How the run ended, once it has.
  [[nodiscard]] const std::optional<actors::run_end>& ended() const noexcept { return ended_; }
  /// Works off all that waits, then asks everybody; after the end, the last word.
  [[nodiscard]] actors::engine_status status(std::size_t open_windows_max = 0) {
    actors_.run();
    if (ended_) return ended_->status;
    actors::engine_status found;
    caf::anon_send(
        lead_, actors::status_request{{open_windows_max}, [&](actors::engine_status now) { found = std::move(now); }});
    actors_.run();
    return found;
  }
  /// What a memory sink has got.
  [[nodiscard]] std::vector<core::batch_ptr> batches(const std::string& sink) const {
    return tables_.at(sink)->snapshot();
  }

private:
  struct feed_place {
    std::uint64_t chunks = 0;
    std::uint64_t line = 1;
    std::uint64_t bytes = 0;
  };

  actors::engine_settings settings_of(const simulation_options& options) {
    actors::engine_settings settings;
    settings.shards = options.shards;
    settings.threads = options.decoders;
    settings.batch_rows = options.batch_rows;
    settings.batches_in_flight_max = options.batches_in_flight_max;
    settings.make_operator = options.make_operator;
    settings.now_ms = [now = options.now_ms] { return now; };
    if (options.answers) {
      settings.answer_sink = 0;
      settings.answer_end_column = plan_->sinks[0].layout->index_of("window_end").value();
    }
    settings.open_source = [options](const core::plan::source_plan& source) {
      std::vector<actors::partition_reader> readers(options.partitions);
      for (auto& one : readers)
        if (options.reader) one.reader = options.reader(source);
      return core::result<std::vector<actors::partition_reader>>(std::move(readers));
    };
    settings.open_sink =
        [this, bytes = options.bytes](const core::plan::sink_plan& sink) -> core::result<actors::sink_output> {
      if (auto place = bytes ? bytes(sink) : nullptr) return actors::sink_output{.bytes = std::move(place)};
      tables_[sink.name] = std::make_shared<io::memory_table>(sink.layout, no_bound);
      return actors::sink_output{.table = tables_[sink.name]};
    };
    return settings;
  }

  std::shared_ptr<const core::plan::pipeline_plan> plan_;
  std::map<std::string, std::shared_ptr<io::memory_table>> tables_{};
  std::optional<actors::run_end> ended_{};
  std::vector<feed_place> feeds_{};
  deterministic_system actors_{};
  actors::coordinator_actor lead_{};
  actors::crew crew_{};
  std::map<std::size_t, actors::source_actor> http_{};
};

} // namespace support
