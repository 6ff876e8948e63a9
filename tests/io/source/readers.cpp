#include "io/source/readers.hpp"

#include <thread>

#include <unistd.h>
#include <zlib.h>

#include "tests/io/source/temporary_folder.hpp"
#include "tests/support/catch.hpp"

namespace {

io::reader_options small_chunks() {
  io::reader_options options;
  options.chunk_bytes = 64;
  return options;
}

/// All text until the end, or the fault's message.
std::string read_text(io::chunk_reader& reader) {
  std::string text;
  for (;;) {
    const auto chunk = reader.next();
    if (!chunk) return text + "! " + chunk.error().message;
    if (!*chunk) return text;
    text += (*chunk)->text;
  }
}

std::string packed(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "{\"line\":" + std::to_string(i) + "}\n";
  return text;
}

} // namespace

TEST_CASE("a file is read whole, in chunks, once") {
  const temporary_folder folder;
  const auto text = numbered_lines(1000) + "tail";
  const auto path = folder.write("in.jsonl", text);
  auto reader = io::open_file(path, small_chunks()).value();
  CHECK(reader->where() == path);
  CHECK(read_text(*reader) == text);
  CHECK_FALSE(reader->next().value());
  CHECK_FALSE(reader->caught_up());
}

TEST_CASE("a stopped file reader ends early") {
  const temporary_folder folder;
  auto reader = io::open_file(folder.write("in", numbered_lines(1000)), small_chunks()).value();
  CHECK(reader->next().value()->first_line == 1);
  reader->stop();
  CHECK_FALSE(reader->next().value());
}

TEST_CASE("what is no file is refused with its name") {
  const temporary_folder folder;
  CHECK(io::open_file(folder.path, small_chunks()).error().message == "cannot read a folder as a file: " + folder.path);
  CHECK(io::open_file(folder.file("x"), small_chunks()).error().message ==
        "cannot open " + folder.file("x") + ": No such file or directory");
  CHECK(io::follow_file(folder.file("x"), small_chunks()).error().message ==
        "cannot open " + folder.file("x") + ": No such file or directory");
}

TEST_CASE("gzip is known by its content, not its name, and may have several members") {
  const temporary_folder folder;
  const auto text = numbered_lines(50'000);
  const auto half = text.size() / 2;
  const auto path = folder.write("in.jsonl", packed(text.substr(0, half)) + packed(text.substr(half)));
  CHECK(read_text(*io::open_file(path, small_chunks()).value()) == text);
  CHECK(read_text(*io::open_file(folder.write("in.gz", "plain\n"), small_chunks()).value()) == "plain\n");
  CHECK(read_text(*io::open_file(folder.write("empty.gz", packed("")), small_chunks()).value()).empty());
}

TEST_CASE("broken gzip is an error that names the place; what came before it is passed on") {
  const temporary_folder folder;
  const auto text = numbered_lines(20);
  const auto whole = packed(text);
  const auto cut_path = folder.write("cut", whole.substr(0, whole.size() - 4));
  CHECK(read_text(*io::open_file(cut_path, small_chunks()).value())
            .ends_with("! gzip data of " + cut_path + " are broken at byte " + std::to_string(whole.size() - 4) +
                       ": cut off"));
  auto damaged = whole;
  damaged[damaged.size() - 6] ^= 1; // In the checksum.
  const auto damaged_path = folder.write("damaged", damaged);
  CHECK_THAT(read_text(*io::open_file(damaged_path, small_chunks()).value()),
             ContainsSubstring("are broken at byte ") && ContainsSubstring("incorrect data check"));
  const auto trailing_path = folder.write("trailing", whole + "rubbish");
  CHECK_THAT(read_text(*io::open_file(trailing_path, small_chunks()).value()),
             ContainsSubstring("incorrect header check"));
}

TEST_CASE("gzip cannot be followed") {
  const temporary_folder folder;
  const auto path = folder.write("in", packed("a\n"));
  const auto reader = io::follow_file(path, small_chunks());
  REQUIRE_FALSE(reader);
  CHECK(reader.error().message == "a gzip file cannot be followed: " + path);
}

TEST_CASE("lines of a pipe are passed on while it stays open; its end is the end") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  auto reader = io::read_descriptor(ends[0], "stdin", small_chunks());
  CHECK(reader->where() == "stdin");
  REQUIRE(::write(ends[1], "one\ntwo\nthr", 11) == 11);
  CHECK(reader->next().value()->text == "one\ntwo\n");
  REQUIRE(::write(ends[1], "ee\n", 3) == 3);
  const auto second = reader->next().value();
  CHECK(second->text == "three\n");
  CHECK(second->first_line == 3);
  ::close(ends[1]);
  CHECK_FALSE(reader->next().value());
  ::close(ends[0]);
}

TEST_CASE("a pipe may carry gzip, byte by byte too") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const auto text = numbered_lines(100);
  std::thread writer([&] {
    for (const char c : packed(text)) {
      if (::write(ends[1], &c, 1) != 1) break;
    }
    ::close(ends[1]);
  });
  auto reader = io::read_descriptor(ends[0], "stdin", small_chunks());
  CHECK(read_text(*reader) == text);
  writer.join();
  ::close(ends[0]);
}

TEST_CASE("a stop ends the wait on a silent pipe and passes on the unfinished line") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  auto reader = io::read_descriptor(ends[0], "stdin", small_chunks());
  REQUIRE(::write(ends[1], "half", 4) == 4);
  std::thread stopper([&] {
    while (!reader->caught_up()) std::this_thread::yield();
    reader->stop();
  });
  CHECK(reader->next().value()->text == "half");
  CHECK_FALSE(reader->next().value());
  stopper.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("a descriptor that is none is an error") {
  auto reader = io::read_descriptor(-1, "stdin", small_chunks());
  reader->stop(); // Else it would wait: poll ignores what is no descriptor.
  CHECK_FALSE(reader->next().value());
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  auto writing_end = io::read_descriptor(ends[1], "stdin", small_chunks());
  ::close(ends[0]);
  CHECK(read_text(*writing_end) == "! cannot read stdin: Bad file descriptor");
  ::close(ends[1]);
}
