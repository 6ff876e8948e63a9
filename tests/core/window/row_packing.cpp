#include "core/window/row_packing.hpp"

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

TEST_CASE("packed rows hold their values and let the old blocks go") {
  const auto layout = layout_of({"a", "s"});
  std::vector<event> events;
  for (std::int64_t i = 0; i < 20'000; ++i) events.push_back({{i, i % 7 == 0 ? value() : value(i)}});
  window::row_packing packing;
  std::weak_ptr<const batch> old;
  std::vector<kept_row> rows;
  {
    const batch_ptr block = batch_of(layout, events);
    packing.keep(block->rows);
    old = block;
    for (std::uint32_t i = 0; i < 20'000; i += 4) rows.push_back({block, i});
  }
  CHECK_FALSE(packing.is_due(15'000));
  REQUIRE(packing.is_due(rows.size() / 2));
  std::vector<kept_row*> living;
  for (auto& one : rows) living.push_back(&one);
  packing.pack(living, *layout);
  CHECK(old.expired());
  CHECK_FALSE(packing.is_due(rows.size()));
  CHECK(packing.bytes(*layout) == rows.size() * 32);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    REQUIRE(core::changelog::text_of(rows[i].at(0), rows[i].row) == std::to_string(4 * i));
    REQUIRE(core::changelog::text_of(rows[i].at(1), rows[i].row) == (4 * i % 7 == 0 ? "null" : std::to_string(4 * i)));
  }
}
