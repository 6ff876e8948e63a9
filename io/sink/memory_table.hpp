#pragma once
// The rows of a `memory` sink, readable while the engine runs (over HTTP, or by a test). Keeps the newest rows up to a
// bound; older ones go and are counted. Any thread: one lock, taken once a batch by its sink and once a query by
// readers.

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "core/data/batch.hpp"

namespace io {

class memory_table {
public:
  memory_table(core::schema_ptr layout, std::size_t rows_max) : layout_(std::move(layout)), rows_max_(rows_max) {}

  void append(core::batch_ptr rows);
  void clear();

  [[nodiscard]] const core::schema_ptr& layout() const noexcept { return layout_; }
  /// A snapshot, oldest first; batches are shared, not copied.
  [[nodiscard]] std::vector<core::batch_ptr> snapshot() const;
  [[nodiscard]] std::uint64_t rows_in_all() const;  ///< Ever appended.
  [[nodiscard]] std::uint64_t rows_dropped() const; ///< Gone because of the bound.

private:
  core::schema_ptr layout_;
  std::size_t rows_max_;
  mutable std::mutex mutex_;
  std::deque<core::batch_ptr> batches_;
  std::size_t kept_ = 0;
  std::uint64_t in_all_ = 0;
  std::uint64_t dropped_ = 0;
};

} // namespace io
