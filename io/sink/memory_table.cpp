#include "io/sink/memory_table.hpp"

#include <utility>

namespace io {

void memory_table::append(core::batch_ptr rows) {
  const std::lock_guard lock(mutex_);
  in_all_ += rows->rows;
  kept_ += rows->rows;
  batches_.push_back(std::move(rows));
  while (kept_ > rows_max_ && batches_.size() > 1) {
    kept_ -= batches_.front()->rows;
    dropped_ += batches_.front()->rows;
    batches_.pop_front();
  }
}

void memory_table::clear() {
  const std::lock_guard lock(mutex_);
  batches_.clear();
  kept_ = 0;
}

std::vector<core::batch_ptr> memory_table::snapshot() const {
  const std::lock_guard lock(mutex_);
  return {batches_.begin(), batches_.end()};
}

std::uint64_t memory_table::rows_in_all() const {
  const std::lock_guard lock(mutex_);
  return in_all_;
}

std::uint64_t memory_table::rows_dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

} // namespace io
