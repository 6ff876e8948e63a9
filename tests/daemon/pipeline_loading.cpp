// Files that are no texts.
#include "daemon/pipeline_loading.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/support/catch.hpp"

TEST_CASE("a SQL file that is not UTF-8 is an error with its line") {
  const auto path = std::filesystem::temp_directory_path() / ("weir-loading-" + std::to_string(::getpid()) + ".sql");
  std::ofstream(path, std::ios::binary) << "SELECT 'gr\xC3\xBCn';\nSELECT 'a\xFF' || 'b';\n";
  const auto loaded = weir::load_pipeline(path.string());
  std::filesystem::remove(path);
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error() == path.string() + ":2: the file is not UTF-8\n");
}
