// The examples in docs/pipeline-file.md are good pipeline files.
#include <fstream>
#include <sstream>

#include "config/pipeline_file.hpp"
#include "tests/support/catch.hpp"

namespace {

std::vector<std::string> yaml_blocks(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const auto all = std::move(text).str();
  std::vector<std::string> blocks;
  for (auto at = all.find("```yaml\n"); at != std::string::npos; at = all.find("```yaml\n", at)) {
    at += 8;
    const auto end = all.find("```", at);
    blocks.push_back(all.substr(at, end - at));
    at = end + 3;
  }
  return blocks;
}

} // namespace

TEST_CASE("every example of the documentation is a good pipeline file") {
  const auto blocks = yaml_blocks(WEIR_SOURCE_DIR "/docs/pipeline-file.md");
  CHECK(blocks.size() == 3);
  for (const auto& block : blocks) CHECK(config::check_pipeline("pipeline-file.md", block) == "");
}
