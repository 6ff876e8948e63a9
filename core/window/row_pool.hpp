#pragma once
// Rows of one width that never move, addressed by number; freed rows are used again. Blocks grow from 16 rows to 1024,
// so that a small table is small and a large one wastes little. Owned by one table or operator; one thread.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/window/stored_row.hpp"

namespace core::window {

class row_pool {
public:
  explicit row_pool(std::size_t row_bytes) : stride_((row_bytes + 7) / 8 * 8) {}
  row_pool(row_pool&& other) noexcept;
  row_pool& operator=(row_pool&& other) noexcept;
  ~row_pool();

  /// A row of undefined content, to be given a key at once.
  [[nodiscard]] std::uint32_t add();
  /// `row` has been freed by `free_key` or moved from.
  void remove(std::uint32_t row);

  [[nodiscard]] std::byte* at(std::uint32_t row) const noexcept {
    if (row >= 1024) return blocks_[(row >> 10) + 6] + (row & 1023U) * stride_;
    const auto block = static_cast<std::uint32_t>(std::bit_width(row >> 4));
    const auto first = block == 0 ? 0U : 8U << block;
    return blocks_[block] + (row - first) * stride_;
  }
  /// Numbers in use lie below; free rows among them are marked (`is_free_row`).
  [[nodiscard]] std::uint32_t end() const noexcept { return end_; }
  [[nodiscard]] std::uint32_t live() const noexcept { return end_ - static_cast<std::uint32_t>(free_.size()); }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  /// Worth packing: all or most rows are free.
  [[nodiscard]] bool is_sparse() const noexcept { return live() == 0 ? end_ > 0 : end_ > 1024 && live() < end_ / 4; }

private:
  std::size_t stride_;
  std::vector<std::byte*> blocks_{};
  std::vector<std::uint32_t> free_{};
  std::uint32_t end_ = 0;
  std::uint32_t capacity_ = 0;
};

} // namespace core::window
