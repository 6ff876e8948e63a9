#include "io/format/base64.hpp"

#include <array>
#include <cstdint>

namespace io {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr auto values = [] {
  std::array<std::int8_t, 256> made{};
  for (auto& value : made) value = -1;
  for (std::size_t i = 0; i < letters.size(); ++i)
    made[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
  return made;
}();

} // namespace

char* encode_base64(std::string_view bytes, char* to) {
  const auto byte = [bytes](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto group = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    *to++ = letters[group >> 18];
    *to++ = letters[group >> 12 & 0x3F];
    *to++ = at + 1 < bytes.size() ? letters[group >> 6 & 0x3F] : '=';
    *to++ = at + 2 < bytes.size() ? letters[group & 0x3F] : '=';
  }
  return to;
}

std::optional<std::size_t> decode_base64(std::string_view text, char* to) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  const char* const begin = to;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const auto value = values[static_cast<unsigned char>(c)];
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    *to++ = static_cast<char>(group >> bits & 0xFF);
  }
  return static_cast<std::size_t>(to - begin);
}

} // namespace io
