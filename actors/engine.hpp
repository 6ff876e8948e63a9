#pragma once
// The running engine, seen from outside: starts the actors of a plan, takes HTTP bodies and questions, ends in order.
// No CAF in here, so that only actors/ pays for its headers. All functions may be called from any thread; callbacks run
// on actor threads and must not block.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/messages.hpp"
#include "actors/state_limits.hpp"
#include "core/snapshot/checkpoint.hpp"
#include "io/sink/byte_sink.hpp"
#include "io/sink/memory_table.hpp"
#include "io/sink/row_sink.hpp"
#include "io/source/chunk_reader.hpp"

namespace actors {

/// Where the reading of a log's partition begins.
struct partition_start {
  std::int64_t begin = 0;    ///< The first record that the reader gives.
  std::int64_t position = 0; ///< Records before it have been read by an earlier run and are marked so.
  core::event_time_ms watermark = core::no_watermark;
  std::vector<core::event_time_ms> fired{}; ///< By stage: what that run has put out; empty: nothing.
};

/// One partition of a source.
struct partition_reader {
  std::unique_ptr<io::chunk_reader> reader{}; ///< Null for an HTTP table.
  std::optional<partition_start> start{};     ///< Where the pieces are records of a log.
};

/// Where a sink writes: bytes, rows, a table, or nowhere.
struct sink_output {
  std::unique_ptr<io::byte_sink> bytes{};
  std::unique_ptr<io::row_sink> rows{};
  std::shared_ptr<io::memory_table> table{};
};

/// What a run needs to know of the outside. The two `open` functions are called once per source and sink while
/// starting.
struct engine_settings {
  std::uint32_t shards = 1;  ///< Of every stage; 1-1024.
  std::uint32_t threads = 1; ///< Of the actor scheduler; 1-1024.
  std::size_t batch_rows = core::batch_rows_max;
  std::uint32_t batches_in_flight_max = 16; ///< Of each source: sent and not yet wholly delivered.
  std::uint32_t chunks_in_flight_max = 0;   ///< Of each reader: read and not yet sent on; 0 = threads + 3.
  std::chrono::milliseconds epoch{1000};    ///< How often offsets are committed, where there is something to commit.
  commit_function commit{};                 ///< Null: nothing is.
  std::vector<std::int64_t> replay_spans{}; ///< By source; see core/plan/replay.hpp. Empty: not to be replayed.
  bool saves_state = false;                 ///< Commits hold what the operators hold.
  /// Called once, behind `open_source`: the state to go on from, or null.
  std::function<core::result<std::shared_ptr<const core::snapshot::checkpoint>>()> saved_state{};
  /// Null: core::plan::make_operator.
  std::function<core::result<std::unique_ptr<core::window::keyed_operator>>(const core::plan::stage_plan&)>
      make_operator{};
  state_limits limits{};                  ///< Of all shards together; sources slow down near them.
  std::function<std::int64_t()> now_ms{}; ///< Wall clock, milliseconds since 1970 UTC; null = the system's.
  /// The sink whose rows go back to HTTP clients as the windows that they closed, and the column of their window end.
  std::optional<std::size_t> answer_sink{};
  std::size_t answer_end_column = 0;
  std::string answer_time_zone{};
  std::function<core::result<std::vector<partition_reader>>(const core::plan::source_plan&)> open_source{};
  std::function<core::result<sink_output>(const core::plan::sink_plan&)> open_sink{};
};

/// How a run ended.
struct run_summary {
  std::optional<core::error> fault{}; ///< Why it failed, if it did.
  std::string who{};                  ///< Which part failed.
  engine_status status{};             ///< The last counters.
};

class engine {
public:
  /// Opens every source and sink, spawns the actors and begins to read. Nothing has been read when it fails.
  [[nodiscard]] static core::result<std::unique_ptr<engine>>
  start(std::shared_ptr<const core::plan::pipeline_plan> plan, engine_settings settings);
  ~engine(); ///< Stops without draining when it still runs.
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  /// A body for HTTP table `source` (its number in the plan).
  void ingest(std::size_t source, ingest_request request);
  /// Closes every open window of the stages that HTTP table `source` feeds.
  void flush(std::size_t source, flush_request request);
  void ask(status_request request);

  /// Stop reading, work off what was accepted, close or drop what is open. Returns at once; safe in a signal-handling
  /// thread.
  void drain(bool close_windows);
  /// Commits what has been put out, leaves open what is open for a later run, and stops. Without commits: drains and
  /// drops. Returns at once.
  void suspend();
  /// Waits until the run has ended: by itself (all inputs bounded), by `drain`, or by a fault.
  [[nodiscard]] run_summary wait();
  /// Calls `done` once the run has ended (at once if it has). For those who must not block.
  void when_ended(std::function<void()> done);

private:
  struct parts;
  explicit engine(std::unique_ptr<parts> made);
  std::unique_ptr<parts> parts_;
};

} // namespace actors
