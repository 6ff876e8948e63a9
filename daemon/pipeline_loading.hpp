#pragma once
// A file of the user's as a plan, whatever its notation.

#include <expected>
#include <string>

#include "config/pipeline_file.hpp"

namespace weir {

/// The plan, or every complaint as it is to be shown. A SQL file's settings `weir.shards`, `weir.threads`,
/// `weir.batch-rows`, `weir.strict`, `weir.on-stop` and `weir.memory` are the engine's options.
[[nodiscard]] std::expected<config::pipeline, std::string> load_pipeline(const std::string& path);

} // namespace weir
