#include "daemon/api/context.hpp"

namespace weir {

io::router make_router(const api_ptr& api) {
  io::router routes;
  add_ingest_routes(routes, api);
  add_window_routes(routes, api);
  add_status_routes(routes, api);
  add_document_routes(routes);
  return routes;
}

} // namespace weir
