#include "daemon/text_file.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/support/catch.hpp"

TEST_CASE("a text file is read whole, and what is none says why") {
  const auto path = std::filesystem::temp_directory_path() / ("weir-text-" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << "a\r\nb";
  CHECK(weir::read_text_file(path.string()) == "a\r\nb");
  std::filesystem::remove(path);
  CHECK(weir::read_text_file(path.string()).error().message == "No such file or directory");
  CHECK(weir::read_text_file(path.parent_path().string()).error().message == "Is a directory");
}
