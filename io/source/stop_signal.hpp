#pragma once
// A stop that wakes a thread sleeping in poll(2). Raised from any thread, once and for good.

#include <atomic>

#include "core/error.hpp"
#include "io/source/file_handle.hpp"

namespace io {

class stop_signal {
public:
  stop_signal();

  void raise();
  [[nodiscard]] bool is_raised() const { return is_raised_; }

  /// Sleeps until `descriptor` can be read, the stop is raised, or the time is over (timeout_ms < 0: never). A negative
  /// descriptor waits for the stop alone. False when the stop is raised.
  [[nodiscard]] core::result<bool> wait_readable(int descriptor, int timeout_ms) const;

private:
  file_handle event_;
  std::atomic<bool> is_raised_{false};
};

} // namespace io
