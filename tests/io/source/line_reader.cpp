#include "io/source/line_reader.hpp"

#include <random>

#include "io/source/readers.hpp"
#include "tests/support/catch.hpp"

namespace {

struct seen {
  std::string text;
  std::uint64_t line;
  std::uint64_t offset;
  bool operator==(const seen&) const = default;
};

std::ostream& operator<<(std::ostream& out, const seen& one) {
  return out << "line " << one.line << " at " << one.offset << ": " << one.text;
}

std::vector<seen> read_all(io::chunk_reader& reader) {
  std::vector<seen> all;
  for (;;) {
    auto chunk = reader.next();
    REQUIRE(chunk);
    if (!*chunk) return all;
    all.push_back({std::string((*chunk)->text), (*chunk)->first_line, (*chunk)->offset});
  }
}

io::reader_options options(std::size_t chunk_bytes, std::size_t line_bytes_max = 1000) {
  io::reader_options made;
  made.chunk_bytes = chunk_bytes;
  made.line_bytes_max = line_bytes_max;
  return made;
}

std::vector<seen> read_pieces(std::vector<std::string> pieces, const io::reader_options& how) {
  return read_all(*io::read_memory(std::move(pieces), how));
}

} // namespace

TEST_CASE("a chunk ends at a line's end") {
  CHECK(read_pieces({"one\ntwo\nthree\n"}, options(10)) == std::vector<seen>{{"one\ntwo\n", 1, 0}, {"three\n", 3, 8}});
}

TEST_CASE("the last line may lack its newline") {
  CHECK(read_pieces({"one\ntwo"}, options(100)) == std::vector<seen>{{"one\n", 1, 0}, {"two", 2, 4}});
}

TEST_CASE("what is there is passed on before more is waited for") {
  CHECK(read_pieces({"one\ntw", "o\n", "three", "\n"}, options(100)) ==
        std::vector<seen>{{"one\n", 1, 0}, {"two\n", 2, 4}, {"three\n", 3, 8}});
}

TEST_CASE("nothing, and pieces of nothing, are no chunks") {
  CHECK(read_pieces({}, options(10)).empty());
  CHECK(read_pieces({"", ""}, options(10)).empty());
}

TEST_CASE("a line longer than a chunk gets a larger one") {
  const std::string longer(70, 'x');
  CHECK(read_pieces({"a\n" + longer + "\nb\n"}, options(8)) ==
        std::vector<seen>{{"a\n", 1, 0}, {longer + "\nb\n", 2, 2}});
}

TEST_CASE("a line over the limit is passed on cut, too long to be taken for a whole one, and its rest is dropped") {
  const auto got = read_pieces({"a\n", std::string(50, 'x'), std::string(500, 'y'), "yy\nb\n"}, options(8, 30));
  CHECK(got == std::vector<seen>{{"a\n", 1, 0}, {std::string(38, 'x'), 2, 2}, {"b\n", 3, 555}});
}

TEST_CASE("a line just at the limit stays whole, with CR LF and a byte-order mark too") {
  const std::string line = "\xEF\xBB\xBF" + std::string(30, 'x') + "\r\n";
  CHECK(read_pieces({line, "b\n"}, options(8, 30)) == std::vector<seen>{{line, 1, 0}, {"b\n", 2, 35}});
}

TEST_CASE("a line over the limit may be the last, with and without newline") {
  for (const std::string end : {"", "\n"}) {
    CHECK(read_pieces({std::string(100, 'x') + end}, options(16, 20)) ==
          std::vector<seen>{{std::string(28, 'x'), 1, 0}});
  }
}

TEST_CASE("padding behind every chunk can be read") {
  auto reader = io::read_memory({"a\nb\nccccccccccccccc\nd"}, options(4));
  std::size_t sum = 0;
  while (auto chunk = reader->next().value()) {
    const auto* end = chunk->text.data() + chunk->text.size();
    for (std::size_t i = 0; i < io::chunk_padding_bytes; ++i) sum += static_cast<unsigned char>(end[i]);
  }
  CHECK(sum < 256 * 1000); // The address sanitizer is the judge.
}

TEST_CASE("chunks outlive their reader and blocks are used again") {
  auto reader = io::read_memory({"one\ntwo\nsix\nten\n"}, options(4));
  const auto first = reader->next().value();
  const auto* place = first->text.data();
  auto second = reader->next().value();
  CHECK(second->text.data() != place);
  const auto* free_place = second->text.data();
  second.reset();
  bool is_used_again = false;
  while (auto chunk = reader->next().value()) is_used_again = is_used_again || chunk->text.data() == free_place;
  CHECK(is_used_again);
  reader.reset();
  CHECK(first->text == "one\n");
}

TEST_CASE("a pool keeps no more blocks than it may") {
  const auto pool = std::make_shared<io::block_pool>(16, 2);
  { const std::vector held{pool->take(), pool->take(), pool->take()}; }
  CHECK(pool->kept() == 2);
}

TEST_CASE("however a text is cut, its chunks put together are the text, and lines and offsets are right") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (auto lines = random() % 30; lines > 0; --lines)
      text += std::string(random() % 25, 'a' + char(random() % 26)) + "\n";
    if (random() % 2 == 0) text += "tail";
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size();) {
      const auto length = random() % 40;
      pieces.push_back(text.substr(at, length));
      at += length;
    }
    std::string together;
    for (const auto& one : read_pieces(pieces, options(1 + random() % 64))) {
      CHECK(one.offset == together.size());
      CHECK(one.line == 1 + static_cast<std::uint64_t>(std::count(together.begin(), together.end(), '\n')));
      CHECK((one.text.ends_with('\n') || one.text == "tail"));
      together += one.text;
    }
    CHECK(together == text);
  }
}

TEST_CASE("a stopped reader has nothing more") {
  auto reader = io::read_memory({"one\n", "two\n"}, options(100));
  CHECK(reader->next().value()->text == "one\n");
  reader->stop();
  CHECK_FALSE(reader->next().value());
  CHECK(reader->where() == "memory");
}
