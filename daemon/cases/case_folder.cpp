#include "daemon/cases/case_folder.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view left_mark = ".left";
constexpr std::string_view pipelines[] = {"pipeline.yml", "pipeline.yaml", "pipeline.json", "query.sql"};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

core::result<void> read_counters(const fs::path& path, case_folder& made) {
  if (!fs::exists(path)) return {};
  const auto parsed = nlohmann::json::parse(read_file(path), nullptr, false);
  if (!parsed.is_object()) return core::fail(core::errc::syntax, fmt::format("{} is no JSON object", path.string()));
  for (const auto& [name, value] : parsed.items())
    if (value.is_number_unsigned()) made.counters[name] = value.get<std::uint64_t>();
  return {};
}

std::string first_comment(const fs::path& pipeline) {
  std::ifstream file(pipeline);
  std::string line;
  std::getline(file, line);
  for (const std::string_view mark : {"-- ", "# "})
    if (line.starts_with(mark)) return line.substr(mark.size());
  return {};
}

/// `expected.jsonl` is the sink `output`, `expected-late.jsonl` the sink `output-late`; `expected.left.jsonl` likewise.
void read_expected(const fs::path& file, case_folder& made) {
  if (file.extension() != ".jsonl") return;
  const auto stem = file.stem().string();
  if (stem.starts_with("expected")) {
    const bool is_left = stem.ends_with(left_mark);
    const auto sink = stem.substr(8, stem.size() - 8 - (is_left ? left_mark.size() : 0));
    (is_left ? made.left : made.expected)["output" + sink] = read_lines(file);
  }
  if (stem.starts_with("also-")) made.also.push_back(read_lines(file));
}

} // namespace

bool is_case(const fs::path& folder) {
  return std::ranges::any_of(pipelines, [&](std::string_view name) { return fs::exists(folder / name); });
}

core::result<case_folder> read_case(const fs::path& pipeline) {
  const auto folder = pipeline.parent_path();
  case_folder made;
  made.path = folder;
  made.pipeline = pipeline;
  made.about = first_comment(made.pipeline);
  for (const auto& entry : fs::directory_iterator(folder)) read_expected(entry.path(), made);
  if (fs::exists(folder / "expected.error")) made.error = read_file(folder / "expected.error");
  // A pipeline file may count otherwise where the SQL has to guard against what would stop Flink.
  const auto own = folder / "counters-pipeline.json";
  const bool is_sql = pipeline.extension() == ".sql";
  if (auto counters = read_counters(!is_sql && fs::exists(own) ? own : folder / "counters.json", made); !counters)
    return std::unexpected(counters.error());
  if (made.expected.empty() && made.left.empty() && !made.error)
    return core::fail(
        core::errc::unknown_name,
        fmt::format("{} has none of expected.jsonl, expected.left.jsonl, expected.error", folder.string()));
  return made;
}

core::result<std::vector<case_folder>> find_cases(const fs::path& path) {
  if (!fs::is_directory(path))
    return core::fail(core::errc::io_failed, fmt::format("no such folder: {}", path.string()));
  std::vector<fs::path> folders;
  if (is_case(path))
    folders.push_back(path);
  else
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_directory() && is_case(entry.path())) folders.push_back(entry.path());
  std::ranges::sort(folders);
  std::vector<case_folder> cases;
  for (const auto& folder : folders)
    for (const auto name : pipelines) {
      if (!fs::exists(folder / name)) continue;
      auto one = read_case(folder / name);
      if (!one) return std::unexpected(one.error());
      cases.push_back(std::move(*one));
    }
  if (cases.empty())
    return core::fail(core::errc::unknown_name, fmt::format("no case in {}", path.string()), {},
                      "a case is a folder with pipeline.yml or query.sql and expected.jsonl");
  return cases;
}

} // namespace weir
