#include <random>
#include <unordered_map>

#include "core/window/group_table.hpp"
#include "core/window/session_store.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using namespace core::window;

namespace {

std::string_view key_of(std::size_t number, std::string& held) {
  if (number == 0) return {};
  held = number % 3 == 0 ? "a key longer than twelve bytes " + std::to_string(number) : std::to_string(number);
  return held;
}

} // namespace

TEST_CASE("groups are found by key although tags collide and rows come and go") {
  group_table table(std::vector<std::byte>(8));
  std::unordered_map<std::size_t, std::uint64_t> expected;
  std::mt19937_64 random(11);
  std::string held;
  for (int step = 0; step < 60'000; ++step) {
    const auto number = random() % 3'000;
    const auto key = key_of(number, held);
    const auto tag = static_cast<std::uint32_t>(number % 701) * 4; // many keys of one tag, many tags of one place
    table.prefetch(tag);
    table.prefetch_row(tag);
    if (random() % 3 == 0 && expected.contains(number)) {
      table.remove(table.find(key, tag));
      expected.erase(number);
    } else {
      auto* cells = table.cells(table.find_or_add(key, tag));
      agg::store(cells, agg::load<std::uint64_t>(cells) + 1);
      ++expected[number];
    }
  }
  CHECK(table.size() == expected.size());
  for (std::size_t number = 0; number < 3'000; ++number) {
    const auto row = table.find(key_of(number, held), static_cast<std::uint32_t>(number % 701) * 4);
    REQUIRE((row != no_row) == expected.contains(number));
    if (row != no_row) CHECK(agg::load<std::uint64_t>(table.cells(row)) == expected[number]);
  }
}

TEST_CASE("keys of every length compare whole") {
  group_table table(std::vector<std::byte>(8));
  std::vector<std::string> keys;
  for (std::size_t size = 0; size < 40; ++size) {
    keys.emplace_back(size, 'x');
    for (std::size_t at = 0; at < size; ++at) {
      keys.emplace_back(size, 'x');
      keys.back()[at] = 'y';
    }
  }
  for (const auto& key : keys) (void)table.find_or_add(key, 5);
  CHECK(table.size() == keys.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) CHECK(row_key(table.row(table.find(keys[i], 5))) == keys[i]);
}

TEST_CASE("a small table is small, a large one takes little more than its rows") {
  group_table table(std::vector<std::byte>(40));
  (void)table.find_or_add("sensor-00001", 1);
  CHECK(table.bytes() < 1'600);
  std::mt19937 random(5);
  for (int i = 0; i < 100'000; ++i)
    (void)table.find_or_add("s" + std::to_string(i), static_cast<std::uint32_t>(random()));
  CHECK(table.bytes() < 100'000 * 100);
}

TEST_CASE("a pool that has moved away can be used again") {
  row_pool first(40);
  for (int i = 0; i < 2'000; ++i) agg::store(first.at(first.add()), i);
  row_pool second(std::move(first));
  CHECK(agg::load<int>(second.at(1'999)) == 1'999);
  row_pool third(40);
  third = std::move(second);
  CHECK(third.live() == 2'000);
  CHECK(agg::load<int>(third.at(1'024)) == 1'024);
}

TEST_CASE("sessions end in order of their ends although they grow, merge and move") {
  session_store store(8, 1'000);
  std::string held;
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 1; i <= 5'000; ++i) {
    const auto end = static_cast<event_time_ms>(10'000 + (i * 7'919) % 5'000);
    const auto key = key_of(i % 2'500, held);
    const auto tag = static_cast<std::uint32_t>(i % 2'500);
    rows.push_back(store.open(key, tag, store.first(key, tag), 0, end));
  }
  for (std::size_t i = 0; i < rows.size(); i += 10) store.stretch(rows[i], 0, 50'000);
  for (std::size_t i = 1; i < rows.size(); i += 10) store.remove(rows[i]);
  CHECK(store.size() == 4'500);
  event_time_ms before = 0;
  std::size_t closed = 0;
  for (auto row = store.take_due(20'000); row != no_row; row = store.take_due(20'000)) {
    CHECK(store.span(row).end >= before);
    before = store.span(row).end;
    store.remove(row);
    ++closed;
  }
  CHECK(closed == 4'000);
  const auto bytes = store.bytes();
  store.pack();
  CHECK(store.bytes() < bytes / 4);
  CHECK(store.size() == 500);
  for (std::size_t i = 1; i <= 5'000; i += 10) {
    const auto row = store.first(key_of(i % 2'500, held), static_cast<std::uint32_t>(i % 2'500));
    REQUIRE(row != no_row);
    CHECK(store.span(row).end == 50'000);
  }
  for (auto row = store.take_due(end_of_time); row != no_row; row = store.take_due(end_of_time)) store.remove(row);
  store.pack();
  CHECK(store.bytes() == 0);
}
