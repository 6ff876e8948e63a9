#pragma once
// What crosses a mailbox, as plain structs without CAF. One process: nothing here is ever serialised. Shared parts are
// const.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/aside.hpp"
#include "core/plan/prepare.hpp"
#include "io/format/decoder.hpp"

namespace actors {

// --- reader thread -> source ---------------------------------------------------------------------------------------

/// Piece number `sequence` of the source, from 0 without holes.
struct chunk_read {
  std::uint64_t sequence = 0;
  io::text_chunk chunk{};
};

/// The reader has ended after `chunks` pieces: end of a bounded source, told to stop, or a fault.
struct reading_ended {
  std::uint64_t chunks = 0;
  std::optional<core::error> fault{};
};

struct start_reading {};
struct idle_check {};

// --- source <-> decoder --------------------------------------------------------------------------------------------

struct decode_job {
  std::uint64_t sequence = 0;
  io::text_chunk chunk{};
};

/// What an outlet will send for one table batch; the watermarks are still missing.
struct prepared_outlet {
  core::plan::routed_batch routed{};         ///< For a stage.
  core::batch_ptr rows{};                    ///< For a sink.
  std::shared_ptr<const std::string> text{}; ///< The sink's rows as bytes, where it takes bytes.
  std::vector<std::uint32_t> origin{};       ///< For a sink: table row of each row, ascending; empty = the same.
  std::uint64_t filtered = 0;
  std::vector<core::expr::row_fault> faults{}; ///< By table row, ascending.
};

/// A table batch ready to be sent in order.
struct prepared_table {
  std::uint32_t rows = 0;
  std::vector<core::event_time_ms> watermark_candidates{};
  std::vector<std::uint64_t> lines{};
  std::vector<core::plan::aside_row> bad{};     ///< Not among `rows`.
  std::vector<core::plan::aside_row> faulted{}; ///< Among `rows`, but an outlet's expression failed on them; each once.
  std::uint64_t filtered = 0;                   ///< Among `rows`, but no outlet takes them.
  std::vector<prepared_outlet> outlets{};       ///< As many as the source has outlets for its rows.
};

struct prepared_chunk {
  std::uint64_t sequence = 0;
  std::vector<prepared_table> tables{};
  std::vector<core::plan::aside_row> bad{}; ///< Lines that are no rows.
  std::uint64_t blank = 0;
  std::uint64_t field_errors = 0;
};
using prepared_chunk_ptr = std::shared_ptr<prepared_chunk>;

struct chunk_prepared {
  prepared_chunk_ptr chunk{};
};

// --- towards shards and sinks --------------------------------------------------------------------------------------

/// Rows for a shard: it reads `rows->selections[shard]`. Answered by `delivered` once everything that came of it has
/// been taken by the sinks.
struct shard_rows {
  core::window::keyed_batch_ptr rows{};
  std::uint64_t ticket = 0;
  bool answer_wanted = false; ///< The answer sink's rows come back in `delivered`.
};

enum class clock_event : std::uint8_t {
  advance,     ///< The watermark of this input, without rows.
  idle,        ///< This input holds nothing back until it sends again.
  ended_close, ///< No more rows; the watermark is the end of time.
  ended_drop,  ///< No more rows; what is open is dropped and counted.
  flush,       ///< Close every open window now; rows go on.
};

/// In-band behind the rows of the same input.
struct shard_clock {
  std::uint32_t input = 0;
  clock_event what = clock_event::idle;
  core::event_time_ms watermark = core::no_watermark; ///< advance
  std::uint64_t ticket = 0;                           ///< 0: no answer wanted.
};

/// Rows for a sink. Exactly one of `rows` and `text` is used by it, by its kind.
struct sink_rows {
  core::batch_ptr rows{};
  std::shared_ptr<const std::string> text{};
  std::uint32_t count = 0; ///< Rows.
  std::uint64_t ticket = 0;
};

/// Back to the sender of ticket `ticket`.
struct delivered {
  std::uint64_t ticket = 0;
  std::vector<core::batch_ptr> answer{}; ///< Rows of the answer sink, when wanted.
  std::vector<std::uint32_t> late{};     ///< Rows of the batch that were late.
};

/// No more rows come: close in order, or leave the output unfinished.
struct sink_end {
  bool commit = true;
};

// --- HTTP ----------------------------------------------------------------------------------------------------------

/// A rejected item of a request: its index (JSON) or line number - 1 (NDJSON), and why.
struct rejected_item {
  std::uint64_t index = 0;
  std::string reason{};
};

struct ingest_outcome {
  std::optional<core::error> refused{}; ///< Nothing was taken.
  bool unavailable = false;             ///< Refused because the engine is stopping.
  std::uint64_t accepted = 0;
  std::vector<rejected_item> rejected{};
  std::uint64_t late = 0;
  std::vector<core::batch_ptr> closed{}; ///< Rows of the answer sink that this request closed, in order of window end.
};

struct ingest_request {
  std::shared_ptr<std::string> body{};
  io::body_form form = io::body_form::json;
  std::function<void(ingest_outcome)> respond{}; ///< Called once, on any thread; must not block.
};

struct flush_request {
  std::function<void(std::vector<core::batch_ptr>)> respond{};
};

// --- status --------------------------------------------------------------------------------------------------------

struct source_status {
  std::string name{};
  std::uint32_t partition = 0;
  std::string where{};
  std::uint64_t rows_read = 0; ///< Rows and bad rows.
  std::uint64_t bad = 0;
  std::uint64_t filtered = 0;
  std::uint64_t blank = 0;
  std::uint64_t field_errors = 0;
  core::event_time_ms watermark = core::no_watermark;
  bool idle = false;
  bool ended = false;
};

struct shard_status {
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
  core::event_time_ms watermark = core::no_watermark;
  std::vector<core::event_time_ms> inputs{}; ///< Latest watermark of each input.
  std::uint64_t rows_in_windows = 0;
  std::uint64_t late = 0;
  std::uint64_t bad = 0; ///< Result rows whose HAVING or SELECT failed.
  std::uint64_t rows_out = 0;
  std::uint64_t open_windows = 0;
  std::uint64_t dropped_windows = 0;
  std::uint64_t state_bytes = 0;
  std::vector<core::window::open_window> open{}; ///< When asked for.
};

struct sink_status {
  std::string name{};
  std::uint64_t rows = 0;
};

struct engine_status {
  std::vector<source_status> sources{};
  std::vector<shard_status> shards{};
  std::vector<sink_status> sinks{};
  std::uint64_t limit_actions = 0; ///< How often the policy for a full memory has acted.
  /// The least watermark of all shards.
  core::event_time_ms watermark = core::no_watermark;
};

struct status_query {
  std::size_t open_windows_max = 0; ///< How many open windows each shard lists.
};

struct status_request {
  status_query query{};
  std::function<void(engine_status)> respond{};
};

// --- coordinator ---------------------------------------------------------------------------------------------------

struct progress {
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
  core::event_time_ms watermark = core::no_watermark;
  std::uint64_t state_bytes = 0;
  std::uint64_t open_windows = 0;
};

struct source_finished {
  std::uint32_t source = 0;
};
struct shard_finished {
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
};
struct sink_closed {
  std::uint32_t sink = 0;
};
struct pipeline_failed {
  std::string who{};
  core::error fault{};
};

/// Stop reading, finish what was accepted, end in order.
struct drain {
  bool close_windows = true;
};

/// Coordinator to source: state is near its limit (slow) or has room again.
struct throttle {
  bool slow = false;
};

} // namespace actors
