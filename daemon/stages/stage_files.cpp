#include "daemon/stages/stage_files.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "core/contract/normalizer.hpp"
#include "daemon/ingest/ingest_plan.hpp"
#include "daemon/normalize/contract_files.hpp"
#include "daemon/pipeline_loading.hpp"
#include "daemon/text_file.hpp"
#include "io/source/glob.hpp"

namespace weir {

namespace {

namespace fs = std::filesystem;

class stage_loader {
public:
  explicit stage_loader(const std::string& path) : path_(path), folder_(fs::path(path).parent_path()) {}

  std::expected<stage_files, std::string> load() {
    const auto text = read_text_file(path_);
    if (!text) return std::unexpected(fmt::format("{}: {}\n", path_, text.error().message));
    auto read = config::read_stages(*text);
    if (!read) return std::unexpected(config::render_complaints(path_, *text, read.error()));
    stage_files made;
    made.file = std::move(*read);
    settle_paths(made.file);
    for (const auto& one : made.file.ingest)
      if (one.file.empty()) check_ingest(made.file, one);
    if (!made.file.ingest.empty() || !made.file.normalize.sources.empty()) load_contracts(made);
    made.analyze = load_queries(made.file.analyze);
    made.index = load_queries(made.file.index);
    if (!complaints_.empty()) return std::unexpected(complaints_);
    return made;
  }

private:
  [[nodiscard]] std::string whole(const std::string& path) const {
    return path.empty() || fs::path(path).is_absolute() ? path : (folder_ / path).lexically_normal().string();
  }

  /// Written results and state lie where the user stands; what is read lies beside the file.
  void settle_paths(config::stages_file& file) const {
    file.contracts = whole(file.contracts);
    for (auto& one : file.ingest) one.file = whole(one.file);
    for (auto* paths : {&file.analyze, &file.index})
      for (auto& one : *paths) one = whole(one);
  }

  void check_ingest(const config::stages_file& file, const config::ingest_step& one) {
    const auto contract = load_ingestion(file.contracts, one.source);
    if (!contract) {
      complaints_ += contract.error();
      return;
    }
    if (const auto* const endpoint = contract->find(one.endpoint)) {
      if (const auto url = config::contract::fill(*endpoint, one.parameters); !url)
        complaints_ += fmt::format("{}: ingest {}: {}\n", path_, one.source, core::to_string(url.error()));
      return;
    }
    complaints_ += fmt::format("{}: ingest {}: there is no endpoint {}\n", path_, one.source, one.endpoint);
  }

  void load_contracts(stage_files& to) {
    auto read = load_normalizations(to.file.contracts, to.file.normalize.sources);
    if (!read) {
      complaints_ += read.error();
      return;
    }
    to.contracts = std::move(*read);
    if (const auto compiled = core::contract::normalizer::compile(to.contracts); !compiled)
      complaints_ += fmt::format("{}: {}\n", path_, core::to_string(compiled.error()));
  }

  std::vector<config::pipeline> load_queries(const std::vector<std::string>& patterns) {
    std::vector<config::pipeline> made;
    for (const auto& pattern : patterns) {
      const auto files = io::expand_glob(pattern);
      if (!files) {
        complaints_ += fmt::format("{}: {}\n", path_, core::to_string(files.error()));
        continue;
      }
      for (const auto& file : *files) {
        if (auto loaded = load_pipeline(file))
          made.push_back(std::move(*loaded));
        else
          complaints_ += loaded.error();
      }
    }
    return made;
  }

  std::string path_;
  fs::path folder_;
  std::string complaints_{};
};

} // namespace

std::expected<stage_files, std::string> load_stages(const std::string& path) { return stage_loader(path).load(); }

} // namespace weir
