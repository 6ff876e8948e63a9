#include "io/sink/sinks.hpp"
#include "tests/support/catch.hpp"

TEST_CASE("a memory sink shows what was flushed") {
  const auto bytes = std::make_shared<io::memory_bytes>();
  auto sink = io::write_memory(bytes);
  REQUIRE(sink->write("a"));
  CHECK(bytes->text().empty());
  REQUIRE(sink->flush());
  REQUIRE(sink->write("b"));
  CHECK(bytes->text() == "a");
  CHECK_FALSE(bytes->is_closed());
  REQUIRE(sink->close());
  CHECK(bytes->text() == "ab");
  CHECK(bytes->is_closed());
}

TEST_CASE("a blackhole takes everything") {
  auto sink = io::write_nowhere();
  CHECK(sink->write("a"));
  CHECK(sink->flush());
  CHECK(sink->close());
}
