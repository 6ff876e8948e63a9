#include "core/data/utf8.hpp"

#include <cstdint>

namespace core {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Bytes of the code point at the start of `text`; 0 when there is none.
std::size_t code_point_bytes(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const auto first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  // The second byte tells overlong forms, surrogates, and what is beyond U+10FFFF.
  const std::uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < size; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  return size;
}

} // namespace

std::size_t valid_utf8_bytes(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto size = code_point_bytes(text.substr(at));
    if (size == 0) break;
    at += size;
  }
  return at;
}

std::string as_utf8(std::string_view text) {
  std::string made;
  made.reserve(text.size());
  for (;;) {
    const auto good = valid_utf8_bytes(text);
    made += text.substr(0, good);
    if (good == text.size()) return made;
    made += replacement;
    text.remove_prefix(good + 1);
  }
}

} // namespace core
