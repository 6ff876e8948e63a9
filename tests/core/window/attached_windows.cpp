#include "core/window/attached_windows.hpp"

#include "tests/core/group/changelog.hpp"

using namespace core;
using namespace core::window;

namespace {

constexpr std::int64_t hour = 3'600'000;

std::vector<std::int64_t> ends_through(attached_windows<int>& windows, event_time_ms watermark) {
  std::vector<std::int64_t> made;
  windows.advance(watermark, [&](const window_bounds& bounds, int) { made.push_back(bounds.end); });
  return made;
}

} // namespace

TEST_CASE("windows close in the order of their ends, at their last millisecond") {
  attached_windows<int> windows("");
  windows.at({30, 10}) = 1;
  windows.at({20, 10}) = 2;
  windows.at({20, 0}) = 3;
  CHECK(windows.all().size() == 3);
  CHECK(!windows.is_due(18));
  CHECK(windows.is_due(19));
  CHECK(ends_through(windows, 18).empty());
  CHECK(ends_through(windows, 19) == std::vector<std::int64_t>{20, 20});
  CHECK(windows.clock() == 19);
  CHECK(ends_through(windows, 100) == std::vector<std::int64_t>{30});
  CHECK(windows.all().empty());
}

TEST_CASE("a window that has fired takes no more rows") {
  attached_windows<int> windows("UTC");
  CHECK(!windows.is_late({20, 10}));
  (void)ends_through(windows, 19);
  CHECK(windows.is_late({20, 10}));
  CHECK(!windows.is_late({21, 10}));
}

TEST_CASE("the clock never goes back") {
  attached_windows<int> windows("");
  (void)ends_through(windows, 50);
  (void)ends_through(windows, 10);
  CHECK(windows.clock() == 50);
}

TEST_CASE("what is flushed is late from then on, and forgotten when its time has passed") {
  attached_windows<int> windows("");
  windows.at({20, 10}) = 7;
  int flushed = 0;
  windows.flush([&](const window_bounds&, int value) { flushed += value; });
  CHECK(flushed == 7);
  CHECK(windows.all().empty());
  CHECK(windows.is_late({20, 10}));
  CHECK(!windows.is_late({20, 0}));
  CHECK(windows.clock() == no_watermark);
  (void)ends_through(windows, 19);
  CHECK(windows.is_late({20, 10}));
}

TEST_CASE("bounds are the wall clock of the zone, watermarks are instants") {
  attached_windows<int> windows("Asia/Tokyo");
  windows.at({9 * hour, 0}) = 1;
  CHECK(windows.zone() != nullptr);
  CHECK(windows.fires_at({9 * hour, 0}) == -1);
  CHECK(ends_through(windows, -2).empty());
  CHECK(ends_through(windows, -1) == std::vector<std::int64_t>{9 * hour});
  CHECK(attached_windows<int>("").zone() == nullptr);
}

TEST_CASE("a row's window is what its columns say") {
  using changelog::layout_of;
  const auto rows = changelog::batch_of(layout_of({"k", "tstart", "tend"}), {{{1, 10, 20}}, {{1, 20, 30}}});
  const auto bounds = bounds_of(*rows, {.start = 1, .end = 2}, 1);
  CHECK(bounds.start == 20);
  CHECK(bounds.end == 30);
}
