#include "daemon/stages/parts.hpp"

#include <utility>

namespace weir {

parts::~parts() {
  if (!threads_.empty()) stop();
  (void)wait();
}

void parts::start() {
  for (const auto& one : parts_)
    threads_.emplace_back([this, &one] {
      if (const auto done = one.run(); !done) fail(one, done.error());
    });
}

void parts::stop() {
  for (const auto& one : parts_)
    if (one.stop) one.stop();
}

bool parts::wait() {
  for (auto& one : threads_)
    if (one.joinable()) one.join();
  const std::lock_guard lock(mutex_);
  return !has_failed_;
}

void parts::fail(const part& one, const core::error& why) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(has_failed_, true)) return;
  }
  on_fault_(one.name, why);
  stop();
}

} // namespace weir
