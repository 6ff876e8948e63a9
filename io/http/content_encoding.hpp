#pragma once
// Compressed request bodies. Pure functions over zlib.

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace io {

enum class body_encoding : std::uint8_t { identity, gzip, deflate };

/// Reads a Content-Encoding header's value; nothing when it names an encoding (or a chain of them) that is not
/// understood.
[[nodiscard]] std::optional<body_encoding> parse_encoding(std::string_view value);

/// Fails with `limit` when the plain text is longer than `bytes_max`, with `bad_value` when the data are broken. The
/// text's capacity exceeds its size by `body_padding_bytes` at least.
[[nodiscard]] core::result<std::string> decompress(body_encoding encoding, std::string_view data,
                                                   std::size_t bytes_max);

/// gzip, for answers and tests.
[[nodiscard]] std::string compress_gzip(std::string_view text);

} // namespace io
