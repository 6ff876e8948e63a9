#include "core/window/row_pool.hpp"

#include <new>
#include <utility>

namespace core::window {

namespace {
constexpr std::align_val_t line{64}; // rows of five aggregates are one cache line
}

row_pool::row_pool(row_pool&& other) noexcept
    : stride_(other.stride_), blocks_(std::exchange(other.blocks_, {})), free_(std::exchange(other.free_, {})),
      end_(std::exchange(other.end_, 0)), capacity_(std::exchange(other.capacity_, 0)) {}

row_pool& row_pool::operator=(row_pool&& other) noexcept {
  std::swap(stride_, other.stride_);
  std::swap(blocks_, other.blocks_);
  std::swap(free_, other.free_);
  std::swap(end_, other.end_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

row_pool::~row_pool() {
  for (auto* block : blocks_) ::operator delete(block, line);
}

std::uint32_t row_pool::add() {
  if (!free_.empty()) {
    const auto row = free_.back();
    free_.pop_back();
    return row;
  }
  if (end_ == capacity_) {
    const std::uint32_t rows = capacity_ == 0 ? 16 : capacity_ < 1024 ? capacity_ : 1024;
    blocks_.push_back(static_cast<std::byte*>(::operator new(rows* stride_, line)));
    capacity_ += rows;
  }
  return end_++;
}

void row_pool::remove(std::uint32_t row) {
  agg::store(at(row), free_row_size);
  free_.push_back(row);
}

std::uint64_t row_pool::bytes() const noexcept {
  return capacity_ * stride_ + (blocks_.capacity() * sizeof(std::byte*)) + free_.capacity() * sizeof(std::uint32_t);
}

} // namespace core::window
