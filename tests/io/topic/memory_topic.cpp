#include "io/topic/memory_topics.hpp"

#include <random>
#include <thread>

#include "tests/support/catch.hpp"

using io::memory_topic;

namespace {

io::outgoing_record record(std::string_view value) {
  io::outgoing_record made;
  made.value = value;
  made.timestamp_ms = 5;
  return made;
}

/// All that a reader gives until its end.
std::vector<std::string> read_all(io::chunk_reader& from) {
  std::vector<std::string> made;
  while (true) {
    const auto chunk = from.next();
    REQUIRE(chunk.has_value());
    if (!*chunk) return made;
    std::size_t at = 0;
    for (const auto& mark : (*chunk)->records->marks) {
      made.emplace_back((*chunk)->text.substr(at, mark.value_end - at));
      at = mark.value_end + 1;
    }
  }
}

} // namespace

TEST_CASE("every reader gets every record, in order, and ends when the last writer has") {
  const auto topic = memory_topic::make("t");
  topic->add_writer();
  topic->add_writer();
  const auto first = topic->reader({});
  const auto second = topic->reader({});
  REQUIRE(topic->write(record("a")).has_value());
  REQUIRE(topic->write(record("b\nc")).has_value());
  topic->writer_is_done();
  REQUIRE(topic->write(record("d")).has_value());
  topic->writer_is_done();
  const std::vector<std::string> all{"a", "b\tc", "d"};
  CHECK(read_all(*first) == all);
  CHECK(read_all(*second) == all);
  CHECK(topic->records() == 3);
}

TEST_CASE("records keep their keys, times and offsets, and a missing value is none") {
  const auto topic = memory_topic::make("t");
  topic->add_writer();
  const auto reader = topic->reader({.wants_keys = true});
  auto one = record("v");
  one.key = "k";
  REQUIRE(topic->write(one).has_value());
  REQUIRE(topic->write({.key = "gone"}).has_value());
  topic->writer_is_done();
  const auto chunk = reader->next();
  REQUIRE((chunk.has_value() && chunk->has_value()));
  const auto& index = *(*chunk)->records;
  REQUIRE(index.marks.size() == 2);
  CHECK(index.topic == "t");
  CHECK(index.next_offset == 2);
  CHECK(index.marks[0].timestamp_ms == 5);
  CHECK(index.marks[1].offset == 1);
  CHECK(index.marks[1].value_is_null);
  CHECK_FALSE(index.marks[1].key_is_null);
  CHECK(std::string_view(index.keys).substr(0, index.key_bytes) == "k\ngone\n");
}

TEST_CASE("a writer waits for the slowest reader, and nothing is lost") {
  const auto topic = memory_topic::make("t", 2'000);
  topic->add_writer();
  const auto fast = topic->reader({});
  const auto slow = topic->reader({});
  constexpr int count = 5'000;
  std::thread writer([&] {
    for (int i = 0; i < count; ++i)
      if (!topic->write(record(std::to_string(i)))) return;
    topic->writer_is_done();
  });
  std::vector<std::string> from_fast;
  std::thread reader([&] { from_fast = read_all(*fast); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(topic->records() < 100); // The slow one has not begun.
  const auto from_slow = read_all(*slow);
  writer.join();
  reader.join();
  CHECK(from_fast.size() == count);
  CHECK(from_slow == from_fast);
}

TEST_CASE("what nobody reads is gone, and a reader begins with what comes next") {
  const auto topic = memory_topic::make("t", 100);
  topic->add_writer();
  for (int i = 0; i < 100; ++i) REQUIRE(topic->write(record("before")).has_value());
  const auto reader = topic->reader({});
  REQUIRE(topic->write(record("after")).has_value());
  topic->writer_is_done();
  CHECK(read_all(*reader) == std::vector<std::string>{"after"});
}

TEST_CASE("a stop ends all waiting") {
  const auto topic = memory_topic::make("t", 100);
  topic->add_writer();
  const auto reader = topic->reader({});
  std::thread waiting([&] { (void)read_all(*reader); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  reader->stop();
  waiting.join();
  const auto stuck = topic->reader({});
  std::thread writer([&] {
    while (topic->write(record("0123456789"))) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  topic->stop();
  writer.join();
  CHECK(topic->write(record("x")).error().message == "topic t was stopped");
}

TEST_CASE("topics are found by name, and a writer holds its topic open as long as it lives") {
  io::memory_topics topics;
  CHECK(topics.at("a") == topics.at("a"));
  CHECK(topics.at("a") != topics.at("b"));
  const auto reader = topics.at("a")->reader({});
  {
    const auto writer = io::write_topic(topics.at("a"));
    CHECK_FALSE(writer->is_transactional());
    REQUIRE(writer->produce("a", record("x")).has_value());
    REQUIRE(writer->flush().has_value());
  }
  CHECK(read_all(*reader) == std::vector<std::string>{"x"});
  topics.stop();
}
