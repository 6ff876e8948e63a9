#include "io/source/later_reader.hpp"

#include <filesystem>

#include "tests/io/source/temporary_folder.hpp"
#include "tests/support/catch.hpp"

namespace {

std::size_t open_descriptors() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator()));
}

std::string read_all(io::chunk_reader& reader) {
  std::string text;
  for (;;) {
    const auto piece = reader.next();
    if (!piece) return text + "! " + piece.error().message;
    if (!*piece) return text;
    text += (*piece)->text;
  }
}

} // namespace

TEST_CASE("a pattern's files are open one at a time, and closed when they are read") {
  const temporary_folder folder;
  std::vector<std::unique_ptr<io::chunk_reader>> readers;
  const auto before = open_descriptors();
  for (int i = 0; i < 200; ++i) {
    const auto path = folder.write(std::to_string(i), std::to_string(i) + "\n");
    auto made = io::open_file_later(path, {});
    REQUIRE(made);
    CHECK((*made)->where() == path);
    readers.push_back(std::move(*made));
  }
  CHECK(open_descriptors() == before);
  for (int i = 0; i < 200; ++i) {
    CHECK(read_all(*readers[i]) == std::to_string(i) + "\n");
    CHECK_FALSE(readers[i]->next().value().has_value());
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("a file that is not there is said at once; one that goes in between, when its turn comes") {
  const temporary_folder folder;
  const auto path = folder.write("a", "x\n");
  CHECK(io::open_file_later(path + ".not", {}).error().message ==
        "cannot open " + path + ".not: No such file or directory");
  const auto made = io::open_file_later(path, {});
  REQUIRE(made);
  std::filesystem::remove(path);
  CHECK(read_all(**made) == "! cannot open " + path + ": No such file or directory");
  CHECK(read_all(**made).empty());
}

TEST_CASE("a reader that is stopped before its turn reads nothing") {
  const temporary_folder folder;
  const auto made = io::open_file_later(folder.write("a", "x\n"), {});
  REQUIRE(made);
  CHECK_FALSE((*made)->caught_up());
  (*made)->stop();
  CHECK(read_all(**made).empty());
}
