#include "core/window/keyed_operator.hpp"

#include "tests/core/window/stream.hpp"

using namespace core;
using namespace core::stream;

TEST_CASE("an operator over windows needs no wall clock, delays no watermark and holds its open windows") {
  const auto plan = plan_of(tumble(10), count_and_sum());
  const auto made = window::make_window_aggregate(plan).value();
  window::keyed_operator& one = *made;
  one.set_clock(1'000'000);
  CHECK(one.open_window_count() == 0);
  CHECK(one.watermark_behind(7) == 7);
  CHECK(one.watermark_behind(no_watermark) == no_watermark);

  window::keyed_batch sent;
  sent.rows = batch_of({{.key = "a", .time = 1}, {.key = "b", .time = 2}, {.key = "b", .time = 12}});
  sent.keys = encode_keys(*sent.rows, {0});
  sent.event_times = {1, 2, 12};
  sent.watermarks_before = {no_watermark, no_watermark, no_watermark};
  const std::vector<std::uint32_t> all{0, 1, 2};
  window::operator_output out;
  one.add({&sent, all, end_of_time}, out);
  CHECK(one.open_window_count() == 3);
  CHECK(one.held_groups() == 3);
}
