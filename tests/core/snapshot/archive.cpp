#include "core/snapshot/archive.hpp"

#include <limits>
#include <random>

#include "core/snapshot/key_share.hpp"
#include "tests/support/catch.hpp"

using namespace core::snapshot;

TEST_CASE("what is written is read, in order") {
  state_writer to;
  const std::vector<std::uint64_t> numbers{0, 1, 127, 128, 300, std::numeric_limits<std::uint64_t>::max()};
  for (const auto number : numbers) to.number(number);
  to.plain(std::int64_t{-7});
  to.plain(1.5);
  to.flag(true);
  to.flag(false);
  to.text(std::string_view("a\0b", 3));
  to.text("");
  to.raw("xyz", 3);
  const auto bytes = to.take();
  CHECK(to.size() == 0);
  state_reader from(bytes);
  for (const auto number : numbers) CHECK(from.number() == number);
  CHECK(from.plain<std::int64_t>() == -7);
  CHECK(from.plain<double>() == 1.5);
  CHECK(from.flag());
  CHECK_FALSE(from.flag());
  CHECK(from.text() == std::string_view("a\0b", 3));
  CHECK(from.text().empty());
  CHECK(from.view(3) == "xyz");
  CHECK(from.at_end());
  CHECK_FALSE(from.failed());
}

TEST_CASE("bytes that end early, or never, fail and give nothing") {
  state_reader empty("");
  CHECK(empty.plain<std::int64_t>() == 0);
  CHECK(empty.failed());
  CHECK(empty.number() == 0);
  CHECK(empty.text().empty());
  CHECK_FALSE(empty.flag());
  state_reader many(std::string_view("\x7f\x01", 2)); // 127 things in one byte
  CHECK(many.count() == 0);
  CHECK(many.failed());
  const std::string endless(11, '\xff');
  state_reader number(endless);
  CHECK(number.number() == 0);
  CHECK(number.failed());
}

TEST_CASE("a reader of random bytes ends") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(random() % 40, '\0');
    for (auto& one : bytes) one = static_cast<char>(random());
    state_reader from(bytes);
    int steps = 0;
    for (; !from.failed() && !from.at_end(); ++steps) {
      switch (random() % 4) {
      case 0: (void)from.number(); break;
      case 1: (void)from.text(); break;
      case 2: (void)from.plain<std::uint32_t>(); break;
      default: (void)from.count();
      }
    }
    CHECK(steps <= 40);
  }
}

TEST_CASE("keys keep NULL and the empty text apart") {
  state_writer to;
  write_key(to, {});
  write_key(to, std::string_view("", 0));
  write_key(to, "key");
  const auto bytes = to.take();
  state_reader from(bytes);
  CHECK(read_key(from).data() == nullptr);
  const auto empty = read_key(from);
  CHECK(empty.data() != nullptr);
  CHECK(empty.empty());
  CHECK(read_key(from) == "key");
}

TEST_CASE("every key belongs to one shard, that which its rows are sent to") {
  for (const std::uint32_t shards : {1U, 2U, 7U})
    for (int i = 0; i < 100; ++i) {
      const auto key = "key " + std::to_string(i);
      int holders = 0;
      for (std::uint32_t shard = 0; shard < shards; ++shard) {
        const key_share share{shard, shards, true};
        if (!share.holds(share.hash(key))) continue;
        ++holders;
        CHECK(core::shard_of(core::key_hash(key), shards) == shard);
      }
      CHECK(holders == 1);
    }
  CHECK(key_share{0, 5, false}.holds(key_share{0, 5, false}.hash("any")));
  CHECK_FALSE(key_share{1, 5, false}.holds(key_share{1, 5, false}.hash("any")));
}
