// Top-N and de-duplication over changing tables. The sequences of changes written out here are Flink 2.3's own.
#include "core/rank/ranked_keys.hpp"

#include <algorithm>
#include <map>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

constexpr auto gone = row_kind::remove;

/// id, k, v, t: the N greatest v of each k.
rank::updating_rank_plan top(std::uint64_t from, std::uint64_t to, bool with_number, bool taken_back = false) {
  rank::updating_rank_plan made;
  made.keys = {1};
  made.order = {{2, true, false}};
  made.from = from;
  made.to = to;
  made.with_number = with_number;
  const strings names{"id", "k", "v", "t"};
  made.input = layout_of(names, taken_back);
  auto out = names;
  if (with_number) out.push_back("number");
  made.output = layout_of(out, true);
  return made;
}

std::vector<event> ten_rows() {
  std::vector<event> made;
  for (const auto& values : std::vector<row>{{1, 1, 10, 1000},
                                             {2, 1, 30, 2000},
                                             {3, 2, 5, 2000},
                                             {4, 1, 20, 1500},
                                             {5, 1, 30, 3000},
                                             {6, 2, 5, 1000},
                                             {7, 1, 30, 3000},
                                             {8, 3, 1, 9000},
                                             {9, 1, 40, 4000},
                                             {10, 2, 50, 2000}})
    made.push_back({values});
  return made;
}

/// Kinds, ids and numbers only.
strings short_lines(const strings& lines, bool with_number) {
  strings made;
  for (const auto& line : lines) {
    const auto id = line.substr(0, line.find(' ', 3));
    made.push_back(with_number ? id + line.substr(line.rfind(' ')) : id);
  }
  return made;
}

strings changes(const rank::updating_rank_plan& plan, const std::vector<event>& events, std::size_t most = 100) {
  auto made = std::move(*rank::make_updating_rank(plan));
  return run(*made, {{plan.input, plan.keys}}, events, most).rows;
}

} // namespace

TEST_CASE("without the number rows enter and leave") {
  CHECK(short_lines(changes(top(1, 2, false), ten_rows()), false) == strings{"+I 1", "+I 2", "+I 3", "-D 1", "+I 4",
                                                                             "-D 4", "+I 5", "+I 6", "+I 8", "-D 5",
                                                                             "+I 9", "-D 6", "+I 10"});
}

TEST_CASE("with the number every shift is an update") {
  CHECK(short_lines(changes(top(1, 3, true), ten_rows()), true) ==
        strings{"+I 1 1", "-U 1 1", "+U 2 1", "+I 1 2", "+I 3 1", "-U 1 2",  "+U 4 2", "+I 1 3", "-U 4 2",
                "+U 5 2", "-U 1 3", "+U 4 3", "+I 6 2", "-U 4 3", "+U 7 3",  "+I 8 1", "-U 2 1", "+U 9 1",
                "-U 5 2", "+U 2 2", "-U 7 3", "+U 5 3", "-U 3 1", "+U 10 1", "-U 6 2", "+U 3 2", "+I 6 3"});
}

TEST_CASE("ranks that do not begin at 1 shift even without the number") {
  CHECK(short_lines(changes(top(2, 3, false), ten_rows()), false) ==
        strings{"+I 1", "-U 1", "+U 4", "+I 1", "-U 4", "+U 5", "-U 1", "+U 4", "+I 6", "-U 4", "+U 7", "-U 5", "+U 2",
                "-U 7", "+U 5", "-U 6", "+U 3", "+I 6"});
}

namespace {

/// Sums by key as they change: 10, 40, b 5, 60, 90, b 10, 120, c 1, 160, b 60. The key is the id.
std::vector<event> changing_sums() {
  std::vector<event> made;
  std::map<std::int64_t, std::int64_t> sums;
  for (const auto& one : ten_rows()) {
    const auto key = *one.values[1];
    if (const auto known = sums.find(key); known != sums.end())
      made.push_back({{key, 0, known->second, 0}, row_kind::update_before});
    sums[key] += *one.values[2];
    made.push_back({{key, 0, sums[key], 0}, sums[key] == *one.values[2] ? row_kind::insert : row_kind::update_after});
  }
  return made;
}

} // namespace

