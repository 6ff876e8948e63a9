#include "daemon/run_control.hpp"

#include <utility>

namespace weir {

void run_control::stop() {
  const std::lock_guard lock(mutex_);
  is_stopping_ = true;
  if (stop_it_) stop_it_();
}

void run_control::start_again() {
  const std::lock_guard lock(mutex_);
  starts_again_ = true;
  if (suspend_it_ && !is_stopping_) suspend_it_();
}

void run_control::attach(std::function<void()> stop_it, std::function<void()> suspend_it) {
  const std::lock_guard lock(mutex_);
  stop_it_ = std::move(stop_it);
  suspend_it_ = std::move(suspend_it);
  if (is_stopping_)
    stop_it_();
  else if (starts_again_)
    suspend_it_();
}

void run_control::detach() {
  const std::lock_guard lock(mutex_);
  stop_it_ = nullptr;
  suspend_it_ = nullptr;
}

} // namespace weir
