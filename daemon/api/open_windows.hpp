#pragma once
// Open windows as a person reads them, and what would close them. Pure.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "actors/messages.hpp"

namespace weir {

struct open_window_view {
  std::uint32_t stage = 0;
  nlohmann::ordered_json
      key{}; ///< The key's value; an object by name when it has several columns; null when there is none.
  std::int64_t start_ms = 0;
  std::int64_t end_ms = 0;
  core::event_time_ms fires_at_ms = 0;
  std::uint64_t rows = 0;

  /// By its text, or its JSON text (so that "1" and 1 can be told apart).
  [[nodiscard]] bool has_key(const std::string& wanted) const;
};

/// In order of end, then key.
[[nodiscard]] std::vector<open_window_view> open_windows_of(const core::plan::pipeline_plan& plan,
                                                            const actors::engine_status& status);
[[nodiscard]] nlohmann::ordered_json to_json(const open_window_view& window);
/// Which partitions hold the window open, and what would release it.
[[nodiscard]] nlohmann::ordered_json why_json(const open_window_view& window, const actors::engine_status& status);

/// Whether a key column's value is the one a client asked for.
[[nodiscard]] bool key_matches(const core::column& keys, std::uint32_t row, const std::string& wanted);

} // namespace weir
