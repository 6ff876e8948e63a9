#pragma once
// SIGINT and SIGTERM as calls on a thread of their own, so that what they do may lock and allocate. Made before any
// other thread, so that all inherit the blocked signals.

#include <functional>
#include <memory>

namespace weir {

class signal_watch {
public:
  /// From here on the signals wait for `on_signal`.
  signal_watch();
  ~signal_watch();
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;

  /// `first` is called at the first signal; at the second the process exits with 1 at once.
  void on_signal(std::function<void(int signal)> first);

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace weir
