#pragma once
// The groups of one slice or window: key -> cells. Groups stay where they are until the table goes. Owned by one
// operator; one thread.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/window/row_pool.hpp"
#include "core/window/tag_index.hpp"

namespace core::window {

class group_table {
public:
  /// `empty`: what a new group's cells hold.
  explicit group_table(std::vector<std::byte> empty)
      : empty_(std::move(empty)), rows_(row_head_bytes + empty_.size()) {}
  group_table(const group_table&) = delete;
  group_table& operator=(const group_table&) = delete;
  ~group_table();

  [[nodiscard]] std::uint32_t find(std::string_view key, std::uint32_t tag) const {
    return index_.find(tag, [&](std::uint32_t row) { return has_key(rows_.at(row), key); });
  }
  [[nodiscard]] std::uint32_t find_or_add(std::string_view key, std::uint32_t tag) {
    const auto row = find(key, tag);
    return row != no_row ? row : add(key, tag);
  }
  /// A group whose key is not there.
  std::uint32_t add(std::string_view key, std::uint32_t tag);
  /// Frees the group's row; its cells' side state has been cleared.
  void remove(std::uint32_t row);
  void reserve(std::size_t rows) { index_.reserve(rows); }

  void prefetch(std::uint32_t tag) const noexcept { index_.prefetch(tag); }
  void prefetch_row(std::uint32_t tag) const noexcept {
    if (const auto row = index_.guess(tag); row != no_row) __builtin_prefetch(rows_.at(row), 1);
  }
  [[nodiscard]] std::byte* row(std::uint32_t number) const noexcept { return rows_.at(number); }
  [[nodiscard]] std::byte* cells(std::uint32_t number) const noexcept { return rows_.at(number) + row_head_bytes; }
  /// Rows lie below; some may be free (`is_free_row`).
  [[nodiscard]] std::uint32_t end() const noexcept { return rows_.end(); }
  [[nodiscard]] std::uint32_t size() const noexcept { return rows_.live(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return sizeof(group_table) + empty_.capacity() + rows_.bytes() + index_.bytes() + key_bytes_;
  }

private:
  std::vector<std::byte> empty_;
  row_pool rows_;
  tag_index index_{};
  std::uint64_t key_bytes_ = 0; ///< Of long keys.
};

} // namespace core::window
