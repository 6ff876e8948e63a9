#pragma once
// Runs the plan of one statement to its end, or until Ctrl-C.

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "actors/engine.hpp"
#include "config/engine_options.hpp"

namespace weir {

struct query_run_options {
  config::engine_options engine{};
  bool as_table = false; ///< Rows of a SELECT as an aligned table, else as JSON lines.
  std::function<void(std::string_view)> print{};
};

struct query_outcome {
  std::optional<core::error> fault{};
  bool interrupted = false;
  std::uint64_t rows = 0; ///< That a SELECT has shown as a table.
};

[[nodiscard]] query_outcome run_query(std::shared_ptr<const core::plan::pipeline_plan> plan,
                                      const query_run_options& options);

} // namespace weir