TEST_CASE("rows taken back make room for the next") {
  strings made;
  for (const auto& line : changes(top(1, 2, false, true), changing_sums()))
    made.push_back(line.substr(0, line.size() - 2));
  CHECK(made == strings{"+I 1 0 10", "-D 1 0 10",  "+I 1 0 40", "+I 2 0 5",  "-D 1 0 40",  "+I 1 0 60",  "-D 1 0 60",
                        "+I 1 0 90", "-D 2 0 5",   "+I 2 0 10", "-D 1 0 90", "+I 1 0 120", "-D 1 0 120", "+I 3 0 1",
                        "-D 3 0 1",  "+I 1 0 160", "-D 2 0 10", "+I 3 0 1",  "-D 3 0 1",   "+I 2 0 60"});
}

TEST_CASE("rows taken back move the others up") {
  CHECK(short_lines(changes(top(1, 2, true, true), changing_sums()), true) ==
        strings{"+I 1 1", "-D 1 1", "+I 1 1", "+I 2 2", "-U 1 1", "+U 2 1", "-D 2 2", "-U 2 1", "+U 1 1",
                "+I 2 2", "-U 1 1", "+U 2 1", "-D 2 2", "-U 2 1", "+U 1 1", "+I 2 2", "-D 2 2", "+I 2 2",
                "-U 1 1", "+U 2 1", "-D 2 2", "-U 2 1", "+U 1 1", "+I 2 2", "-U 1 1", "+U 2 1", "-U 2 2",
                "+U 3 2", "-U 2 1", "+U 1 1", "-U 3 2", "+U 2 2", "-U 2 2", "+U 3 2", "-U 3 2", "+U 2 2"});
}

TEST_CASE("de-duplication by event time keeps the last row, of equal times the later one") {
  auto plan = top(1, 1, false);
  plan.order = {{3, true, false}};
  plan.later_wins_ties = true;
  CHECK(short_lines(changes(plan, ten_rows()), false) == strings{"+I 1", "-U 1", "+U 2", "+I 3", "-U 2", "+U 5", "-U 5",
                                                                 "+U 7", "+I 8", "-U 7", "+U 9", "-U 3", "+U 10"});
}

TEST_CASE("de-duplication by event time may correct the first row") {
  auto plan = top(1, 1, false);
  plan.order = {{3, false, true}};
  plan.keep_first_row = true;
  CHECK(short_lines(changes(plan, ten_rows()), false) == strings{"+I 1", "+I 3", "-U 3", "+U 6", "+I 8"});
}

TEST_CASE("by arrival the first row stays, or the last one follows") {
  auto plan = top(1, 1, false);
  plan.order.clear();
  plan.by_arrival = true;
  plan.keep_first_row = true;
  plan.output = plan.input;
  const std::vector<event> events{{{1, 1, 1, 1}}, {{2, 1, 1, 1}}, {{2, 1, 1, 1}}, {{3, 2, 1, 1}}};
  CHECK(changes(plan, events) == strings{"1 1 1 1", "3 2 1 1"});
  plan.keep_first_row = false;
  plan.last_arrival = true;
  plan.output = layout_of({"id", "k", "v", "t"}, true);
  CHECK(short_lines(changes(plan, events), false) == strings{"+I 1", "-U 1", "+U 2", "+I 3"});
  plan.state_ttl_ms = 1'000; // readers must see that the row lives on
  CHECK(short_lines(changes(plan, events), false) == strings{"+I 1", "-U 1", "+U 2", "-U 2", "+U 2", "+I 3"});
}

TEST_CASE("no rank, no rows") {
  CHECK(changes(top(1, 0, false), ten_rows()).empty());
  CHECK(changes(top(3, 2, true), ten_rows()).empty());
}

