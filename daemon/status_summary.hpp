#pragma once
// The counters of a run added up, and the sentence that a run ends with.

#include <string>

#include "actors/messages.hpp"

namespace weir {

/// Law 4: rows_read = rows_in_windows + filtered + late + bad + told_before, where every row goes to windows.
struct status_sums {
  std::uint64_t rows_read = 0;
  std::uint64_t rows_in_windows = 0;
  std::uint64_t filtered = 0;
  std::uint64_t late = 0;
  std::uint64_t bad = 0;
  std::uint64_t told_before =
      0; ///< Read again after a restart for the windows that were open; counted as it should be then.
  std::uint64_t blank = 0;
  std::uint64_t field_errors = 0;
  std::uint64_t open_windows = 0;
  std::uint64_t dropped_windows = 0;
  std::uint64_t bad_results = 0; ///< Result rows whose HAVING or output failed; their rows were in windows.
  std::uint64_t rows_out = 0;
  std::uint64_t state_bytes = 0;
};

[[nodiscard]] status_sums summarize(const actors::engine_status& status);

/// `read 12 rows: 10 in windows, 1 late, 1 bad; put out 4 rows`.
[[nodiscard]] std::string sentence(const actors::engine_status& status);

} // namespace weir
