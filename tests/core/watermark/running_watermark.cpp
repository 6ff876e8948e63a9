#include "core/watermark/running_watermark.hpp"

#include "tests/support/catch.hpp"

using core::no_watermark;
using core::watermark::running_watermark;

TEST_CASE("the watermark before a row is the largest of the rows before it") {
  running_watermark clock;
  auto candidates = core::make_column(core::timestamp_ltz_type(3), 4);
  candidates.ints = {5, 3, 9, 7};
  std::vector<core::event_time_ms> before{-1};
  clock.add(candidates, before);
  CHECK(before == std::vector<core::event_time_ms>{-1, no_watermark, 5, 5, 9});
  CHECK(clock.current() == 9);
}

TEST_CASE("a NULL moves no watermark") {
  running_watermark clock;
  clock.add(-20);
  clock.add(-30);
  auto candidates = core::make_column(core::timestamp_ltz_type(3), 3);
  candidates.ints = {100, -10, 200};
  candidates.valid = {0, 1, 0};
  std::vector<core::event_time_ms> before;
  clock.add(candidates, before);
  CHECK(before == std::vector<core::event_time_ms>{-20, -20, -10});
  CHECK(clock.current() == -10);
}
