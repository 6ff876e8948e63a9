#pragma once
// Runs a plan to its end: engine, HTTP interface where the plan has a use for it, signals, and the summary on stderr.

#include <memory>

#include "actors/engine.hpp"
#include "config/engine_options.hpp"
#include "daemon/run_control.hpp"
#include "io/http/server.hpp"

namespace weir {

struct run_settings {
  config::engine_options engine{};
  std::optional<io::http_server_options> http{}; ///< Null: no HTTP interface.
  bool quiet = false;                            ///< No words on stderr but errors.
};

/// 0 when the run ended in order, 1 when it failed.
[[nodiscard]] int run_to_end(const std::shared_ptr<const core::plan::pipeline_plan>& plan,
                             const run_settings& settings);

/// The same under another's control, who watches the signals.
[[nodiscard]] int run_to_end(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
                             run_control& control);

/// The engine's settings for a plan: which sink answers HTTP requests, and the options.
[[nodiscard]] actors::engine_settings settings_of(const core::plan::pipeline_plan& plan,
                                                  const config::engine_options& options);

} // namespace weir
