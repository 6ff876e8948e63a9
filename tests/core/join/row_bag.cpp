#include "core/join/row_bag.hpp"

#include <deque>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;
using core::join::row_bag;

TEST_CASE("a bag counts equal rows and keeps the order of arrival, however many there are") {
  const auto layout = layout_of({"a", "b"});
  std::vector<event> events;
  for (std::int64_t i = 0; i < 64; ++i) events.push_back({{i, i % 3 == 0 ? value() : value(i)}});
  const auto block = batch_of(layout, events);
  const auto hashes = encode_keys(*block, {0, 1}).hashes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const std::uint32_t kinds = seed % 2 == 0 ? 8 : 64;
    row_bag bag;
    std::deque<std::pair<std::uint32_t, std::uint64_t>> expected; // row, count
    for (int step = 0; step < 400; ++step) {
      const auto number = static_cast<std::uint32_t>(random() % kinds);
      const kept_row row{block, number};
      const auto at = std::ranges::find(expected, number, [](const auto& one) { return one.first; });
      const auto found = bag.find(row, hashes[number], 2);
      REQUIRE((found != row_bag::nothing) == (at != expected.end()));
      if (random() % 2 == 0) {
        bag.add({row, hashes[number], 1, 7, step}, 2);
        if (at == expected.end())
          expected.emplace_back(number, 1);
        else
          ++at->second;
      } else if (at != expected.end()) {
        bag.remove(found);
        if (--at->second == 0) expected.erase(at);
      }
      REQUIRE(bag.distinct() == expected.size());
    }
    std::vector<std::pair<std::uint32_t, std::uint64_t>> made;
    for (const auto& one : bag.rows())
      if (one.count > 0) made.emplace_back(one.row.row, one.count);
    REQUIRE(made == std::vector(expected.begin(), expected.end()));
  }
}

TEST_CASE("rows expire by when they were written last") {
  const auto block = batch_of(layout_of({"a"}), {{{1}}, {{2}}});
  row_bag bag;
  bag.add({{block, 0}, 1, 1, 0, 10}, 1);
  bag.add({{block, 1}, 2, 1, 0, 20}, 1);
  bag.add({{block, 0}, 1, 1, 3, 30}, 1);
  bag.expire(20);
  CHECK(bag.distinct() == 1);
  CHECK(bag.find({block, 1}, 2, 1) == row_bag::nothing);
  const auto at = bag.find({block, 0}, 1, 1);
  REQUIRE(at != row_bag::nothing);
  CHECK(bag.rows()[at].count == 2);
  CHECK(bag.rows()[at].partners == 3);
  bag.expire(30);
  CHECK(bag.rows().empty());
}
