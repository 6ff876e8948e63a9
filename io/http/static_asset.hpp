#pragma once
// The web pages that are part of the binary: Swagger UI under /docs, or a plain page in its place when the build had no
// npm. Immutable; any thread.

#include <string_view>
#include <vector>

#include "io/http/message.hpp"
#include "io/http/router.hpp"

namespace io {

/// Views into the binary's own constants.
struct static_asset {
  std::string_view path{}; ///< /docs/swagger-ui.css
  std::string_view content_type{};
  std::string_view gzip{}; ///< The file, compressed at build time.
};

/// Whether the build had Swagger UI.
extern const bool has_swagger_ui;

/// Written at build time; `find_asset` and `add_docs_routes` are the ways to it.
[[nodiscard]] std::vector<static_asset> built_in_assets();

/// Null when there is no such file.
[[nodiscard]] const static_asset* find_asset(std::string_view path);

/// Compressed when the client takes gzip, 304 when it has the file already.
[[nodiscard]] http_response asset_response(const static_asset& asset, const http_request& request);

/// GET for each file. The page asks for /openapi.json, which is the caller's to serve.
void add_docs_routes(router& routes);

} // namespace io
