#pragma once
// The target of a request line, taken apart. Pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "io/http/message.hpp"

namespace io {

/// %41 becomes A; with `plus_is_space` (queries) + becomes a space. Nothing when a % has no two hex digits behind it.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

/// Fills path and query of the request from an origin-form (/a?b=c), absolute-form (http://host/a?b=c) or `*` target.
/// False when it is none of them or wrongly encoded.
[[nodiscard]] bool split_target(std::string_view target, http_request& request);

} // namespace io
