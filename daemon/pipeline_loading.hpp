#pragma once
// A file of the user's as a plan, whatever its notation.

#include <expected>
#include <string>
#include <vector>

#include "config/pipeline_file.hpp"

namespace weir {

/// The plan, or every complaint as it is to be shown. A SQL file's settings `weir.shards`, `weir.threads`,
/// `weir.batch-rows`, `weir.strict`, `weir.on-stop` and `weir.memory` are the engine's options.
[[nodiscard]] std::expected<config::pipeline, std::string> load_pipeline(const std::string& path);
/// The same with what EXPLAIN, SHOW and DESCRIBE of the file answer, a text each; a file that only asks has no sinks.
[[nodiscard]] std::expected<config::pipeline, std::string> load_pipeline(const std::string& path,
                                                                         std::vector<std::string>& answers);

} // namespace weir
