// GET /stats, /health, /ready: how the engine stands.

#include <nlohmann/json.hpp>

#include "daemon/api/context.hpp"
#include "daemon/status_summary.hpp"
#include "io/http/problem.hpp"

namespace weir {

namespace {

nlohmann::json time_or_null(core::event_time_ms time) {
  if (time == core::no_watermark || time == core::end_of_time) return nullptr;
  return time;
}

nlohmann::json source_json(const actors::source_status& source) {
  return {{"name", source.name},
          {"partition", source.partition},
          {"where", source.where},
          {"rows_read", source.rows_read},
          {"bad", source.bad},
          {"filtered", source.filtered},
          {"blank", source.blank},
          {"field_errors", source.field_errors},
          {"watermark_ms", time_or_null(source.watermark)},
          {"idle", source.idle},
          {"ended", source.ended}};
}

nlohmann::json shard_json(const actors::shard_status& shard) {
  return {{"stage", shard.stage},
          {"shard", shard.shard},
          {"watermark_ms", time_or_null(shard.watermark)},
          {"rows_in_windows", shard.rows_in_windows},
          {"late", shard.late},
          {"open_windows", shard.open_windows},
          {"state_bytes", shard.state_bytes},
          {"rows_out", shard.rows_out}};
}

std::string stats_json(const actors::engine_status& status) {
  const auto sums = summarize(status);
  nlohmann::json body = {{"rows_read", sums.rows_read},
                         {"rows_in_windows", sums.rows_in_windows},
                         {"filtered", sums.filtered},
                         {"late_events", sums.late},
                         {"bad_rows", sums.bad},
                         {"bad_results", sums.bad_results},
                         {"told_before", sums.told_before},
                         {"blank_lines", sums.blank},
                         {"field_errors", sums.field_errors},
                         {"open_windows", sums.open_windows},
                         {"closed_windows", sums.rows_out},
                         {"state_bytes", sums.state_bytes},
                         {"watermark_ms", time_or_null(status.watermark)}};
  for (const auto& source : status.sources) body["sources"].push_back(source_json(source));
  for (const auto& shard : status.shards) body["shards"].push_back(shard_json(shard));
  for (const auto& sink : status.sinks) body["sinks"].push_back({{"name", sink.name}, {"rows", sink.rows}});
  return body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace

void add_status_routes(io::router& routes, const api_ptr& api) {
  routes.add("GET", "/stats", [api](io::http_request&&, const io::respond& answer) {
    api->engine->ask(
        {{}, [answer](const actors::engine_status& status) { answer(io::json_response(200, stats_json(status))); }});
  });
  routes.add("GET", "/health", [](io::http_request&&, const io::respond& answer) {
    answer(io::json_response(200, "{\"status\":\"up\"}\n"));
  });
  routes.add("GET", "/ready", [api](io::http_request&&, const io::respond& answer) {
    if (api->draining) return answer(io::problem_response(503, "the engine is stopping"));
    answer(io::json_response(200, "{\"status\":\"ready\"}\n"));
  });
}

} // namespace weir
