#pragma once
// A golden case: a folder with a pipeline (pipeline.yml or query.sql), its input, and what must come out. The format is
// described in docs/cases.md.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace weir {

using rows_by_sink = std::map<std::string, std::vector<std::string>>; ///< Sink `output…` to its lines.

struct case_folder {
  std::filesystem::path path{};
  std::filesystem::path pipeline{}; ///< The file to run.
  rows_by_sink expected{};
  rows_by_sink left{};                          ///< What a sink of changes must hold when all of them are applied.
  std::vector<std::vector<std::string>> also{}; ///< Other results of `output` that pass.
  std::map<std::string, std::uint64_t> counters{};
  std::optional<std::string> error{}; ///< `kind: text`: the case must fail.
  std::string about{};                ///< The first comment line of the pipeline.
};

/// Whether the folder holds a case.
[[nodiscard]] bool is_case(const std::filesystem::path& folder);
/// `pipeline` lies in the case's folder.
[[nodiscard]] core::result<case_folder> read_case(const std::filesystem::path& pipeline);

/// The cases in `path`: itself, or its sub-folders in order of name. A folder with a pipeline file and a SQL file is
/// two.
[[nodiscard]] core::result<std::vector<case_folder>> find_cases(const std::filesystem::path& path);

} // namespace weir
