#pragma once
// A stages file with everything it names, read and checked before anything runs: contracts, SQL files, paths made
// whole.

#include <expected>
#include <string>
#include <vector>

#include "config/pipeline_file.hpp"
#include "config/stages_file.hpp"
#include "core/contract/normalizer.hpp"

namespace weir {

struct stage_files {
  config::stages_file file{}; ///< Paths hold from the current folder.
  std::vector<core::contract::normalization> contracts{};
  std::vector<config::pipeline> analyze{}; ///< A plan for each SQL file.
  std::vector<config::pipeline> index{};
};

/// Fails with all complaints, of all files, as they are to be shown.
[[nodiscard]] std::expected<stage_files, std::string> load_stages(const std::string& path);

} // namespace weir
