#include "io/sink/checkpoint_store.hpp"

#include <filesystem>
#include <fstream>
#include <set>

#include <stdlib.h>

#include "tests/support/catch.hpp"

namespace fs = std::filesystem;

namespace {

struct test_folder {
  std::string path;
  test_folder() {
    std::string name = (fs::temp_directory_path() / "weir-store-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~test_folder() { fs::remove_all(path); }
  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> made;
    for (const auto& one : fs::directory_iterator(path)) made.insert(one.path().filename().string());
    return made;
  }
};

} // namespace

TEST_CASE("a checkpoint is found by its number, and the last two stay") {
  const test_folder folder;
  io::checkpoint_store store(folder.path, "group");
  for (std::uint64_t number = 1; number <= 12; ++number)
    REQUIRE(store.write(number, "state " + std::to_string(number)).has_value());
  CHECK(folder.files() == std::set<std::string>{"group-11.state", "group-12.state"});
  CHECK(store.read(12).value_or("") == "state 12");
  CHECK(store.read(11).value_or("") == "state 11");
  CHECK(store.read(10).error().message == "cannot open " + folder.path + "/group-10.state");
}

TEST_CASE("the folder is made, and files of others stay") {
  const test_folder folder;
  io::checkpoint_store store(folder.path + "/a/b", "one");
  REQUIRE(store.write(7, "x").has_value());
  for (const auto* other : {"one-x.state", "one-1.txt", "one-two-1.state", "one-1.state.part"})
    std::ofstream(folder.path + "/a/b/" + other) << "theirs";
  REQUIRE(io::checkpoint_store(folder.path + "/a/b", "two").write(1, "y").has_value());
  REQUIRE(store.write(20, "z").has_value());
  for (const auto* other : {"one-x.state", "one-1.txt", "one-two-1.state", "one-1.state.part", "two-1.state"})
    CHECK(fs::exists(folder.path + "/a/b/" + other));
  CHECK_FALSE(fs::exists(folder.path + "/a/b/one-7.state"));
}

TEST_CASE("names that are no file names are told apart") {
  const test_folder folder;
  for (const auto* name : {"a/b", "a b", "a%2fb", "../a"}) {
    io::checkpoint_store store(folder.path, name);
    REQUIRE(store.write(1, name).has_value());
    CHECK(store.read(1).value_or("") == name);
  }
  CHECK(folder.files().size() == 4);
}

TEST_CASE("a place that cannot be written is an error, and what is there stays") {
  const test_folder folder;
  std::ofstream(folder.path + "/file") << "no folder";
  io::checkpoint_store store(folder.path + "/file", "group");
  CHECK_FALSE(store.write(1, "x").has_value());
}
