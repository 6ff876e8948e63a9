#pragma once
// Which requests are turned away before their body is read, and how. Pure functions.

#include <optional>

#include "io/http/content_encoding.hpp"
#include "io/http/problem.hpp"
#include "io/http/request_parser.hpp"
#include "io/http/server.hpp"

namespace io {

/// What the parser's fault means to the client.
[[nodiscard]] problem describe_fault(const boost::beast::error_code& fault, const http_server_options& options);

/// Takes the target apart and checks the whole header; a problem when the request cannot be served.
[[nodiscard]] std::optional<problem> check_request(request_parser& parser, const http_server_options& options,
                                                   body_encoding& encoding);

[[nodiscard]] bool expects_continue(const http_request& request);

} // namespace io
