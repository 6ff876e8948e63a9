#pragma once
// A pipeline file, YAML or JSON, as a checked plan: what `weir run` and `weir check` read. The format is described in
// docs/pipeline-file.md. Pure; called once at start-up.

#include <expected>
#include <string>
#include <vector>

#include "config/engine_options.hpp"
#include "core/plan/plan.hpp"

namespace config {

struct pipeline {
  core::plan::pipeline_plan plan{};
  engine_options options{};
};

/// All that is wrong with the file, in its order.
using pipeline_result = std::expected<pipeline, std::vector<core::error>>;

/// `defaults` holds for what the file does not say.
[[nodiscard]] pipeline_result read_pipeline(const std::string& text, const engine_options& defaults);

/// Every complaint as `file:line:column: message`, the line and a caret; empty when the file is good.
[[nodiscard]] std::string check_pipeline(const std::string& file, const std::string& text);

/// Complaints about `text` as they are shown.
[[nodiscard]] std::string render_complaints(const std::string& file, const std::string& text,
                                            const std::vector<core::error>& faults);

} // namespace config
