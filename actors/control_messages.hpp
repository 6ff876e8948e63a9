#pragma once
// What the coordinator hears and says.

#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "core/time.hpp"

namespace actors {

struct progress {
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
  core::event_time_ms watermark = core::no_watermark;
  std::uint64_t state_bytes = 0;
  std::uint64_t groups = 0; ///< Held by the state.
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
