#pragma once
// How a plan is run: the settings that change speed, limits and the end of a run, never the rows of a result. Filled
// from a pipeline file or by `weir serve`; plain values.

#include <cstdint>
#include <string>

namespace config {

enum class stop_policy : std::uint8_t {
  close, ///< Open windows are closed and put out, as at the end of a bounded input.
  drop,  ///< Open windows are dropped; their number is reported.
  keep,  ///< Open windows stay open for the next run, where the input is a log that can be read again; else as `drop`.
};

enum class full_policy : std::uint8_t {
  stop,  ///< The run fails and says why; nothing is given up.
  close, ///< Every open window is closed early; rows that come for them later are late, and counted.
};

struct engine_options {
  /// Owners of keys in each stage. Default: the cores. Range 1-1024.
  std::uint32_t shards = 1;
  /// Threads that work. Default: the cores. Range 1-1024.
  std::uint32_t threads = 1;
  /// Most rows in a batch. Default 4096. Range 1-4096.
  std::uint32_t batch_rows = 4096;
  /// Stop at the first bad row. Default false.
  bool strict = false;
  /// What becomes of open windows when the run is told to stop. Default close.
  stop_policy on_stop = stop_policy::close;
  bool on_stop_is_stated = false; ///< Else a run that can go on later keeps what is open.
  /// How often what was put out is committed, in milliseconds. Default 1 s. From 10 ms.
  std::uint32_t epoch_ms = 1000;
  /// Begin anew, whatever an earlier run has committed. Default false.
  bool fresh = false;
  /// Where states are saved for the next run; empty: nowhere. Default empty.
  std::string state_folder{};
  /// Share the topic's partitions with the other members of the table's group. Default false.
  bool shares_partitions = false;
  /// Most bytes of window state; sources slow down near it. Default: three quarters of the machine's memory. From 16
  /// MiB.
  std::uint64_t memory_bytes_max = 0;
  /// Most open windows (key and window pairs) over all shards. Default 100 million. Range 1-10^12.
  std::uint64_t open_windows_max = 100'000'000;
  /// What happens at these two limits. Default stop.
  full_policy on_full = full_policy::stop;
};

inline constexpr std::int64_t epoch_ms_min = 10;
inline constexpr std::int64_t epoch_ms_max = 3'600'000;
inline constexpr std::uint64_t memory_bytes_min = 16ULL << 20;

/// The defaults on this machine.
[[nodiscard]] engine_options default_engine_options();

} // namespace config
