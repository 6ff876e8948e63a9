#include "daemon/running.hpp"

#include <fmt/format.h>

#include "daemon/api/context.hpp"
#include "daemon/connectors.hpp"
#include "daemon/http_listener.hpp"
#include "daemon/signals.hpp"
#include "daemon/status_summary.hpp"

namespace weir {

namespace {

/// Column `wanted` (or, for a pipeline file, `window_<wanted>`) of the layout.
std::optional<std::size_t> window_column(const core::schema& layout, const std::string& wanted) {
  for (const auto& name : {wanted, "window_" + wanted})
    if (const auto found = layout.index_of(name); found && core::is_timestamp(layout.fields[*found].type.kind))
      return found;
  return std::nullopt;
}

void say(const run_settings& settings, const std::string& sentence) {
  if (!settings.quiet) fmt::print(stderr, "weir: {}\n", sentence);
}

int report_fault(const core::error& fault, const std::string& who) {
  fmt::print(stderr, "weir: {}{}{}\n", who, who.empty() ? "" : ": ", core::to_string(fault));
  return 1;
}

} // namespace

actors::engine_settings settings_of(const core::plan::pipeline_plan& plan, const config::engine_options& options) {
  actors::engine_settings settings;
  settings.shards = options.shards;
  settings.threads = options.threads;
  settings.batch_rows = options.batch_rows;
  settings.limits.bytes_max = options.memory_bytes_max;
  settings.limits.open_windows_max = options.open_windows_max;
  settings.limits.policy =
      options.on_full == config::full_policy::close ? actors::limit_policy::close : actors::limit_policy::stop;
  settings.answer_time_zone = plan.time_zone;
  for (std::size_t i = 0; i < plan.sinks.size(); ++i) {
    if (plan.sinks[i].connector != "memory" || plan.stages.empty()) continue;
    const auto end = window_column(*plan.sinks[i].layout, "end");
    if (!end || !window_column(*plan.sinks[i].layout, "start")) continue;
    settings.answer_sink = i;
    settings.answer_end_column = *end;
    break;
  }
  return settings;
}

api_ptr make_api(std::shared_ptr<const core::plan::pipeline_plan> plan, const actors::engine_settings& settings,
                 const open_outputs& outputs, actors::engine& engine) {
  auto api = std::make_shared<api_context>();
  api->engine = &engine;
  api->memory = outputs.memory;
  api->answer_sink = settings.answer_sink;
  api->answer_end_column = settings.answer_end_column;
  if (settings.answer_sink)
    api->answer_start_column = window_column(*plan->sinks[*settings.answer_sink].layout, "start").value_or(0);
  for (std::size_t i = 0; i < plan->sources.size(); ++i)
    if (plan->sources[i].connector == "http") api->tables.emplace(plan->sources[i].options.at("table"), i);
  api->plan = std::move(plan);
  return api;
}

int run_to_end(std::shared_ptr<const core::plan::pipeline_plan> plan, const run_settings& settings) {
  signal_watch signals;
  auto outputs = std::make_shared<open_outputs>();
  auto engine_settings = settings_of(*plan, settings.engine);
  engine_settings.open_source = open_source;
  engine_settings.open_sink = [outputs](const core::plan::sink_plan& sink) { return open_sink(sink, *outputs); };
  auto started = actors::engine::start(plan, engine_settings);
  if (!started) return report_fault(started.error(), {});
  auto& engine = **started;

  std::unique_ptr<io::http_server> server;
  const auto api = make_api(plan, engine_settings, *outputs, engine);
  if (settings.http) {
    auto serving = io::http_server::start(*settings.http, make_router(api));
    if (!serving) return report_fault(serving.error(), {});
    server = std::move(*serving);
    say(settings,
        fmt::format("listening on {} (documentation: /docs)", address_of(*settings.http, server->port())));
  }
  const bool close = settings.engine.on_stop == config::stop_policy::close;
  signals.on_signal([&](int) {
    say(settings, close ? "stopping: working off what was accepted and closing the open windows"
                        : "stopping: working off what was accepted; open windows are dropped");
    api->draining = true;
    engine.drain(close);
  });
  const auto summary = engine.wait();
  api->draining = true;
  if (server) server->stop();
  if (summary.fault) (void)report_fault(*summary.fault, summary.who);
  say(settings, sentence(summary.status));
  return summary.fault ? 1 : 0;
}

} // namespace weir
