#pragma once
// Rows and clocks on their way to shards and sinks, and the tickets that come back. One process: never serialised.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/window/keyed_batch.hpp"

namespace actors {

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
  barrier,     ///< Nothing: answered once all that came before it is delivered, here and further on.
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

} // namespace actors
