#include "core/sql/unicode_escape.hpp"

#include <charconv>

#include <fmt/format.h>

namespace core::sql {

namespace {

std::optional<std::uint32_t> hex_number(std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.empty() || code != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

} // namespace

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::expected<std::string, std::string> decode_unicode_escapes(std::string_view text, char escape) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != escape) {
      out += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == escape) {
      out += escape;
      ++i;
    } else {
      const bool is_long = i + 1 < text.size() && text[i + 1] == '+';
      const std::size_t first = i + (is_long ? 2 : 1);
      const std::size_t count = is_long ? 6 : 4;
      const auto code_point = first + count <= text.size() ? hex_number(text.substr(first, count)) : std::nullopt;
      if (!code_point || *code_point > 0x10FFFF) {
        return std::unexpected(fmt::format("not a unicode escape: {}", text.substr(i, is_long ? 8 : 5)));
      }
      append_utf8(out, *code_point);
      i = first + count - 1;
    }
  }
  return out;
}

std::optional<std::string> bytes_of_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const auto byte = hex_number(digits.substr(i, 2));
    if (!byte) return std::nullopt;
    out += static_cast<char>(*byte);
  }
  return out;
}

} // namespace core::sql
