#include "io/http/access_policy.hpp"

#include <algorithm>

namespace io {
namespace {

/// Looks at every byte, so that the time tells nothing about where the first wrong one is.
bool same_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0U : 1U;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char wanted = secret.empty() ? '\0' : secret[i % secret.size()];
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(wanted);
  }
  return difference == 0;
}

bool has_bearer_scheme(std::string_view value) {
  constexpr std::string_view scheme = "bearer ";
  return value.size() > scheme.size() && std::equal(scheme.begin(), scheme.end(), value.begin(),
                                                    [](char a, char b) { return a == b || a == (b | 0x20); });
}

} // namespace

bool is_authorized(const http_server_options& options, const http_request& request) {
  if (options.bearer_token.empty()) return true;
  if (std::ranges::find(options.open_paths, request.path) != options.open_paths.end()) return true;
  const auto* value = find_value(request.headers, "authorization");
  if (value == nullptr || !has_bearer_scheme(*value)) return false;
  return same_secret(std::string_view(*value).substr(7), options.bearer_token);
}

name_values origin_headers(const http_server_options& options, const http_request& request) {
  const auto* origin = find_value(request.headers, "origin");
  if (origin == nullptr || options.allowed_origins.empty()) return {};
  for (const auto& allowed : options.allowed_origins) {
    if (allowed == "*") return {{"Access-Control-Allow-Origin", "*"}};
    if (allowed == *origin) return {{"Access-Control-Allow-Origin", *origin}, {"Vary", "Origin"}};
  }
  return {{"Vary", "Origin"}};
}

bool is_preflight(const http_request& request) {
  return request.method == "OPTIONS" && find_value(request.headers, "origin") != nullptr &&
         find_value(request.headers, "access-control-request-method") != nullptr;
}

http_response preflight_response(const http_request& request, name_values allowed) {
  http_response response;
  response.status = 204;
  const bool may = !allowed.empty() && allowed.front().first == "Access-Control-Allow-Origin";
  response.headers = std::move(allowed);
  if (may) {
    response.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    const auto* wanted = find_value(request.headers, "access-control-request-headers");
    if (wanted != nullptr) response.headers.emplace_back("Access-Control-Allow-Headers", *wanted);
    response.headers.emplace_back("Access-Control-Max-Age", "600");
  }
  return response;
}

} // namespace io
