#pragma once
// What a REST API says in the headers of an answer about when and where to ask next. Pure functions; names of headers
// in any case, values as they came.

#include <cstdint>
#include <optional>
#include <string>

#include "io/http/message.hpp"

namespace io {

/// A whole number that is not negative, or nothing.
[[nodiscard]] std::optional<std::int64_t> whole_header(const name_values& headers, const std::string& name);

/// The target of `Link: <…>; rel="next"` as it stands there, from one Link header or several.
[[nodiscard]] std::optional<std::string> next_link(const name_values& headers);

/// Retry-After as a wait from now, whether it came in seconds or as a date.
[[nodiscard]] std::optional<std::int64_t> retry_after_ms(const name_values& headers, std::int64_t now_ms);

/// The server's clock, which its times are to be judged by; ours when it tells none.
[[nodiscard]] std::int64_t server_now_ms(const name_values& headers, std::int64_t now_ms);

} // namespace io
