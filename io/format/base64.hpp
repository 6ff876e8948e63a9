#pragma once
// BYTES in JSON and CSV are base64 (RFC 4648, padded), as Jackson writes and reads them. Pure functions.

#include <cstddef>
#include <optional>
#include <string_view>

namespace io {

[[nodiscard]] constexpr std::size_t encoded_bytes(std::size_t size) { return (size + 2) / 3 * 4; }
[[nodiscard]] constexpr std::size_t decoded_bytes_max(std::size_t size) { return size / 4 * 3 + 3; }

/// Writes encoded_bytes(bytes.size()) characters; returns the end.
char* encode_base64(std::string_view bytes, char* to);
/// Writes to `to` (room for decoded_bytes_max) and returns how many bytes; nothing when the text is no base64.
[[nodiscard]] std::optional<std::size_t> decode_base64(std::string_view text, char* to);

} // namespace io
