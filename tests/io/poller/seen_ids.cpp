#include "io/poller/seen_ids.hpp"

#include <deque>
#include <random>
#include <set>
#include <string>

#include "tests/support/catch.hpp"

namespace {

std::vector<std::uint64_t> lows(const io::seen_ids& of) {
  std::vector<std::uint64_t> made;
  const auto [older, newer] = of.in_order();
  for (const auto id : older) made.push_back(id.low);
  for (const auto id : newer) made.push_back(id.low);
  return made;
}

} // namespace

TEST_CASE("ids are told apart by all of their bytes") {
  CHECK(io::hash_id("1759231679") == io::hash_id("1759231679"));
  CHECK_FALSE(io::hash_id("1759231679") == io::hash_id("1759231678"));
  CHECK_FALSE(io::hash_id("") == io::hash_id(std::string_view("\0", 1)));
}

TEST_CASE("the oldest id makes room for a new one; a known one stays as old as it was") {
  io::seen_ids seen(3);
  for (const std::uint64_t id : {1U, 2U, 3U}) CHECK(seen.add({id, 0}));
  CHECK_FALSE(seen.add({1, 0}));
  CHECK(seen.add({4, 0}));
  CHECK_FALSE(seen.contains({1, 0}));
  CHECK(lows(seen) == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(seen.add({1, 0}));
  CHECK(lows(seen) == std::vector<std::uint64_t>{3, 4, 1});
  CHECK(seen.size() == 3);
}

TEST_CASE("one id is room for one") {
  io::seen_ids seen(1);
  CHECK(seen.add({7, 0}));
  CHECK_FALSE(seen.add({7, 0}));
  CHECK(seen.add({8, 0}));
  CHECK_FALSE(seen.contains({7, 0}));
}

TEST_CASE("any order of ids, many of them with one place in the table, is remembered as a plain list would") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const auto capacity = 1 + random() % 300;
    const auto spread = 1 + random() % 1000;
    io::seen_ids seen(capacity);
    std::deque<std::uint64_t> order;
    std::set<std::uint64_t> known;
    for (int i = 0; i < 5'000; ++i) {
      const auto id = random() % spread;
      const io::id_hash hash{id % 5 == 0 ? 0xFFFFFFFFFFFFFFFFU : id * (id % 3), id};
      REQUIRE(seen.contains(hash) == known.contains(id));
      REQUIRE(seen.add(hash) == known.insert(id).second);
      if (order.empty() || known.size() > order.size()) order.push_back(id);
      if (order.size() > capacity) {
        known.erase(order.front());
        order.pop_front();
      }
    }
    const auto [older, newer] = seen.in_order();
    std::vector<std::uint64_t> left;
    for (const auto& part : {older, newer})
      for (const auto one : part) left.push_back(one.high);
    REQUIRE(left == std::vector<std::uint64_t>(order.begin(), order.end()));
  }
}

TEST_CASE("an id takes at most forty bytes, whatever their number") {
  io::seen_ids seen(300'000);
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    seen.add(io::hash_id(std::to_string(i)));
    if (i >= 100) REQUIRE(seen.bytes() <= (i + 1) * 40);
  }
}
