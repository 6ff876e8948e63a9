#pragma once
// Rows as sorted JSON lines, to be compared with what a test has written out.

#include <algorithm>
#include <string>
#include <vector>

#include "io/format/encoder.hpp"

namespace support {

using lines = std::vector<std::string>;

[[nodiscard]] inline lines lines_of(const std::vector<core::batch_ptr>& batches) {
  lines made;
  for (const auto& batch : batches) {
    std::string text;
    io::make_encoder({}, batch->layout).value()->encode(*batch, text);
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      made.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  std::ranges::sort(made);
  return made;
}

} // namespace support
