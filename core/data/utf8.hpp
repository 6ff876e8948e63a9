#pragma once
// Bytes from outside as UTF-8. Pure functions.

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

/// How many bytes from the start of `text` are valid UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] std::size_t valid_utf8_bytes(std::string_view text);

/// The text with U+FFFD for each byte that is no part of a code point, so that whatever it is written to stays
/// readable.
[[nodiscard]] std::string as_utf8(std::string_view text);

} // namespace core
