#include "daemon/pipeline_loading.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace weir {

std::expected<config::pipeline, std::string> load_pipeline(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::unexpected(fmt::format("{}: {}\n", path, std::strerror(errno)));
  std::stringstream text;
  text << file.rdbuf();
  if (path.ends_with(".sql"))
    return std::unexpected(fmt::format("{}: SQL files are not read by this version; write the query as a pipeline file "
                                       "(docs/pipeline-file.md)\n",
                                       path));
  auto read = config::read_pipeline(text.str(), config::default_engine_options());
  if (!read) return std::unexpected(config::render_complaints(path, text.str(), read.error()));
  return std::move(*read);
}

} // namespace weir
