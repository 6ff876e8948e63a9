#pragma once
// What every HTTP endpoint of the daemon needs: the engine, the plan it runs and where its closed windows are kept.
// Made at start, then read by the io threads.

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "actors/engine.hpp"
#include "daemon/connectors.hpp"
#include "io/format/encoder.hpp"
#include "io/http/message.hpp"
#include "io/http/router.hpp"

namespace weir {

struct api_context {
  std::shared_ptr<const core::plan::pipeline_plan> plan{};
  actors::engine* engine = nullptr;                                  ///< Outlives the HTTP server.
  std::map<std::string, std::size_t> tables{};                       ///< HTTP tables by name: source number.
  std::map<std::string, std::shared_ptr<io::memory_table>> memory{}; ///< Memory sinks by name.
  std::optional<std::size_t> answer_sink{};                          ///< Whose rows are the closed windows.
  bool tells_closed = false; ///< Answers hold the windows that a request closed.
  std::size_t answer_end_column = 0;
  std::size_t answer_start_column = 0;
  std::atomic<bool> draining = false;
};
using api_ptr = std::shared_ptr<api_context>;

/// For a running engine and the memory tables that were opened for it.
[[nodiscard]] api_ptr make_api(std::shared_ptr<const core::plan::pipeline_plan> plan,
                               const actors::engine_settings& settings, const open_outputs& outputs,
                               actors::engine& engine);

/// Every endpoint. The router may be used by several threads once made.
[[nodiscard]] io::router make_router(const api_ptr& api);

// One file a group of endpoints; each adds its own.
void add_ingest_routes(io::router& routes, const api_ptr& api); ///< /ingest, /tables/{name}, /flush
void add_window_routes(io::router& routes, const api_ptr& api); ///< /windows, /windows/open, /windows/why
void add_status_routes(io::router& routes, const api_ptr& api); ///< /stats, /health, /ready
void add_document_routes(io::router& routes);                   ///< /openapi.json, /docs

} // namespace weir
