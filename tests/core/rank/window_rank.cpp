#include "core/rank/window_rank.hpp"

#include <algorithm>
#include <map>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

/// k, t_start, t_end, v; ranked by v, descending.
rank::window_rank_plan plan_of(std::uint64_t from, std::uint64_t to) {
  rank::window_rank_plan made;
  made.window = {1, 2, ""};
  made.keys = {0};
  made.order = {{3, true, false}};
  made.from = from;
  made.to = to;
  made.with_number = true;
  made.input = layout_of({"k", "t_start", "t_end", "v"});
  made.output = layout_of({"k", "t_start", "t_end", "v", "n"});
  return made;
}

event in(std::int64_t key, event_time_ms start, value v, event_time_ms watermark = no_watermark) {
  return {{key, start, start + 10, v}, row_kind::insert, 0, start, watermark};
}

std::vector<side_shape> sides() { return {{plan_of(1, 1).input, {0}}}; }

} // namespace

TEST_CASE("the first rows of each key come out when their window ends, with their rank") {
  auto made = std::move(*rank::make_window_rank(plan_of(1, 2)));
  (void)run(*made, sides(), {in(1, 0, 5), in(1, 0, 9), in(2, 0, 1), in(1, 0, 7), in(1, 10, 3), in(1, 0, std::nullopt)},
            9);
  CHECK(made->held_groups() == 4);
  CHECK(made->state_bytes() > 0);
  CHECK(made->open_window_count() == 3);
  CHECK(made->open_windows(9).size() == 3);
  CHECK(made->open_windows(1)[0].fires_at == 9);
  CHECK(advance(*made, 8).empty());
  CHECK(advance(*made, 9) == strings{"1 0 10 9 1", "1 0 10 7 2", "2 0 10 1 1"});
  CHECK(run(*made, sides(), {in(1, 0, 99, 9)}).late == std::vector<event_time_ms>{0});
  CHECK(flush(*made) == strings{"1 10 20 3 1"});
  CHECK(run(*made, sides(), {in(1, 10, 4, 9)}).late == std::vector<event_time_ms>{10});
  CHECK(made->state_bytes() == 0);
  CHECK(made->rows_added() == 6);
}

TEST_CASE("ranks may begin behind the first, and the number may be left out") {
  auto plan = plan_of(2, 3);
  plan.with_number = false;
  plan.output = plan.input;
  auto made = std::move(*rank::make_window_rank(plan));
  (void)run(*made, sides(), {in(1, 0, 5), in(1, 0, 9), in(1, 0, 7), in(1, 0, 1)}, 9);
  CHECK(flush(*made) == strings{"1 0 10 7", "1 0 10 5"});
}

TEST_CASE("of equal rows the earlier is first, or the later where asked for") {
  auto plan = plan_of(1, 1);
  plan.order = {{1, false, true}};
  auto made = std::move(*rank::make_window_rank(plan));
  (void)run(*made, sides(), {in(1, 0, 5), in(1, 0, 9)});
  CHECK(flush(*made) == strings{"1 0 10 5 1"});
  plan.later_wins_ties = true;
  made = std::move(*rank::make_window_rank(plan));
  (void)run(*made, sides(), {in(1, 0, 5), in(1, 0, 9)});
  CHECK(flush(*made) == strings{"1 0 10 9 1"});
}

TEST_CASE("the ranks are those of the sorted rows, however rows are cut into batches") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 40; ++round) {
    std::vector<event> events;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<std::int64_t, int>>> groups;
    for (int i = 0; i < 60; ++i) {
      events.push_back(in(static_cast<std::int64_t>(random() % 3), static_cast<std::int64_t>(random() % 3) * 10,
                          static_cast<std::int64_t>(random() % 20)));
      groups[{events.back().time, *events.back().values[0]}].emplace_back(-*events.back().values[3], i);
    }
    strings expected;
    for (auto& [group, rows] : groups) {
      std::ranges::sort(rows);
      for (std::size_t i = 0; i < rows.size() && i < 3; ++i)
        expected.push_back(std::to_string(group.second) + " " + std::to_string(group.first) + " " +
                           std::to_string(group.first + 10) + " " + std::to_string(-rows[i].first) + " " +
                           std::to_string(i + 1));
    }
    std::ranges::sort(expected);
    for (const std::size_t most : {1, 13}) {
      auto made = std::move(*rank::make_window_rank(plan_of(1, 3)));
      (void)run(*made, sides(), events, most, random() | 1U);
      auto out = flush(*made);
      std::ranges::sort(out);
      CHECK(out == expected);
    }
  }
}