TEST_CASE("a key not written for its time to live begins anew") {
  auto plan = top(1, 1, false, true);
  plan.state_ttl_ms = 100;
  auto made = std::move(*rank::make_updating_rank(plan));
  const std::vector<side_shape> sides{{plan.input, plan.keys}};
  made->set_clock(1'000);
  CHECK(run(*made, sides, {{{1, 1, 5, 0}}, {{2, 2, 5, 0}}}, 9).rows.size() == 2);
  made->set_clock(1'099);
  CHECK(run(*made, sides, {{{3, 1, 4, 0}}}).rows.empty());
  made->set_clock(1'100);
  CHECK(run(*made, sides, {{{4, 2, 1, 0}}}).rows == strings{"+I 4 2 1 0"});
  CHECK(made->held_groups() == 3);
  made->set_clock(1'300);
  CHECK(made->held_groups() == 0);
  CHECK(run(*made, sides, {{{3, 1, 4, 0}, gone}}).rows.empty());
}

TEST_CASE("a table of ranks knows no windows and no time") {
  const auto plan = top(1, 2, false);
  auto made = std::move(*rank::make_updating_rank(plan));
  CHECK(advance(*made, end_of_time).empty());
  CHECK(flush(*made).empty());
  CHECK(made->open_windows(1).empty());
  CHECK(made->open_window_count() == 0);
  CHECK(made->layout() == plan.output);
}

TEST_CASE("any input in any cut: consistent changes that add up to the first rows of each key") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    std::mt19937_64 random(seed);
    const bool taken_back = seed % 2 == 0;
    const auto from = 1 + random() % 3;
    auto plan = top(from, from + random() % 4, seed % 3 == 0, taken_back);
    plan.order.push_back({3, false, true});
    plan.output_rows_max = 1 + seed % 5;
    std::vector<event> events;
    std::vector<row> living;
    for (std::int64_t i = 0; i < 120; ++i) {
      if (taken_back && !living.empty() && random() % 5 < 2) {
        const auto taken = living[random() % living.size()];
        events.push_back({taken, random() % 2 == 0 ? gone : row_kind::update_before});
        living.erase(std::ranges::find(living, taken)); // of equal rows the one that came first
        continue;
      }
      const auto some = [&](std::uint64_t most) -> value {
        if (random() % 7 == 0) return std::nullopt;
        return static_cast<std::int64_t>(random() % most);
      };
      living.push_back({taken_back ? static_cast<std::int64_t>(random() % 3) : i, some(3), some(5), some(3)});
      events.push_back({living.back()});
    }
    const auto one_by_one = changes(plan, events, 1);
    auto cut = std::move(*rank::make_updating_rank(plan));
    REQUIRE(run(*cut, {{plan.input, plan.keys}}, events, 20, seed).rows == one_by_one);
    std::map<value, std::vector<row>> keys;
    for (const auto& one : living) keys[one[1]].push_back(one);
    std::multiset<std::string> expected;
    for (auto& [key, rows] : keys) {
      std::ranges::stable_sort(rows, [](const row& a, const row& b) {
        if (a[2] != b[2]) return !b[2] || (a[2] && *a[2] > *b[2]);
        return a[3] < b[3]; // NULL first
      });
      for (auto i = plan.from - 1; i < std::min<std::size_t>(plan.to, rows.size()); ++i) {
        std::string line;
        for (const auto& one : rows[i]) line += (line.empty() ? "" : " ") + (one ? std::to_string(*one) : "null");
        expected.insert(plan.with_number ? line + " " + std::to_string(i + 1) : line);
      }
    }
    REQUIRE(table_of(one_by_one) == expected);
  }
}

TEST_CASE("rows that are ranked out leave no memory behind") {
  const auto plan = top(1, 3, false);
  auto made = std::move(*rank::make_updating_rank(plan));
  std::vector<event> events;
  for (std::int64_t i = 0; i < 60'000; ++i) events.push_back({{i, 1, i, 0}});
  const auto lines = run(*made, {{plan.input, plan.keys}}, events, 4096).rows;
  CHECK(table_of(lines) == std::multiset<std::string>{"59997 1 59997 0", "59998 1 59998 0", "59999 1 59999 0"});
  CHECK(made->held_groups() == 3);
  CHECK(made->state_bytes() < 1'000'000);
}
