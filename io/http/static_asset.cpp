#include "io/http/static_asset.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "io/http/content_encoding.hpp"
#include "io/http/problem.hpp"

namespace io {
namespace {

constexpr std::size_t asset_bytes_max = 64UL << 20;

const std::vector<static_asset>& assets() {
  static const std::vector<static_asset> all = built_in_assets();
  return all;
}

/// gzip ends with the CRC and the length of the file: as good a name of its content as any.
std::string entity_tag(const static_asset& asset) {
  std::uint64_t trailer = 0;
  if (asset.gzip.size() >= sizeof trailer) {
    std::memcpy(&trailer, asset.gzip.data() + asset.gzip.size() - sizeof trailer, sizeof trailer);
  }
  return fmt::format("W/\"{:016x}\"", trailer);
}

/// `gzip` or `*` in Accept-Encoding, and not switched off by q=0.
bool accepts_gzip(const http_request& request) {
  const auto* header = find_value(request.headers, "accept-encoding");
  if (header == nullptr) return false;
  std::string_view rest = *header;
  while (!rest.empty()) {
    auto item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    while (item.starts_with(' ')) item.remove_prefix(1);
    const auto name = item.substr(0, item.find_first_of("; "));
    if (name != "gzip" && name != "*") continue;
    const auto weight = item.find("q=");
    return weight == std::string_view::npos || item.find_first_of("123456789", weight) != std::string_view::npos;
  }
  return false;
}

} // namespace

const static_asset* find_asset(std::string_view path) {
  for (const auto& asset : assets()) {
    if (asset.path == path) return &asset;
  }
  return nullptr;
}

http_response asset_response(const static_asset& asset, const http_request& request) {
  http_response response;
  const auto tag = entity_tag(asset);
  response.headers = {{"ETag", tag},
                      {"Cache-Control", "no-cache"}, // That is: ask each time whether it has changed.
                      {"Vary", "Accept-Encoding"},
                      {"X-Content-Type-Options", "nosniff"},
                      // The pages live on what this server has; Swagger UI draws its icons as data and styles itself.
                      {"Content-Security-Policy", "default-src 'self'; img-src 'self' data:; "
                                                  "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"}};
  const auto* known = find_value(request.headers, "if-none-match");
  if (known != nullptr && known->find(tag) != std::string::npos) {
    response.status = 304;
    return response;
  }
  response.content_type = asset.content_type;
  if (accepts_gzip(request)) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = asset.gzip;
    return response;
  }
  auto plain = decompress(body_encoding::gzip, asset.gzip, asset_bytes_max);
  if (!plain) return problem_response(plain.error());
  response.body = std::move(*plain);
  return response;
}

void add_docs_routes(router& routes) {
  for (const auto& asset : assets()) {
    routes.add("GET", std::string(asset.path),
               [&asset](http_request&& request, const respond& answer) { answer(asset_response(asset, request)); });
  }
}

} // namespace io
