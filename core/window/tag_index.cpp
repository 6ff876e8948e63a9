#include "core/window/tag_index.hpp"

#include <bit>
#include <utility>

namespace core::window {

void tag_index::rebuild(std::size_t slots) {
  auto old = std::exchange(slots_, std::vector<slot>(slots));
  mask_ = static_cast<std::uint32_t>(slots - 1);
  for (const auto& one : old) {
    if (one.row == no_row) continue;
    auto at = one.tag & mask_;
    while (slots_[at].row != no_row) at = (at + 1) & mask_;
    slots_[at] = one;
  }
}

void tag_index::reserve(std::size_t rows) {
  const auto wanted = std::bit_ceil(rows + rows / 2 + 8);
  if (wanted > slots_.size()) rebuild(wanted);
}

void tag_index::insert(std::uint32_t tag, std::uint32_t row) {
  if ((size_ + 1) * 3 > slots_.size() * 2) rebuild(slots_.empty() ? 16 : slots_.size() * 2);
  auto at = tag & mask_;
  while (slots_[at].row != no_row) at = (at + 1) & mask_;
  slots_[at] = {tag, row};
  ++size_;
}

std::uint32_t tag_index::place_of(std::uint32_t tag, std::uint32_t row) const {
  auto at = tag & mask_;
  while (slots_[at].row != row) at = (at + 1) & mask_;
  return at;
}

void tag_index::replace(std::uint32_t tag, std::uint32_t row, std::uint32_t next) {
  slots_[place_of(tag, row)].row = next;
}

void tag_index::erase(std::uint32_t tag, std::uint32_t row) {
  auto hole = place_of(tag, row);
  // Rows behind the hole that could lie in it move up, so that no search ends too early.
  for (auto at = (hole + 1) & mask_; slots_[at].row != no_row; at = (at + 1) & mask_) {
    const auto home = slots_[at].tag & mask_;
    if (((at - home) & mask_) < ((at - hole) & mask_)) continue;
    slots_[hole] = slots_[at];
    hole = at;
  }
  slots_[hole] = {};
  if (--size_ == 0) std::vector<slot>().swap(slots_);
}

} // namespace core::window
