#pragma once
// How the parts of a pipeline stand: counters of law 4, watermarks, open windows. Plain values.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/time.hpp"
#include "core/window/keyed_operator.hpp"

namespace actors {

struct source_status {
  std::string name{};
  std::uint32_t partition = 0;
  std::string where{};
  std::uint64_t rows_read = 0; ///< Rows and bad rows.
  std::uint64_t bad = 0;
  std::uint64_t filtered = 0;
  std::uint64_t blank = 0;
  std::uint64_t field_errors = 0;
  std::uint64_t told_before = 0; ///< Bad rows among those read again after a restart: an earlier run has told of them.
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
  std::uint64_t told_before = 0; ///< Rows read again after a restart whose windows an earlier run has put out.
  std::uint64_t bad = 0;         ///< Result rows whose HAVING or SELECT failed.
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

} // namespace actors
