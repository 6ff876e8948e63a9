#include "core/over/over_aggregate.hpp"

#include <algorithm>
#include <map>

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

agg::aggregate_call call_of(agg::function what, int argument) {
  agg::aggregate_call made;
  made.what = what;
  made.argument = argument;
  made.argument_type = int64_type();
  made.result_type = int64_type();
  return made;
}

over::over_call aggregate(agg::function what, int argument) {
  over::over_call made;
  made.aggregate = call_of(what, argument);
  made.result_type = int64_type();
  return made;
}

over::over_call plain(over::over_function what) {
  over::over_call made;
  made.what = what;
  made.result_type = int64_type();
  return made;
}

/// k, t (event time), v; then one column per call.
over::over_plan plan_of(std::vector<over::over_call> calls, bool in_rows, std::optional<std::int64_t> preceding) {
  over::over_plan made;
  made.keys = {0};
  made.time_column = 1;
  made.in_rows = in_rows;
  made.preceding = preceding;
  made.calls = std::move(calls);
  made.input = layout_of({"k", "t", "v"});
  auto output = *made.input;
  for (std::size_t i = 0; i < made.calls.size(); ++i)
    output.fields.push_back({"c" + std::to_string(i), made.calls[i].result_type});
  made.output = std::make_shared<const schema>(std::move(output));
  return made;
}

event at(value key, event_time_ms time, value v, event_time_ms watermark) {
  return {{key, time, v}, row_kind::insert, 0, time, watermark};
}

std::vector<side_shape> sides() { return {{layout_of({"k", "t", "v"}), {0}}}; }

strings sorted(strings lines) {
  std::ranges::sort(lines);
  return lines;
}

/// All that comes out of events that are in order enough, whatever the cut.
strings all_of(const over::over_plan& plan, const std::vector<event>& events, std::size_t most, std::uint64_t seed) {
  auto made = std::move(*over::make_over(plan));
  auto out = run(*made, sides(), events, most, seed).rows;
  for (auto& line : advance(*made, end_of_time)) out.push_back(std::move(line));
  return sorted(std::move(out));
}

} // namespace

TEST_CASE("rows come out when the watermark has passed them, with the rows of their frame") {
  auto made = std::move(
      *over::make_over(plan_of({aggregate(agg::function::count_star, -1), aggregate(agg::function::sum, 2)}, true, 1)));
  const auto first =
      run(*made, sides(), {at(1, 10, 5, no_watermark), at(1, 30, 7, 0), at(2, 20, 1, 0), at(1, 20, 6, 15)}, 9);
  CHECK(first.rows == strings{"1 10 5 1 5"});
  CHECK(advance(*made, 20) == strings{"2 20 1 1 1", "1 20 6 2 11"});
  CHECK(made->held_groups() == 3);
  CHECK(flush(*made) == strings{"1 30 7 2 13"});
  CHECK(made->rows_added() == 4);
  CHECK(made->open_window_count() == 0);
  CHECK(made->open_windows(9).empty());
}

TEST_CASE("a row that is not after what came out for its key is late") {
  auto made = std::move(*over::make_over(plan_of({aggregate(agg::function::count_star, -1)}, true, 2)));
  (void)run(*made, sides(), {at(1, 10, 5, no_watermark), at(2, 50, 5, no_watermark)});
  (void)advance(*made, 40);
  // Behind the watermark, but after 10: key 1 has put out nothing later. Key 2 has put out nothing at all.
  const auto next = run(*made, sides(), {at(1, 10, 1, 40), at(1, 11, 2, 40), at(2, 5, 3, 40)});
  CHECK(next.late == std::vector<event_time_ms>{10});
  CHECK(advance(*made, 60) == strings{"2 5 3 1", "1 11 2 2", "2 50 5 2"});
}

TEST_CASE("without bounds every row behind the watermark is late") {
  auto made = std::move(*over::make_over(plan_of({aggregate(agg::function::sum, 2)}, false, std::nullopt)));
  (void)run(*made, sides(), {at(1, 10, 5, no_watermark)});
  (void)advance(*made, 40);
  CHECK(run(*made, sides(), {at(2, 40, 1, 40), at(2, 41, 1, 40)}).late == std::vector<event_time_ms>{40});
  CHECK(advance(*made, 50) == strings{"2 41 1 1"});
}

TEST_CASE("by RANGE rows of one time see each other") {
  const std::vector<event> events{at(1, 10, 5, no_watermark), at(1, 10, 7, no_watermark), at(1, 14, 1, no_watermark),
                                  at(1, 16, 2, no_watermark)};
  CHECK(all_of(plan_of({aggregate(agg::function::sum, 2)}, false, 4), events, 9, 0) ==
        sorted({"1 10 5 12", "1 10 7 12", "1 14 1 13", "1 16 2 3"}));
  CHECK(all_of(plan_of({aggregate(agg::function::sum, 2)}, false, std::nullopt), events, 9, 0) ==
        sorted({"1 10 5 12", "1 10 7 12", "1 14 1 13", "1 16 2 15"}));
}

