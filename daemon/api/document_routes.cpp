// GET /openapi.json and /docs: the interface described for machines and for people.

#include "daemon/api/context.hpp"
#include "daemon/api/openapi.hpp"
#include "io/http/static_asset.hpp"

namespace weir {

void add_document_routes(io::router& routes) {
  routes.add("GET", "/openapi.json", [](io::http_request&&, const io::respond& answer) {
    answer(io::json_response(200, std::string(openapi_document)));
  });
  io::add_docs_routes(routes);
}

} // namespace weir
