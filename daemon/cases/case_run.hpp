#pragma once
// Runs one case in this process, in one way of cutting and sharing its rows, and says what was wrong. The clock stands
// still.

#include <optional>
#include <string>
#include <vector>

#include "daemon/cases/case_folder.hpp"

namespace weir {

struct case_way {
  std::uint32_t shards = 1;
  std::uint32_t batch_rows = 4096;
  bool restarted = false; ///< Every operator is saved and taken up anew before each piece of its input.
};
/// The ways in which every case must give the same.
[[nodiscard]] std::vector<case_way> case_ways();
/// `with 2 shards and batches of 3 rows`
[[nodiscard]] std::string to_string(const case_way& way);

/// What is wrong with the case run this way, for a person to read; nothing when it passes.
[[nodiscard]] std::optional<std::string> run_case(const case_folder& one, const case_way& way);

} // namespace weir
