#include "core/window/window_grid.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using window::window_grid;
using window::window_kind;
using window::window_spec;

namespace {
constexpr std::int64_t minute = 60'000;
constexpr std::int64_t hour = 60 * minute;
/// Berlin's clock jumps from 02:00 to 03:00 here, 2024-03-31 01:00 UTC.
constexpr std::int64_t spring = 1'711'846'800'000;
constexpr std::int64_t spring_local = spring + hour; // 02:00, the end before the gap
/// And goes back from 03:00 to 02:00 here, 2024-10-27 01:00 UTC.
constexpr std::int64_t autumn = 1'729'990'800'000;
constexpr std::int64_t autumn_local = autumn + hour; // 02:00

window_grid berlin(window_kind kind, std::int64_t size, std::int64_t slide) {
  return window_grid({kind, size, slide, 0, "Europe/Berlin"});
}
} // namespace

TEST_CASE("a window fires when the watermark is its last millisecond") {
  const window_grid grid({window_kind::tumble, 10'000, 0, 0, ""});
  CHECK(grid.fires_at(10'000) == 9'999);
  CHECK(grid.fired_through(9'998) == 0);
  CHECK(grid.fired_through(9'999) == 10'000);
  CHECK(grid.fired_through(-1) == 0);
  CHECK(grid.fired_through(-2) == -10'000);
  CHECK(grid.next_fire(10'000) == 19'999);
  CHECK(grid.late_before(10'000) == 10'000);
}

TEST_CASE("before the first watermark nothing has fired, at the end of time everything has") {
  const window_grid grid({window_kind::hop, 10'000, 5'000, 0, ""});
  CHECK(grid.fired_through(no_watermark) == window::none_fired);
  CHECK(grid.late_before(window::none_fired) == window::none_fired);
  CHECK(grid.next_fire(window::none_fired) == no_watermark + 1);
  CHECK(grid.fired_through(end_of_time) == window::all_fired);
  CHECK(grid.late_before(window::all_fired) == window::all_fired);
  CHECK(grid.next_fire(window::all_fired) == end_of_time);
}

TEST_CASE("hopping windows are made of slices that fit size and slide") {
  const window_grid grid({window_kind::hop, 10'000, 4'000, 1'000, ""});
  CHECK(grid.slice_ms() == 2'000);
  CHECK(grid.slices_per_window() == 5);
  CHECK(grid.slice_start(8'999) == 7'000);
  CHECK(grid.first_end(7'000) == 11'000);
  CHECK(grid.last_end(7'000) == 15'000);
  CHECK(grid.first_end(9'000) == 11'000);
  CHECK(grid.last_end(9'000) == 19'000);
  CHECK(grid.start_of(15'000) == 5'000);
}

TEST_CASE("a day without an hour ends an hour early") {
  const auto grid = berlin(window_kind::tumble, 24 * hour, 0);
  const auto day_end = spring_local + 22 * hour;
  CHECK(grid.fires_at(day_end) == spring + 21 * hour - 1);
  CHECK(grid.fired_through(spring + 21 * hour - 1) == day_end);
  CHECK(grid.fired_through(spring + 21 * hour - 2) == day_end - 24 * hour);
}

TEST_CASE("a window that ends in the missing hour is complete when the clock jumps over it") {
  const auto grid = berlin(window_kind::hop, 2 * hour, 30 * minute);
  for (const auto end : {spring_local, spring_local + 30 * minute, spring_local + hour})
    CHECK(grid.fires_at(end) == spring - 1);
  CHECK(grid.fires_at(spring_local + 90 * minute) == spring + 30 * minute - 1);
  CHECK(grid.fired_through(spring - 1) == spring_local + hour);
  CHECK(grid.fired_through(spring - 2) == spring_local - 30 * minute);
}

TEST_CASE("a window in the doubled hour fires after its second time") {
  const auto grid = berlin(window_kind::tumble, 30 * minute, 0);
  CHECK(grid.fires_at(autumn_local) == autumn - hour - 1); // nothing shows a time before 02:00 after that
  CHECK(grid.fires_at(autumn_local + 30 * minute) == autumn + 30 * minute - 1);
  CHECK(grid.fires_at(autumn_local + hour) == autumn + hour - 1);
  for (const auto watermark : {autumn - 1, autumn - 30 * minute, autumn + 30 * minute - 2})
    CHECK(grid.fired_through(watermark) == autumn_local);
  CHECK(grid.fired_through(autumn + 30 * minute - 1) == autumn_local + 30 * minute);
}

TEST_CASE("the watermark that fires grows with the window's end, across every change of the clock") {
  const auto grid = berlin(window_kind::hop, hour, 10 * minute);
  for (const auto from : {spring_local, autumn_local}) {
    auto before = grid.fires_at(from - 4 * hour);
    for (auto end = from - 4 * hour + 10 * minute; end < from + 4 * hour; end += 10 * minute) {
      const auto fires = grid.fires_at(end);
      CHECK(fires >= before);
      CHECK(grid.fired_through(fires) >= end);
      if (fires > before) CHECK(grid.fired_through(fires - 1) < end);
      before = fires;
    }
  }
}
