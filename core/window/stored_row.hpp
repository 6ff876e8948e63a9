#pragma once
// How a group lies in memory: a head of 24 bytes (its key, the tag of the key's hash, a link for the owner's use), then
// the cells. Short keys lie in the head, long ones in a block of their own that the row owns.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/agg/cell.hpp"

namespace core::window {

inline constexpr std::size_t row_head_bytes = 24;
inline constexpr std::uint32_t inline_key_max = 12;
inline constexpr std::uint32_t null_key_size = 0xffffffffU;
inline constexpr std::uint32_t free_row_size = 0xfffffffeU; ///< Of a row that is in no use.
inline constexpr std::uint32_t no_row = 0xffffffffU;

/// The part of a hash that tables keep. Both halves count, since shards were chosen by some of its bits.
[[nodiscard]] inline std::uint32_t tag_of(std::uint64_t hash) noexcept {
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

[[nodiscard]] inline std::uint32_t key_size_of(const std::byte* row) noexcept { return agg::load<std::uint32_t>(row); }
[[nodiscard]] inline std::uint32_t row_tag(const std::byte* row) noexcept { return agg::load<std::uint32_t>(row + 16); }
[[nodiscard]] inline std::uint32_t row_link(const std::byte* row) noexcept {
  return agg::load<std::uint32_t>(row + 20);
}
inline void set_row_link(std::byte* row, std::uint32_t link) noexcept { agg::store(row + 20, link); }
[[nodiscard]] inline bool is_free_row(const std::byte* row) noexcept { return key_size_of(row) == free_row_size; }

[[nodiscard]] inline bool has_long_key(const std::byte* row) noexcept {
  const auto size = key_size_of(row);
  return size > inline_key_max && size < free_row_size;
}

/// The key; data() == nullptr for the NULL key. Good as long as the row is.
[[nodiscard]] inline std::string_view row_key(const std::byte* row) noexcept {
  const auto size = key_size_of(row);
  if (size <= inline_key_max) return {reinterpret_cast<const char*>(row + 4), size};
  if (size == null_key_size) return {};
  return {agg::load<const char*>(row + 8), size};
}

/// Equality of `size` bytes, for short sizes without a call.
[[nodiscard]] inline bool same_bytes(const char* a, const char* b, std::size_t size) noexcept {
  const auto word = [](const char* at) { return agg::load<std::uint64_t>(reinterpret_cast<const std::byte*>(at)); };
  const auto half = [](const char* at) { return agg::load<std::uint32_t>(reinterpret_cast<const std::byte*>(at)); };
  if (size > 16) return std::memcmp(a, b, size) == 0;
  if (size >= 8) return ((word(a) ^ word(b)) | (word(a + size - 8) ^ word(b + size - 8))) == 0;
  if (size >= 4) return ((half(a) ^ half(b)) | (half(a + size - 4) ^ half(b + size - 4))) == 0;
  for (std::size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

[[nodiscard]] inline bool has_key(const std::byte* row, std::string_view key) noexcept {
  const auto size = key_size_of(row);
  if (key.data() == nullptr) return size == null_key_size;
  if (size != key.size()) return false;
  const auto* stored =
      size <= inline_key_max ? reinterpret_cast<const char*>(row + 4) : agg::load<const char*>(row + 8);
  return same_bytes(stored, key.data(), size);
}

/// Writes the head. A long key is copied; `free_key` gives it back.
void set_key(std::byte* row, std::string_view key, std::uint32_t tag);
void free_key(std::byte* row);

} // namespace core::window
