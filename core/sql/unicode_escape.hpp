#pragma once
// The escapes inside U&'..' and X'..' literals. Pure functions; any thread.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace core::sql {

/// `\00e9` and `\+01F600` become UTF-8, a doubled escape character one of it; or what is wrong.
[[nodiscard]] std::expected<std::string, std::string> decode_unicode_escapes(std::string_view text, char escape);

/// `6162` is `ab`; nothing when it is no even count of hexadecimal digits.
[[nodiscard]] std::optional<std::string> bytes_of_hex(std::string_view digits);

/// Appends one code point as UTF-8.
void append_utf8(std::string& out, std::uint32_t code_point);

} // namespace core::sql
