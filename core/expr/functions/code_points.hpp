#pragma once
// Counting and cutting UTF-8 by code points. A code point begins at each byte that does not continue another, so broken
// text cuts somewhere and never runs over. Pure functions; any thread.

#include <cstdint>
#include <string>
#include <string_view>

namespace core::expr::functions {

[[nodiscard]] constexpr bool is_continuation(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

[[nodiscard]] constexpr std::int64_t count_points(std::string_view text) noexcept {
  std::int64_t count = 0;
  for (const char byte : text) count += is_continuation(byte) ? 0 : 1;
  return count;
}

/// Bytes of the first code point; 0 when the text is empty.
[[nodiscard]] constexpr std::size_t first_point_bytes(std::string_view text) noexcept {
  if (text.empty()) return 0;
  std::size_t size = 1;
  while (size < text.size() && is_continuation(text[size])) ++size;
  return size;
}

/// Where code point number `index` (from 0) begins, or the end of the text when it is shorter.
[[nodiscard]] constexpr std::size_t offset_of_point(std::string_view text, std::int64_t index) noexcept {
  std::size_t at = 0;
  while (index > 0 && at < text.size()) {
    at += first_point_bytes(text.substr(at));
    --index;
  }
  return at;
}

/// At most `count` code points from number `from` (from 0) on.
[[nodiscard]] constexpr std::string_view cut_points(std::string_view text, std::int64_t from,
                                                    std::int64_t count) noexcept {
  text.remove_prefix(offset_of_point(text, from));
  return text.substr(0, offset_of_point(text, count));
}

/// The first code point and how many bytes it takes (U+FFFD for a broken byte; size 0 when the text is empty).
struct decoded_point {
  std::uint32_t point = 0;
  std::size_t size = 0;
};
[[nodiscard]] decoded_point decode_point(std::string_view text) noexcept;

void append_point(std::string& out, std::uint32_t point);

} // namespace core::expr::functions
