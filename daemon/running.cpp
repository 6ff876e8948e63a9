#include "daemon/running.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "daemon/api/context.hpp"
#include "daemon/http_listener.hpp"
#include "daemon/run_control.hpp"
#include "daemon/run_wiring.hpp"
#include "daemon/shared_run.hpp"
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

/// A window behind another window closes when the first one's shards have told each other so, which no single request
/// waits for.
bool closes_at_once(const core::plan::pipeline_plan& plan, const core::plan::sink_plan& sink) {
  return std::ranges::all_of(sink.inputs, [&](const core::plan::edge& from) {
    return from.from == core::plan::origin_kind::stage &&
           std::ranges::all_of(plan.stages[from.index].inputs,
                               [](const auto& keyed) { return keyed.input.from == core::plan::origin_kind::source; });
  });
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
  if (settings.answer_sink) {
    const auto& sink = plan->sinks[*settings.answer_sink];
    api->answer_start_column = window_column(*sink.layout, "start").value_or(0);
    api->tells_closed = closes_at_once(*plan, sink);
  }
  for (std::size_t i = 0; i < plan->sources.size(); ++i)
    if (plan->sources[i].connector == "http") api->tables.emplace(plan->sources[i].options.at("table"), i);
  api->plan = std::move(plan);
  return api;
}

namespace {

constexpr std::chrono::seconds restart_pause{1};
constexpr std::chrono::seconds settled_after{30}; ///< A run this long is no failure to start.
constexpr int restarts_in_a_row_max = 20;

/// How one engine has ended.
struct run_outcome {
  int exit_code = 0;
  bool goes_on = false; ///< Another engine is to take up where this one stopped.
};

std::string words_of_stop(config::stop_policy policy) {
  switch (policy) {
  case config::stop_policy::close: return "closing the open windows";
  case config::stop_policy::drop: return "dropping the open windows";
  case config::stop_policy::keep: break;
  }
  return "keeping the open windows for the next run";
}

/// What becomes of open windows: what the user says; else they are kept where a later run can go on.
config::stop_policy stop_policy_of(const config::engine_options& options, bool can_resume) {
  if (options.on_stop_is_stated && (options.on_stop != config::stop_policy::keep || can_resume)) return options.on_stop;
  if (options.on_stop_is_stated) return config::stop_policy::drop;
  return can_resume ? config::stop_policy::keep : options.on_stop;
}

core::result<std::shared_ptr<topic_connections>> connect(const std::shared_ptr<const core::plan::pipeline_plan>& plan,
                                                         const run_settings& settings, run_control& control) {
  topic_run_options options;
  options.fresh = settings.engine.fresh;
  options.state_folder = settings.engine.state_folder;
  options.stopping = &control.stopping();
  options.on_new_partitions = [&control] { control.start_again(); };
  options.notice = notice_of(settings);
  return topic_connections::prepare(plan, std::move(options));
}

run_outcome run_once(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
                     run_control& control) {
  std::unique_ptr<io::http_server> server;
  if (settings.http) { // Before anything is read or written: a port that is taken is told at once, and costs nothing.
    auto listening = io::http_server::listen(*settings.http);
    if (!listening) return {report_fault(listening.error(), {})};
    server = std::move(*listening);
  }
  auto topics = connect(plan, settings, control);
  if (!topics) return {report_fault(topics.error(), {})};
  auto outputs = std::make_shared<open_outputs>();
  const auto engine_settings = engine_settings_of(*plan, settings, *topics, outputs);
  auto started = actors::engine::start(plan, engine_settings);
  if (!started) {
    if (control.stopping()) return {};
    return {report_fault(started.error(), {}), started.error().code == core::errc::interrupted};
  }
  auto& engine = **started;

  const auto api = make_api(plan, engine_settings, *outputs, engine);
  if (server) {
    server->serve(make_router(api));
    say(settings, fmt::format("listening on {} (documentation: /docs)", address_of(*settings.http, server->port())));
  }
  const auto policy = stop_policy_of(settings.engine, (*topics)->can_resume());
  control.attach(
      [&, policy] {
        say(settings, fmt::format("stopping: working off what was accepted and {}", words_of_stop(policy)));
        api->draining = true;
        if (policy == config::stop_policy::keep)
          engine.suspend();
        else
          engine.drain(policy == config::stop_policy::close);
      },
      [&] { engine.suspend(); });
  const auto summary = engine.wait();
  control.detach();
  api->draining = true;
  if (server) server->stop();
  if (summary.fault) (void)report_fault(*summary.fault, summary.who);
  say(settings, sentence(summary.status));
  const bool interrupted = summary.fault && summary.fault->code == core::errc::interrupted;
  const bool again = control.take_start_again() && !summary.fault;
  return {summary.fault ? 1 : 0, (interrupted || again) && !control.stopping()};
}

} // namespace

int run_to_end(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings) {
  signal_watch signals;
  run_control control;
  signals.on_signal([&](int) { control.stop(); });
  return run_to_end(plan, settings, control);
}

int run_to_end(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
               run_control& control) {
  if (settings.engine.shares_partitions) return run_shared(plan, settings, control.stopping());
  using clock = std::chrono::steady_clock;
  auto wanted = settings;
  for (int in_a_row = 0;; ++in_a_row) {
    const auto begun = clock::now();
    const auto outcome = run_once(plan, wanted, control);
    if (clock::now() - begun > settled_after) in_a_row = 0;
    if (!outcome.goes_on || in_a_row == restarts_in_a_row_max) return outcome.exit_code;
    wanted.engine.fresh = false; // What this process has committed is its own.
    say(settings, "starting again from the last commit");
    if (outcome.exit_code != 0) std::this_thread::sleep_for(restart_pause);
  }
}

} // namespace weir
