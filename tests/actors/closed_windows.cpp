#include "actors/closed_windows.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"

namespace {

using core::event_time_ms;

core::batch_ptr batch_of(const std::vector<std::int64_t>& ends, const std::vector<std::string_view>& keys) {
  auto layout = std::make_shared<core::schema>();
  layout->fields = {{"k", core::string_type()}, {"end", core::int64_type()}};
  auto texts = core::make_column(core::string_type(), keys.size());
  auto times = core::make_column(core::int64_type(), ends.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    texts.texts[i] = keys[i];
    if (keys[i] == "NULL") texts.set_null(i);
    times.ints[i] = ends[i];
  }
  auto made = std::make_shared<core::batch>();
  made->layout = layout;
  made->rows = static_cast<std::uint32_t>(keys.size());
  made->columns = {std::make_shared<const core::column>(std::move(texts)),
                   std::make_shared<const core::column>(std::move(times))};
  return made;
}

} // namespace

TEST_CASE("a window closes at its last millisecond, on the wall clock of its zone") {
  CHECK(actors::fires_at(60'000, *core::time_zone::find("UTC").value()) == 59'999);
  // 2024-03-31 00:00 in Berlin is 23:00 UTC of the day before.
  CHECK(actors::fires_at(1'711'843'200'000, *core::time_zone::find("Europe/Berlin").value()) == 1'711'839'599'999);
}

TEST_CASE("the row that closes a window is the first behind which the watermark suffices") {
  const std::vector<event_time_ms> before{core::no_watermark, 10, 10, 20};
  CHECK(actors::closing_row(before, 30, 5) == 0);
  CHECK(actors::closing_row(before, 30, 10) == 0);
  CHECK(actors::closing_row(before, 30, 11) == 2);
  CHECK(actors::closing_row(before, 30, 25) == 3);
  CHECK(actors::closing_row(before, 30, 31) == 4);
  CHECK(actors::closing_row({}, 30, 5) == 0);
}

TEST_CASE("closed windows of several shards come in order of end, then of the columns, NULL first") {
  const auto merged =
      actors::merge_in_order({batch_of({20, 10, 20}, {"b", "z", "NULL"}), batch_of({20, 10}, {"a", "c"})}, 1);
  REQUIRE(merged->rows == 5);
  const auto& keys = *merged->columns[0];
  CHECK(keys.texts[0] == "c");
  CHECK(keys.texts[1] == "z");
  CHECK(keys.is_null(2));
  CHECK(keys.texts[3] == "a");
  CHECK(keys.texts[4] == "b");
  CHECK(merged->columns[1]->ints == std::vector<std::int64_t>{10, 10, 20, 20, 20});
}

TEST_CASE("no closed windows are no batch") { CHECK(actors::merge_in_order({}, 0) == nullptr); }
