#pragma once
// What can end a run from outside (a signal, a new partition) and reach whichever engine runs just then. Any thread.

#include <atomic>
#include <functional>
#include <mutex>

namespace weir {

class run_control {
public:
  /// The run is to end: once and for good.
  void stop();
  /// The engine is to stop where it is and start again.
  void start_again();

  /// From now on `stop` calls `stop_it`, and `start_again` calls `suspend_it`; at once where that was asked for before.
  void attach(std::function<void()> stop_it, std::function<void()> suspend_it);
  void detach();

  [[nodiscard]] const std::atomic<bool>& stopping() const { return is_stopping_; }
  /// Whether `start_again` was called since the last call of this.
  [[nodiscard]] bool take_start_again() { return starts_again_.exchange(false); }

private:
  std::mutex mutex_;
  std::function<void()> stop_it_{};
  std::function<void()> suspend_it_{};
  std::atomic<bool> is_stopping_{false};
  std::atomic<bool> starts_again_{false};
};

} // namespace weir
