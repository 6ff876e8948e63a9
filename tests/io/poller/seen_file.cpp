#include "io/poller/seen_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>

#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;

struct folder {
  fs::path path{};
  folder() {
    std::string name = (fs::temp_directory_path() / "weir-seen-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~folder() { fs::remove_all(path); }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string fault(const std::string& path, const std::string& source = "github") {
  const auto made = io::load_seen_ids(path, source, 10);
  REQUIRE_FALSE(made.has_value());
  return made.error().message;
}

} // namespace

TEST_CASE("ids are there again after a restart, in their order, and the newest of them when fewer fit") {
  const folder in;
  const auto path = (in.path / "a" / "ids").string();
  io::seen_ids seen(5'000);
  for (std::uint64_t i = 0; i < 7'000; ++i) seen.add({i, i + 1});
  REQUIRE(io::save_seen_ids(path, "github", seen).has_value());

  const auto again = io::load_seen_ids(path, "github", 5'000);
  REQUIRE(again.has_value());
  CHECK(again->size() == 5'000);
  CHECK(again->in_order().first.front() == io::id_hash{2'000, 2'001});
  CHECK(again->in_order().first.back() == io::id_hash{6'999, 7'000});

  const auto fewer = io::load_seen_ids(path, "github", 3);
  REQUIRE(fewer.has_value());
  CHECK(fewer->size() == 3);
  CHECK(fewer->contains({6'999, 7'000}));
  CHECK_FALSE(fewer->contains({6'996, 6'997}));
}

TEST_CASE("without a file there are no ids yet") {
  const folder in;
  const auto made = io::load_seen_ids(in.path / "ids", "github", 7);
  REQUIRE(made.has_value());
  CHECK(made->size() == 0);
  CHECK(made->capacity() == 7);
}

TEST_CASE("a saved file replaces the old one and leaves nothing beside it") {
  const folder in;
  const auto path = (in.path / "ids").string();
  io::seen_ids seen(3);
  REQUIRE(io::save_seen_ids(path, "github", seen).has_value());
  seen.add({1, 2});
  REQUIRE(io::save_seen_ids(path, "github", seen).has_value());
  CHECK(io::load_seen_ids(path, "github", 3)->size() == 1);
  CHECK(std::distance(fs::directory_iterator(in.path), fs::directory_iterator()) == 1);
}

TEST_CASE("a file that cannot be gone on from is refused, with the way on") {
  const folder in;
  const auto path = (in.path / "ids").string();
  io::seen_ids seen(3);
  seen.add({1, 2});
  REQUIRE(io::save_seen_ids(path, "github", seen).has_value());
  const auto good = text_of(path);
  const auto begins = path + " holds no ids to go on from: ";
  CHECK(fault(path, "gitlab") == begins + "it is not of source gitlab");

  auto damaged = good;
  damaged[30] = static_cast<char>(damaged[30] ^ 1);
  write(path, damaged);
  CHECK(fault(path) == begins + "it is damaged");
  for (std::size_t length = 24; length < good.size(); ++length) {
    write(path, good.substr(0, length));
    CHECK(fault(path) == begins + "it is cut short");
  }
  write(path, good + "x");
  CHECK(fault(path) == begins + "it is too long");
  for (const auto& text : {std::string(), good.substr(0, 23), std::string(100, 'x')}) {
    write(path, text);
    CHECK(fault(path) == begins + "it is another kind of file");
  }
  const auto made = io::load_seen_ids(path, "github", 3);
  CHECK(made.error().hint == "remove it to begin anew; events may then come twice");
}

TEST_CASE("a place that cannot be written to is an error") {
  const folder in;
  write(in.path / "file", "");
  CHECK_FALSE(io::save_seen_ids(in.path / "file" / "ids", "github", io::seen_ids(1)).has_value());
  CHECK_FALSE(io::load_seen_ids(in.path / "file" / "ids", "github", 1).has_value());
}
