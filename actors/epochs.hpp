#pragma once
// The rounds of commits as the coordinator leads them, and the actor that commits. Part of the coordinator's state; its
// thread only.
//
//   coordinator -> sources: hold          (each sends a barrier behind its rows and answers when it has come back)
//   coordinator -> sinks: sink_flush      (rows are accepted by the other side)
//   coordinator -> shards: save_state     (where states are saved: what each operator holds, as bytes)
//   coordinator -> committer: the offsets, the watermarks up to which windows were put out
//   coordinator -> sources: release
//
// A round stands still for as long as a batch takes through the pipeline and the brokers take to commit. In exchange no
// shard has to align barriers, and what is committed is exactly what the sinks have: nothing is under way.

#include <chrono>

#include "actors/protocol.hpp"

namespace actors {

struct epoch_settings {
  std::chrono::milliseconds interval{1000};
  commit_function commit{}; ///< Null: no commits.
  /// By source: see `core::plan::replay_spans`. Empty: what is open cannot be computed again.
  std::vector<std::int64_t> spans{};
  bool saves_state = false; ///< Every commit holds what the operators hold.
};

class epoch_keeper {
public:
  epoch_keeper(coordinator_actor::pointer self, epoch_settings settings)
      : self_(self), settings_(std::move(settings)) {}

  [[nodiscard]] bool is_used() const { return settings_.commit != nullptr; }
  void start(const crew& all, std::size_t stages);
  /// The latest watermark of a stage's shards; what a commit says has been put out.
  void note_watermark(std::uint32_t stage, core::event_time_ms watermark);
  void begin_round();
  void take(const source_held& held);
  void take(const sink_flushed& flushed);
  void take(const state_saved& saved);
  /// The round is over; true when the run is to stop here.
  [[nodiscard]] bool take(const epoch_committed& done);
  void release_sources();
  /// Stops at the end of a round; begins one if none is under way.
  void suspend();
  /// The last commit of a run whose inputs have ended: `epoch_committed` follows.
  void commit_last();
  void dismiss();

private:
  using steady = std::chrono::steady_clock;
  void flush_sinks();
  void save_states();
  [[nodiscard]] std::chrono::milliseconds pause() const;
  void commit(bool is_last);

  coordinator_actor::pointer self_;
  epoch_settings settings_;
  crew crew_{};
  committer_actor committer_{};
  std::vector<core::event_time_ms> fired_{};
  std::uint64_t epoch_ = 0;
  std::vector<std::vector<std::string>> states_{}; ///< Of this round, by stage and shard.
  steady::time_point saving_since_{};
  std::size_t waited_for_ = 0; ///< Answers of the round's step.
  bool in_round_ = false;
  bool stops_ = false;
};

committer_actor::behavior_type committer(committer_actor::pointer self, commit_function commit);

} // namespace actors
