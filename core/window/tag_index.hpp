#pragma once
// Which row a key is in: open addressing over 32-bit tags of the keys' hashes. It knows no keys: the caller compares.
// Owned by one table; one thread.

#include <cstdint>
#include <vector>

#include "core/window/stored_row.hpp"

namespace core::window {

class tag_index {
public:
  /// The row with that tag for which `same(row)`, or `no_row`.
  template <class Same>
  [[nodiscard]] std::uint32_t find(std::uint32_t tag, Same same) const {
    if (slots_.empty()) return no_row;
    for (auto at = tag & mask_;; at = (at + 1) & mask_) {
      const auto [known, row] = slots_[at];
      if (row == no_row) return no_row;
      if (known == tag && same(row)) return row;
    }
  }
  void prefetch(std::uint32_t tag) const noexcept {
    if (!slots_.empty()) __builtin_prefetch(&slots_[tag & mask_]);
  }
  /// The first row with that tag, not compared; a hint for prefetching.
  [[nodiscard]] std::uint32_t guess(std::uint32_t tag) const noexcept {
    if (slots_.empty()) return no_row;
    const auto [known, row] = slots_[tag & mask_];
    return known == tag ? row : no_row;
  }

  /// Adds a row that is not there.
  void insert(std::uint32_t tag, std::uint32_t row);
  /// Puts `next` in the place of `row`, which is there.
  void replace(std::uint32_t tag, std::uint32_t row, std::uint32_t next);
  /// Takes out `row`, which is there.
  void erase(std::uint32_t tag, std::uint32_t row);
  /// Makes room for `rows` without growing again.
  void reserve(std::size_t rows);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return slots_.capacity() * sizeof(slot); }

private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t row = no_row;
  };
  [[nodiscard]] std::uint32_t place_of(std::uint32_t tag, std::uint32_t row) const;
  void rebuild(std::size_t slots);

  std::vector<slot> slots_{};
  std::uint32_t mask_ = 0;
  std::size_t size_ = 0;
};

} // namespace core::window
