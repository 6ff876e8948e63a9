#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "io/sink/sinks.hpp"
#include "tests/support/catch.hpp"

namespace fs = std::filesystem;

namespace {

/// A folder of its own for each test, gone behind it.
struct test_folder {
  std::string path;
  test_folder() {
    std::string name = (fs::temp_directory_path() / "weir-sink-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~test_folder() { fs::remove_all(path); }
  std::string file(const std::string& name) const { return path + "/" + name; }
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t entries(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("a replaced file has its name only once it is whole") {
  const test_folder folder;
  const auto path = folder.file("out.jsonl");
  std::ofstream(path) << "old\n";
  auto sink = io::write_file(path, io::file_mode::replace).value();
  REQUIRE(sink->write("new 1\n"));
  REQUIRE(sink->flush());
  CHECK(content(path) == "old\n");
  REQUIRE(sink->write("new 2\n"));
  REQUIRE(sink->close());
  CHECK(content(path) == "new 1\nnew 2\n");
  CHECK(entries(folder.path) == 1);
}

TEST_CASE("a sink that is given up leaves the old file and nothing beside it") {
  const test_folder folder;
  const auto path = folder.file("out.jsonl");
  std::ofstream(path) << "old\n";
  {
    auto sink = io::write_file(path, io::file_mode::replace).value();
    REQUIRE(sink->write("half a li"));
    REQUIRE(sink->flush());
    CHECK(entries(folder.path) == 2);
  }
  CHECK(content(path) == "old\n");
  CHECK(entries(folder.path) == 1);
}

TEST_CASE("a file that a killed run left beside is in nobody's way") {
  const test_folder folder;
  const auto path = folder.file("out");
  auto first = io::write_file(path, io::file_mode::replace).value();
  auto second = io::write_file(path, io::file_mode::replace).value();
  REQUIRE(first->write("first"));
  REQUIRE(second->write("second"));
  REQUIRE(first->close());
  REQUIRE(second->close());
  CHECK(content(path) == "second");
}

TEST_CASE("folders on the way to a file are made") {
  const test_folder folder;
  const auto path = folder.file("a/b/out.csv");
  auto sink = io::write_file(path, io::file_mode::replace).value();
  REQUIRE(sink->write("x\n"));
  REQUIRE(sink->close());
  CHECK(content(path) == "x\n");
}

TEST_CASE("a result file has the rights of any new file") {
  const test_folder folder;
  const auto path = folder.file("out");
  const auto before = ::umask(027);
  auto sink = io::write_file(path, io::file_mode::replace).value();
  REQUIRE(sink->close());
  ::umask(before);
  CHECK((fs::status(path).permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
}

TEST_CASE("appending keeps what is there and shows each flush") {
  const test_folder folder;
  const auto path = folder.file("out.jsonl");
  std::ofstream(path) << "1\n";
  auto sink = io::write_file(path, io::file_mode::append).value();
  REQUIRE(sink->write("2\n"));
  CHECK(content(path) == "1\n");
  REQUIRE(sink->flush());
  CHECK(content(path) == "1\n2\n");
  REQUIRE(sink->write("3\n"));
  REQUIRE(sink->close());
  CHECK(content(path) == "1\n2\n3\n");
}

TEST_CASE("a link stays a link to the file that is replaced") {
  const test_folder folder;
  std::ofstream(folder.file("real")) << "old";
  fs::create_symlink(folder.file("real"), folder.file("link"));
  auto sink = io::write_file(folder.file("link"), io::file_mode::replace).value();
  REQUIRE(sink->write("new"));
  REQUIRE(sink->close());
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(content(folder.file("real")) == "new");
}

TEST_CASE("a device is written to, not replaced") {
  auto sink = io::write_file("/dev/null", io::file_mode::replace).value();
  REQUIRE(sink->write("gone"));
  REQUIRE(sink->close());
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a full device is an error that names it and what was written") {
  auto sink = io::write_file("/dev/full", io::file_mode::replace).value();
  REQUIRE(sink->write("text"));
  const auto done = sink->flush();
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "cannot write /dev/full after 0 bytes: No space left on device");
  CHECK(done.error().code == core::errc::io_failed);
}

TEST_CASE("a file at the size limit says how far it came") {
  const test_folder folder;
  const auto path = folder.file("out");
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto sink = io::write_file(path, io::file_mode::replace).value();
  const auto written = sink->write(std::string(300'000, 'x')); // More than the buffer: goes out at once.
  ::setrlimit(RLIMIT_FSIZE, &before);
  REQUIRE_FALSE(written);
  CHECK(written.error().message == "cannot write " + path + " after 100000 bytes: File too large");
}

TEST_CASE("places that cannot be written are refused at once") {
  const test_folder folder;
  std::ofstream(folder.file("file")) << "x";
  const auto as_file = io::write_file(folder.path, io::file_mode::replace);
  REQUIRE_FALSE(as_file);
  CHECK(as_file.error().message == "cannot write a folder as a file: " + folder.path);
  const auto below_file = io::write_file(folder.file("file/out"), io::file_mode::append);
  REQUIRE_FALSE(below_file);
  CHECK(below_file.error().message == "cannot make folder " + folder.file("file") + ": Not a directory");
  const auto no_folder = io::write_file("/proc/nothing", io::file_mode::append);
  REQUIRE_FALSE(no_folder);
  CHECK(no_folder.error().message == "cannot open /proc/nothing: No such file or directory");
  const auto beside = io::write_file("/proc/nothing", io::file_mode::replace);
  REQUIRE_FALSE(beside);
  CHECK(beside.error().message == "cannot make a file beside /proc/nothing: No such file or directory");
}

TEST_CASE("closing fails when the name has become a folder") {
  const test_folder folder;
  const auto path = folder.file("out");
  auto sink = io::write_file(path, io::file_mode::replace).value();
  fs::create_directory(path);
  const auto done = sink->close();
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "cannot rename to " + path + ": Is a directory");
  sink.reset();
  CHECK(entries(folder.path) == 1);
}
