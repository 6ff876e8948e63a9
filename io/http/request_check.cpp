#include "io/http/request_check.hpp"

#include <boost/beast/http/error.hpp>
#include <fmt/format.h>

#include "io/http/access_policy.hpp"
#include "io/http/request_target.hpp"

namespace io {
namespace {

bool is_word(const std::string& value, std::string_view word) {
  if (value.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((value[i] | 0x20) != word[i]) return false;
  }
  return true;
}

problem trouble(unsigned status, std::string detail, name_values headers = {}) {
  problem what;
  what.status = status;
  what.detail = std::move(detail);
  what.headers = std::move(headers);
  return what;
}

/// The message's outer form: version, host, and how its body is framed.
std::optional<problem> check_framing(const request_parser& parser) {
  const bool is_1_0 = parser.version == 10;
  if (!is_1_0 && parser.hosts == 0) return trouble(400, "HTTP/1.1 needs a Host header");
  if (parser.hosts > 1) return trouble(400, "more than one Host header");
  if (const auto* coding = find_value(parser.request.headers, "transfer-encoding"); coding != nullptr) {
    if (is_1_0) return trouble(400, "HTTP/1.0 has no Transfer-Encoding");
    if (!is_word(*coding, "chunked")) return trouble(501, fmt::format("transfer coding is not supported: {}", *coding));
  }
  const bool has_length = parser.content_length().has_value();
  // An old client may end its body by closing; without a length it would be dropped in silence.
  if (is_1_0 && !has_length && parser.request.method.starts_with('P')) {
    return trouble(411, "HTTP/1.0 needs a Content-Length to send a body");
  }
  return std::nullopt;
}

std::optional<problem> check_encoding(const http_request& request, body_encoding& encoding) {
  encoding = body_encoding::identity;
  const auto* value = find_value(request.headers, "content-encoding");
  if (value == nullptr) return std::nullopt;
  const auto known = parse_encoding(*value);
  if (!known) {
    return trouble(415, fmt::format("content encoding is not supported: {} (gzip and deflate are)", *value),
                   {{"Accept-Encoding", "gzip, deflate"}});
  }
  encoding = *known;
  return std::nullopt;
}

} // namespace

problem describe_fault(const boost::beast::error_code& fault, const http_server_options& options) {
  using boost::beast::http::error;
  if (fault == error::header_limit) {
    return trouble(431, fmt::format("request line and headers are longer than {} bytes", options.header_bytes_max));
  }
  if (fault == error::body_limit) {
    return trouble(413, fmt::format("body is longer than {} bytes", options.body_bytes_max));
  }
  if (fault == error::bad_version) return trouble(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  return trouble(400, fmt::format("request cannot be read: {}", fault.message()));
}

std::optional<problem> check_request(request_parser& parser, const http_server_options& options,
                                     body_encoding& encoding) {
  auto& request = parser.request;
  if (!parser.is_method_known) return trouble(501, fmt::format("method is not supported: {}", request.method));
  if (auto fault = check_framing(parser)) return fault;
  if (!split_target(parser.target, request) || (request.path == "*" && request.method != "OPTIONS")) {
    return trouble(400, fmt::format("request target cannot be read: {}", parser.target));
  }
  // A browser sends no token with its question whether it may ask.
  if (!is_preflight(request) && !is_authorized(options, request)) {
    return trouble(401, "a bearer token is needed", {{"WWW-Authenticate", "Bearer"}});
  }
  const auto* expected = find_value(request.headers, "expect");
  if (expected != nullptr && !is_word(*expected, "100-continue")) {
    return trouble(417, fmt::format("expectation is not supported: {}", *expected));
  }
  return check_encoding(request, encoding);
}

bool expects_continue(const http_request& request) { return find_value(request.headers, "expect") != nullptr; }

} // namespace io
