#include "core/over/time_sort.hpp"

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

namespace {

over::time_sort_plan plan_of() {
  over::time_sort_plan made;
  made.time_column = 0;
  made.then = {{1, true, false}};
  made.layout = layout_of({"t", "v"});
  return made;
}

event at(event_time_ms time, value v, event_time_ms watermark) {
  return {{time, v}, row_kind::insert, 0, time, watermark};
}

std::vector<side_shape> sides() { return {{layout_of({"t", "v"}), {}}}; }

} // namespace

TEST_CASE("rows come out by time and then by the other columns, once the watermark has passed them") {
  auto made = std::move(*over::make_time_sort(plan_of()));
  CHECK(run(*made, sides(),
            {at(30, 1, no_watermark), at(10, 2, no_watermark), at(10, 5, no_watermark),
             at(10, std::nullopt, no_watermark)},
            9)
            .rows.empty());
  CHECK(made->held_groups() == 4);
  CHECK(made->state_bytes() > 0);
  CHECK(advance(*made, 10) == strings{"10 5", "10 2", "10 null"});
  CHECK(flush(*made) == strings{"30 1"});
  CHECK(made->state_bytes() == 0);
  CHECK(made->rows_added() == 4);
  CHECK(made->open_windows(3).empty());
}

TEST_CASE("a row is late when its time is not after what came out last") {
  auto made = std::move(*over::make_time_sort(plan_of()));
  (void)run(*made, sides(), {at(10, 1, no_watermark)});
  (void)advance(*made, 40);
  const auto next = run(*made, sides(), {at(10, 2, 40), at(20, 3, 40)});
  CHECK(next.late == std::vector<event_time_ms>{10});
  CHECK(advance(*made, 41) == strings{"20 3"});
}

TEST_CASE("the order does not depend on how rows are cut into batches") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 30; ++round) {
    std::vector<event> events;
    event_time_ms seen = no_watermark;
    for (int i = 0; i < 50; ++i) {
      const auto time = static_cast<event_time_ms>(i * 3 + static_cast<int>(random() % 20));
      events.push_back(at(time, static_cast<std::int64_t>(random() % 9), seen));
      seen = std::max(seen, time - 10);
    }
    const auto all = [&](std::size_t most, std::uint64_t seed) {
      auto made = std::move(*over::make_time_sort(plan_of()));
      auto out = run(*made, sides(), events, most, seed);
      for (auto& line : flush(*made)) out.rows.push_back(std::move(line));
      return out;
    };
    CHECK(all(1, 0) == all(13, random() | 1U));
  }
}
