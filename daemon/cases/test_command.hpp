#pragma once
// `weir test DIR`: replays golden cases and says which fail and how.

#include <string>
#include <vector>

namespace weir {

/// 0 when every case passes in every way, 1 when one fails, 2 when there is none to run.
[[nodiscard]] int test_cases(const std::vector<std::string>& folders);

} // namespace weir
