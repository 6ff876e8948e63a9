#pragma once
// How much state a pipeline may hold, and what happens at the limit (law 12). Plain values and a pure check.

#include <cstdint>

namespace actors {

enum class limit_policy : std::uint8_t {
  stop,  ///< The run fails and says why: nothing is given up silently.
  close, ///< Every open window is closed early; rows that come for them later are late, and counted.
};

struct state_limits {
  std::uint64_t bytes_max = 0;        ///< Over all shards; 0 = no limit.
  std::uint64_t open_windows_max = 0; ///< Key and window pairs over all shards; 0 = no limit.
  limit_policy policy = limit_policy::stop;
};

enum class fill : std::uint8_t { low, near, over };

/// Near from nine tenths of a limit on, over beyond it.
[[nodiscard]] constexpr fill fill_of(const state_limits& limits, std::uint64_t bytes, std::uint64_t open_windows) {
  const auto is_over = [](std::uint64_t used, std::uint64_t most) { return most > 0 && used > most; };
  if (is_over(bytes, limits.bytes_max) || is_over(open_windows, limits.open_windows_max)) return fill::over;
  if (is_over(bytes, limits.bytes_max / 10 * 9) || is_over(open_windows, limits.open_windows_max / 10 * 9))
    return fill::near;
  return fill::low;
}

} // namespace actors
