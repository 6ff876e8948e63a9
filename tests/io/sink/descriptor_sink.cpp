#include <string>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "io/sink/sinks.hpp"
#include "tests/support/catch.hpp"

namespace {

struct pipe_ends {
  int read = -1;
  int write = -1;
  pipe_ends() {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    read = ends[0];
    write = ends[1];
  }
  ~pipe_ends() {
    close_read();
    if (write >= 0) ::close(write);
  }
  void close_read() {
    if (read >= 0) ::close(read);
    read = -1;
  }
  void close_write() {
    ::close(write);
    write = -1;
  }
  /// Everything until the writing end is closed.
  std::string rest() const {
    std::string text;
    char piece[65536];
    for (;;) {
      const auto count = ::read(read, piece, sizeof piece);
      if (count <= 0) return text;
      text.append(piece, static_cast<std::size_t>(count));
    }
  }
  bool is_empty() const {
    ::fcntl(read, F_SETFL, O_NONBLOCK);
    char one;
    const auto count = ::read(read, &one, 1);
    ::fcntl(read, F_SETFL, 0);
    return count < 0;
  }
};

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

} // namespace

TEST_CASE("small writes wait for the flush") {
  pipe_ends pipe;
  auto sink = io::write_descriptor(pipe.write, "stdout");
  REQUIRE(sink->write("a\n"));
  REQUIRE(sink->write("b\n"));
  CHECK(pipe.is_empty());
  REQUIRE(sink->flush());
  pipe.close_write();
  CHECK(pipe.rest() == "a\nb\n");
}

TEST_CASE("closing writes what waits and leaves the descriptor open") {
  pipe_ends pipe;
  auto sink = io::write_descriptor(pipe.write, "stdout");
  REQUIRE(sink->write("a\n"));
  REQUIRE(sink->close());
  sink.reset();
  CHECK(::write(pipe.write, "b\n", 2) == 2);
  pipe.close_write();
  CHECK(pipe.rest() == "a\nb\n");
}

TEST_CASE("more than a pipe holds arrives whole and in order, also through a non-blocking descriptor") {
  const bool is_blocking = GENERATE(true, false);
  pipe_ends pipe;
  if (!is_blocking) ::fcntl(pipe.write, F_SETFL, O_NONBLOCK);
  const auto text = numbered_lines(100'000);
  std::string got;
  std::thread reader([&] { got = pipe.rest(); });
  auto sink = io::write_descriptor(pipe.write, "stdout");
  bool all_taken = true;
  for (std::size_t at = 0, length = 1; at < text.size(); at += length, length = length * 7 % 300'007 + 1)
    all_taken = all_taken && sink->write(std::string_view(text).substr(at, length)).has_value();
  all_taken = all_taken && sink->close().has_value();
  pipe.close_write();
  reader.join();
  CHECK(all_taken);
  CHECK(got == text);
}

TEST_CASE("a reader that has gone is an error, not the end of the process") {
  pipe_ends pipe;
  auto sink = io::write_descriptor(pipe.write, "stdout");
  pipe.close_read();
  REQUIRE(sink->write("a\n"));
  const auto done = sink->flush();
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "nobody reads stdout any more");
}
