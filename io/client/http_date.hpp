#pragma once
// The dates of HTTP headers. Pure.

#include <cstdint>
#include <optional>
#include <string>

namespace io {

/// `Sun, 06 Nov 1994 08:49:37 GMT` and HTTP's two older forms, in ms since 1970.
[[nodiscard]] std::optional<std::int64_t> parse_http_date(const std::string& text);

} // namespace io
