#pragma once
// JSON text as Jackson writes it: strings with their escapes, and values of a record written again without blanks.

#include <string>
#include <string_view>

#include "io/format/json_scan.hpp"

namespace io {

/// The text with JSON's escapes, without quotes. `astral_escaped`: code points above U+FFFF as a pair of escapes, as
/// Jackson writes them to bytes; inside a STRING column they stay as they are.
void append_escaped(std::string& out, std::string_view text, bool astral_escaped);
/// Room that `append_escaped` may need at most for a text of `size` bytes.
[[nodiscard]] constexpr std::size_t escaped_bytes_max(std::size_t size) { return size * 6; }
/// The same, written to `to`; returns the end.
char* write_escaped(char* to, std::string_view text, bool astral_escaped);

enum class number_style : std::uint8_t { tree, variant };

/// Reads one value at the cursor and appends it compactly, escapes and numbers made uniform. Any depth within the
/// cursor's limit.
[[nodiscard]] bool append_compact(json_cursor& in, number_style numbers, std::string& out);

} // namespace io
