#pragma once
// Windows that rows already carry, as columns window_start and window_end (a window table function, an aggregation, a
// join before): what groups, ranks and joins such rows asks only when each window ends.

#include <cstddef>
#include <string>

#include "core/time.hpp"
#include "core/time_zone.hpp"

namespace core::window {

struct attached_window {
  std::size_t start = 0; ///< Input column, TIMESTAMP(3): wall clock of the zone.
  std::size_t end = 0;
  /// The zone of the wall clock when the event time is a TIMESTAMP_LTZ; empty or UTC = none needed.
  std::string time_zone{};
};

} // namespace core::window
