#include "daemon/normalize/contract_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "config/contract/normalization_file.hpp"
#include "config/pipeline_file.hpp"

namespace weir {

namespace {

namespace fs = std::filesystem;

using core::contract::normalization;

fs::path path_of(const std::string& folder, const std::string& source) {
  return fs::path(folder) / source / "normalization.yml";
}

/// Sources that have a contract, in order.
std::vector<std::string> sources_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& one : fs::directory_iterator(folder, ignored))
    if (fs::is_regular_file(path_of(folder, one.path().filename()), ignored)) found.push_back(one.path().filename());
  std::ranges::sort(found);
  return found;
}

std::expected<normalization, std::string> load_one(const std::string& folder, const std::string& source) {
  const auto path = path_of(folder, source);
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const auto others = sources_in(folder);
    return std::unexpected(fmt::format("{}: no contract of source {}: {} ({})\n", path.string(), source,
                                       std::strerror(errno),
                                       others.empty() ? "none is there; --contracts names the folder"
                                                      : fmt::format("there are {}", fmt::join(others, ", "))));
  }
  std::stringstream text;
  text << file.rdbuf();
  auto read = config::contract::read_normalization(text.str());
  if (!read) return std::unexpected(config::render_complaints(path, text.str(), read.error()));
  if (read->source != source)
    return std::unexpected(
        fmt::format("{}: the contract is of source {}, its folder says {}\n", path.string(), read->source, source));
  return std::move(*read);
}

} // namespace

std::expected<std::vector<normalization>, std::string> load_normalizations(const std::string& folder,
                                                                           const std::vector<std::string>& sources) {
  auto wanted = sources.empty() ? sources_in(folder) : sources;
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (wanted.empty())
    return std::unexpected(
        fmt::format("{}: no folder with a normalization.yml in it (--contracts names the folder)\n", folder));
  std::vector<normalization> made;
  std::string complaints;
  for (const auto& source : wanted) {
    if (auto one = load_one(folder, source))
      made.push_back(std::move(*one));
    else
      complaints += one.error();
  }
  if (!complaints.empty()) return std::unexpected(std::move(complaints));
  return made;
}

} // namespace weir
