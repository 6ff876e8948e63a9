#pragma once
// One round of a commit: the sources hold, all that they sent is delivered, the sinks flush, the offsets are committed,
// the sources go on. One process: never serialised.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/plan/replay.hpp"

namespace actors {

/// How far one partition of a log has come. Its source's; the coordinator may read and thin it while that holds or has
/// ended.
struct partition_progress {
  std::size_t source = 0;    ///< Into plan.sources.
  std::size_t partition = 0; ///< Into the readers of this source.
  core::plan::replay_log log{};
  std::int64_t next_offset = 0; ///< The first record that has not been sent on in this run.
  std::int64_t position = 0;    ///< The first that no run has sent on: greater while records are read again.
  core::event_time_ms watermark = core::no_watermark;
};

/// What a commit says of one partition.
struct partition_point {
  std::size_t source = 0;
  std::size_t partition = 0;
  std::int64_t replay_from = 0; ///< The first record that an open window needs.
  std::int64_t position = 0;
  core::event_time_ms watermark = core::no_watermark;
};

struct epoch_commit {
  std::uint64_t epoch = 0;
  std::vector<partition_point> points{};
  std::vector<core::event_time_ms> fired{}; ///< By stage: what has been put out. Empty with `is_last`.
  /// By stage and shard: what each operator holds. Empty where nothing is saved.
  std::vector<std::vector<std::string>> stages{};
  bool is_last = false; ///< The inputs have ended and nothing is open.
};
/// Blocking; on a thread of its own.
using commit_function = std::function<core::result<void>(const epoch_commit&)>;

/// Coordinator to source: send nothing more; `source_held` once all is delivered.
struct hold {
  std::uint64_t epoch = 0;
};
struct source_held {
  std::uint64_t epoch = 0;
};
struct release {};

/// Coordinator to sink: wait until all that was written is accepted.
struct sink_flush {
  std::uint64_t epoch = 0;
};
struct sink_flushed {
  std::uint64_t epoch = 0;
};

/// Coordinator to shard, while nothing is under way: write down what you hold.
struct save_state {
  std::uint64_t epoch = 0;
};
struct state_saved {
  std::uint64_t epoch = 0;
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
  std::shared_ptr<std::string> bytes{}; ///< The receiver's.
};

/// To the committer, and back.
struct commit_order {
  std::shared_ptr<const epoch_commit> what{};
};
struct epoch_committed {
  std::uint64_t epoch = 0;
  std::optional<core::error> fault{};
};

/// The coordinator to itself: time for the next round.
struct epoch_tick {};
/// Commit once more and stop, leaving open what is open.
struct suspend {};

} // namespace actors
