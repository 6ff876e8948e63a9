#pragma once
// The state of one run in files: which checkpoint an earlier run has committed, and the ones that this run saves. Used
// by the thread that starts the engine and then by the one that commits, never by both at once.

#include <memory>
#include <optional>

#include "actors/epoch_messages.hpp"
#include "core/snapshot/checkpoint.hpp"
#include "io/kafka/consumer_settings.hpp"
#include "io/sink/checkpoint_store.hpp"

namespace weir {

struct run_state_settings {
  std::string folder{};
  std::string name{};      ///< Of the run: its files begin with it.
  std::uint64_t plan = 0;  ///< `fingerprint`
  bool can_replay = false; ///< What is open can be read again where the state is missing.
  io::kafka::notice_function notice{};
};

class run_state {
public:
  explicit run_state(run_state_settings settings)
      : settings_(std::move(settings)), store_(settings_.folder, settings_.name) {}

  /// Where an earlier run has committed a checkpoint: reads it and lets the partitions be read from where it stood.
  /// Fails where it is not there and cannot be done without.
  [[nodiscard]] core::result<void> take_up(std::vector<io::kafka::partition_range>& ranges);
  /// What `take_up` has found; null: a run without an earlier one's state.
  [[nodiscard]] std::shared_ptr<const core::snapshot::checkpoint> found() const { return found_; }
  /// Writes what a commit is to name; the number to name it by. 0: it could not be written, which has been told.
  [[nodiscard]] std::uint64_t save(const actors::epoch_commit& what,
                                   std::vector<core::snapshot::read_position> positions);

private:
  [[nodiscard]] core::result<void> load(std::uint64_t number);

  run_state_settings settings_;
  io::checkpoint_store store_;
  std::shared_ptr<const core::snapshot::checkpoint> found_{};
  std::uint64_t number_ = 0; ///< Of the last checkpoint that was committed, or written since.
  bool is_failing_ = false;
};

} // namespace weir
