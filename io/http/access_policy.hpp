#pragma once
// Who may ask: the bearer token and cross-origin pages. Pure functions.

#include <string>
#include <string_view>

#include "io/http/server.hpp"

namespace io {

/// True when no token is set, the path is open, or the Authorization header carries the token. Takes the same time
/// wherever a wrong token differs.
[[nodiscard]] bool is_authorized(const http_server_options& options, const http_request& request);

/// The Access-Control-Allow-Origin (and Vary) headers for a request, if its origin is allowed.
[[nodiscard]] name_values origin_headers(const http_server_options& options, const http_request& request);

/// Whether a browser asks beforehand if it may send a request from another origin.
[[nodiscard]] bool is_preflight(const http_request& request);

/// The answer to that; without permission when `allowed` (the origin headers) is empty.
[[nodiscard]] http_response preflight_response(const http_request& request, name_values allowed);

} // namespace io
