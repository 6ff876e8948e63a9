#pragma once
// Knows every actor of the pipeline: combines the shards' watermarks into the global minimum, watches the memory, ends
// all in order, and answers for the whole. Touches no rows.

#include <functional>
#include <map>

#include "actors/epochs.hpp"
#include "actors/state_limits.hpp"

namespace actors {

/// How a run ended.
struct run_end {
  std::optional<core::error> fault{};
  std::string who{}; ///< Which part failed.
  engine_status status{};
};

struct coordinator_args {
  std::function<void(run_end)> done{}; ///< Called once, on an actor thread.
  state_limits limits{};
  epoch_settings epochs{};
  std::size_t stages = 0;             ///< Of the plan.
  std::uint32_t readers_at_once = 64; ///< Sources that read at the same time.
};

struct coordinator_state {
  static inline const char* name = "coordinator";
  explicit coordinator_state(coordinator_actor::pointer self) : self_(self) {}
  void start(coordinator_args args);
  [[nodiscard]] coordinator_actor::behavior_type behavior();

private:
  enum class phase : std::uint8_t { running, closing_sinks, committing, ended };

  void meet(const crew& all);
  void hear(const progress& news);
  void watch_limits();
  void source_is_done();
  void close_sinks_when_done();
  void sink_is_closed();
  void fail(const pipeline_failed& news);
  void drain_sources(const drain& order);
  void commit_is_done(const epoch_committed& done);
  void suspend_run();
  void close_sinks();
  void end_or_commit();
  void answer_status(const status_request& request);
  void end();
  void dismiss();
  [[nodiscard]] core::event_time_ms global_watermark() const;

  coordinator_actor::pointer self_;
  coordinator_args args_{};
  std::optional<epoch_keeper> epochs_{};
  crew crew_{};
  phase phase_ = phase::running;
  std::map<std::pair<std::uint32_t, std::uint32_t>, progress> shards_{};
  std::size_t sources_started_ = 0;
  std::size_t sources_left_ = 0;
  std::size_t shards_left_ = 0;
  std::size_t sinks_left_ = 0;
  bool slow_ = false;
  bool over_limit_ = false;
  bool is_suspended_ = false;
  std::uint64_t limit_actions_ = 0;
  std::optional<pipeline_failed> failure_{};
};

coordinator_actor::behavior_type coordinator(coordinator_actor::stateful_pointer<coordinator_state> self,
                                             std::shared_ptr<coordinator_args> args);

} // namespace actors
