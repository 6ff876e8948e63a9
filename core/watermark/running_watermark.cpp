#include "core/watermark/running_watermark.hpp"

#include <algorithm>

namespace core::watermark {

void running_watermark::add(const column& candidates, std::vector<event_time_ms>& before) {
  const auto first = before.size();
  before.resize(first + candidates.rows);
  auto* out = before.data() + first;
  const auto* values = candidates.ints.data();
  auto most = current_;
  if (!candidates.has_nulls()) {
    for (std::size_t i = 0; i < candidates.rows; ++i) {
      out[i] = most;
      most = std::max(most, values[i]);
    }
  } else {
    for (std::size_t i = 0; i < candidates.rows; ++i) {
      out[i] = most;
      most = candidates.valid[i] != 0 ? std::max(most, values[i]) : most;
    }
  }
  current_ = most;
}

} // namespace core::watermark
