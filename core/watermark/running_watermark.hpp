#pragma once
// The watermark of one source: the largest value of its WATERMARK expression so far (law 2). It comes after each row
// and never moves back. Owned by one source; one thread.

#include <cstddef>
#include <vector>

#include "core/data/column.hpp"
#include "core/time.hpp"

namespace core::watermark {

class running_watermark {
public:
  /// Appends, for each row, the watermark before it to `before`, and moves on by all of them. `candidates` is the
  /// WATERMARK expression's value (milliseconds) for each row; NULL moves nothing.
  void add(const column& candidates, std::vector<event_time_ms>& before);
  /// One row.
  void add(event_time_ms candidate) noexcept { current_ = candidate > current_ ? candidate : current_; }

  [[nodiscard]] event_time_ms current() const noexcept { return current_; }

private:
  event_time_ms current_ = no_watermark;
};

} // namespace core::watermark
