#include "io/source/follow_input.hpp"

#include <filesystem>
#include <thread>

#include "io/source/readers.hpp"
#include "tests/io/source/temporary_folder.hpp"
#include "tests/support/catch.hpp"

namespace fs = std::filesystem;

namespace {

std::unique_ptr<io::chunk_reader> follow(const std::string& path) { return io::follow_file(path, {}).value(); }

std::string next_text(io::chunk_reader& reader) {
  const auto chunk = reader.next().value();
  return chunk
             ? std::to_string(chunk->first_line) + "@" + std::to_string(chunk->offset) + " " + std::string(chunk->text)
             : "(end)";
}

/// Does something once the reader waits at the end of its file.
template <class Action>
std::thread when_caught_up(io::chunk_reader& reader, Action action) {
  return std::thread([&reader, action] {
    while (!reader.caught_up()) std::this_thread::yield();
    action();
  });
}

} // namespace

TEST_CASE("what is appended to a followed file comes") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\n"));
  CHECK(next_text(*reader) == "1@0 one\n");
  auto writer = when_caught_up(*reader, [&] { folder.append("log", "two\nthree\n"); });
  CHECK(next_text(*reader) == "2@4 two\nthree\n");
  writer.join();
}

TEST_CASE("a last line without its newline waits for it") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\ntw"));
  CHECK(next_text(*reader) == "1@0 one\n");
  auto writer = when_caught_up(*reader, [&] { folder.append("log", "o\n"); });
  CHECK(next_text(*reader) == "2@4 two\n");
  writer.join();
}

TEST_CASE("a stop ends the wait and passes on the unfinished line") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "half"));
  auto stopper = when_caught_up(*reader, [&] { reader->stop(); });
  CHECK(next_text(*reader) == "1@0 half");
  CHECK(next_text(*reader) == "(end)");
  stopper.join();
}

TEST_CASE("a stop before the wait is not lost") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", ""));
  reader->stop();
  CHECK(next_text(*reader) == "(end)");
}

TEST_CASE("a file that is cut short is read from its beginning") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\ntwo\n"));
  CHECK(next_text(*reader) == "1@0 one\ntwo\n");
  auto writer = when_caught_up(*reader, [&] { folder.write("log", "new\n"); });
  CHECK(next_text(*reader) == "1@0 new\n");
  writer.join();
}

TEST_CASE("a rotated file is read to its end, its last line without newline too, then its successor") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\n"));
  CHECK(next_text(*reader) == "1@0 one\n");
  folder.append("log", "two\nlast");
  fs::rename(folder.file("log"), folder.file("log.1"));
  folder.write("log", "three\n");
  CHECK(next_text(*reader) == "2@4 two\nlast");
  CHECK(next_text(*reader) == "1@0 three\n");
  auto writer = when_caught_up(*reader, [&] { folder.append("log", "four\n"); });
  CHECK(next_text(*reader) == "2@6 four\n");
  writer.join();
}

TEST_CASE("a file that has been removed may come back") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\n"));
  CHECK(next_text(*reader) == "1@0 one\n");
  auto writer = when_caught_up(*reader, [&] {
    fs::remove(folder.file("log"));
    folder.write("elsewhere", "two\n");
    fs::rename(folder.file("elsewhere"), folder.file("log"));
  });
  CHECK(next_text(*reader) == "1@0 two\n");
  writer.join();
}

TEST_CASE("a followed file is caught up only while it waits") {
  const temporary_folder folder;
  auto reader = follow(folder.write("log", "one\n"));
  CHECK_FALSE(reader->caught_up());
  CHECK(next_text(*reader) == "1@0 one\n");
  CHECK_FALSE(reader->caught_up());
}
