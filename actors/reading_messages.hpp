#pragma once
// From a reader thread to its source, and between the source and its decoders. One process: never serialised.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/aside.hpp"
#include "core/plan/prepare.hpp"
#include "io/format/decoder.hpp"

namespace actors {

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
/// To itself, now and then, where a stage goes by the wall clock.
struct clock_tick {};

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
  /// Expressions read the watermark before each row, which only the source actor knows: it prepares the outlets.
  std::shared_ptr<core::plan::table_rows> waiting{};
};

struct prepared_chunk {
  std::uint64_t sequence = 0;
  std::shared_ptr<const io::record_index> records{};    ///< Of a topic's chunk.
  core::event_time_ms latest_time = core::no_watermark; ///< Of its rows that count.
  std::vector<prepared_table> tables{};
  std::vector<core::plan::aside_row> bad{}; ///< Lines that are no rows.
  std::uint64_t blank = 0;
  std::uint64_t field_errors = 0;
  std::optional<core::error> fault{}; ///< The source cannot be read as it is.
};
using prepared_chunk_ptr = std::shared_ptr<prepared_chunk>;

struct chunk_prepared {
  prepared_chunk_ptr chunk{};
};

} // namespace actors