TEST_CASE("numbers and ranks go by time") {
  const auto plan = plan_of({plain(over::over_function::row_number), plain(over::over_function::rank),
                             plain(over::over_function::dense_rank)},
                            false, std::nullopt);
  CHECK(all_of(plan, {at(1, 10, 5, no_watermark), at(1, 10, 7, no_watermark), at(1, 14, 1, no_watermark)}, 9, 0) ==
        sorted({"1 10 5 1 1 1", "1 10 7 2 1 1", "1 14 1 3 3 2"}));
}

TEST_CASE("LAG gives an earlier row's value, NULL or its default where there is none") {
  over::over_call lag = plain(over::over_function::lag);
  lag.column = 2;
  lag.distance = 2;
  auto otherwise = lag;
  otherwise.otherwise = 0;
  const std::vector<event> events{at(9, 10, 5, no_watermark), at(9, 20, std::nullopt, no_watermark),
                                  at(9, 30, 7, no_watermark), at(9, 40, 8, no_watermark)};
  CHECK(all_of(plan_of({lag, otherwise}, false, std::nullopt), events, 9, 0) ==
        sorted({"9 10 5 null 9", "9 20 null null 9", "9 30 7 5 5", "9 40 8 null null"}));
}

TEST_CASE("ordered by arrival, rows come out at once") {
  auto plan = plan_of({aggregate(agg::function::count_star, -1)}, true, std::nullopt);
  plan.by_arrival = true;
  auto made = std::move(*over::make_over(plan));
  CHECK(run(*made, sides(), {at(1, 10, 5, no_watermark), at(1, 5, 7, no_watermark)}).rows ==
        strings{"1 10 5 1", "1 5 7 2"});
}

TEST_CASE("keys of a RANGE with a distance are forgotten half a distance after their last frame") {
  auto made = std::move(*over::make_over(plan_of({aggregate(agg::function::count_star, -1)}, false, 10)));
  (void)run(*made, sides(), {at(1, 100, 5, no_watermark)});
  (void)advance(*made, 115);
  CHECK(made->held_groups() == 1);
  CHECK(made->state_bytes() > 0);
  (void)advance(*made, 116);
  CHECK(made->held_groups() == 0);
  CHECK(made->state_bytes() == 0);
  // What came out last is forgotten as well: an older row of the key is taken again.
  CHECK(run(*made, sides(), {at(1, 90, 5, 116)}).late.empty());
}

TEST_CASE("output is cut into batches of the size asked for") {
  auto plan = plan_of({aggregate(agg::function::count_star, -1)}, true, 1);
  plan.output_rows_max = 2;
  auto made = std::move(*over::make_over(plan));
  (void)run(*made, sides(), {at(1, 10, 5, no_watermark), at(1, 20, 7, no_watermark), at(1, 30, 7, no_watermark)}, 9);
  window::operator_output out;
  made->advance(end_of_time, out);
  CHECK(out.rows.size() == 2);
}

TEST_CASE("aggregates over a frame are those of the rows in it, however rows are cut into batches") {
  std::mt19937_64 random(11);
  const auto whole = [&](std::uint64_t below) { return static_cast<std::int64_t>(random() % below); };
  for (int round = 0; round < 40; ++round) {
    const bool in_rows = round % 2 == 0;
    const auto distance = whole(6);
    const auto plan =
        plan_of({aggregate(agg::function::count_star, -1), aggregate(agg::function::max, 2)}, in_rows, distance);
    std::vector<event> events;
    std::map<std::int64_t, std::vector<event>> of_key;
    event_time_ms time = 0;
    for (int i = 0; i < 60; ++i) {
      time += whole(3);
      events.push_back(at(whole(3), time, whole(5) == 0 ? value() : whole(50), no_watermark));
      of_key[*events.back().values[0]].push_back(events.back());
    }
    strings expected;
    for (const auto& [key, rows] : of_key)
      for (std::size_t i = 0; i < rows.size(); ++i) {
        std::int64_t count = 0;
        value most;
        for (std::size_t j = 0; j < rows.size(); ++j) {
          const bool in = in_rows ? j <= i && i - j <= static_cast<std::size_t>(distance)
                                  : rows[j].time <= rows[i].time && rows[j].time >= rows[i].time - distance;
          if (!in) continue;
          ++count;
          if (rows[j].values[2]) most = std::max(most.value_or(*rows[j].values[2]), *rows[j].values[2]);
        }
        const auto shown = [](const value& one) { return one ? std::to_string(*one) : std::string("null"); };
        expected.push_back(shown(key) + " " + std::to_string(rows[i].time) + " " + shown(rows[i].values[2]) + " " +
                           std::to_string(count) + " " + shown(most));
      }
    std::ranges::sort(expected);
    CHECK(all_of(plan, events, 1, 0) == expected);
    CHECK(all_of(plan, events, 17, random() | 1U) == expected);
  }
}
