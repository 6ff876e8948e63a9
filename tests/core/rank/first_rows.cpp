#include "core/rank/first_rows.hpp"

#include <map>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

/// k, t (event time), v.
rank::updating_rank_plan plan_of() {
  rank::updating_rank_plan made;
  made.keys = {0};
  made.order = {{1, false, true}};
  made.input = layout_of({"k", "t", "v"});
  made.output = made.input;
  return made;
}

event at(std::int64_t key, event_time_ms time, std::int64_t v, event_time_ms watermark) {
  return {{key, time, v}, row_kind::insert, 0, time, watermark};
}

std::vector<side_shape> sides() { return {{plan_of().input, {0}}}; }

} // namespace

TEST_CASE("the first row of a key comes out when the watermark has passed it, and only that one") {
  auto made = std::move(*rank::make_updating_rank(plan_of()));
  const auto empty = made->state_bytes();
  const auto first = run(*made, sides(),
                         {at(1, 50, 1, no_watermark), at(1, 40, 2, 10), at(1, 40, 3, 10), at(2, 45, 4, 20),
                          at(1, 9, 5, 20), at(1, 41, 6, 40)},
                         9);
  CHECK(first.rows == strings{"1 40 2"});
  CHECK(first.late == std::vector<event_time_ms>{9});
  CHECK(advance(*made, 44).empty());
  CHECK(made->held_groups() == 2);
  CHECK(made->state_bytes() > empty);
  CHECK(flush(*made) == strings{"2 45 4"});
  CHECK(run(*made, sides(), {at(2, 44, 7, 44)}).rows.empty());
  CHECK(made->rows_added() == 6);
  CHECK(made->open_windows(9).empty());
  CHECK(made->open_window_count() == 0);
  CHECK(made->layout()->fields.size() == 3);
}

TEST_CASE("a row of the watermark's own time still counts until the watermark moves on") {
  auto made = std::move(*rank::make_updating_rank(plan_of()));
  CHECK(run(*made, sides(), {at(1, 50, 1, 40), at(1, 40, 2, 40)}, 9).rows.empty());
  CHECK(advance(*made, 40).empty());
  CHECK(advance(*made, 41) == strings{"1 40 2"});
}

TEST_CASE("that a key has come out is forgotten after its time to live") {
  auto plan = plan_of();
  plan.state_ttl_ms = 100;
  auto made = std::move(*rank::make_updating_rank(plan));
  made->set_clock(1'000);
  CHECK(run(*made, sides(), {at(1, 10, 1, 0), at(2, 500, 1, 20)}).rows == strings{"1 10 1"});
  made->set_clock(1'060);
  CHECK(made->held_groups() == 2);
  made->set_clock(1'110);
  CHECK(made->held_groups() == 1);
  CHECK(run(*made, sides(), {at(1, 30, 2, 20)}).rows.empty());
  CHECK(advance(*made, 1'000) == strings{"1 30 2", "2 500 1"});
}

TEST_CASE("any cut gives the same first rows") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<event> events;
    event_time_ms newest = 0;
    std::map<value, event> first;
    std::map<value, bool> closed;
    for (std::int64_t i = 0; i < 200; ++i) {
      const auto time = static_cast<event_time_ms>(random() % 40) + i;
      const auto watermark = newest - 15;
      newest = std::max(newest, time);
      events.push_back(at(static_cast<std::int64_t>(random() % 20), time, i, watermark));
      for (auto& [key, one] : first) closed[key] = closed[key] || one.time < watermark;
      auto& known = first.try_emplace(events.back().values[0], events.back()).first->second;
      if (time >= watermark && !closed[known.values[0]] && time < known.time) known = events.back();
    }
    auto one = std::move(*rank::make_updating_rank(plan_of()));
    auto cut = std::move(*rank::make_updating_rank(plan_of()));
    auto made = run(*one, sides(), events);
    REQUIRE(run(*cut, sides(), events, 30, seed) == made);
    for (auto& line : flush(*one)) made.rows.push_back(line);
    REQUIRE(made.rows.size() == std::set(made.rows.begin(), made.rows.end()).size());
    if (!made.late.empty()) continue; // the plain reader above knows only rows in time
    for (const auto& [key, row] : first)
      REQUIRE(std::ranges::count(made.rows, std::to_string(*key) + " " + std::to_string(row.time) + " " +
                                                std::to_string(*row.values[2])) == 1);
  }
}
