#include "io/kafka/resume_point.hpp"

#include "tests/support/catch.hpp"

using io::kafka::read_resume_point;
using io::kafka::resume_point;
using io::kafka::to_text;

TEST_CASE("a resume point reads as it was written") {
  const resume_point point{0xABCDEF0123456789ULL, 17, 42, -5, {1000, core::no_watermark}};
  CHECK(to_text(point) == "weir1 plan=abcdef0123456789 position=42 watermark=-5 fired=1000,-9223372036854775808");
  const auto read = read_resume_point(to_text(point), 17);
  REQUIRE(read.has_value());
  CHECK(read->plan == point.plan);
  CHECK(read->replay_from == 17);
  CHECK(read->position == 42);
  CHECK(read->watermark == -5);
  CHECK(read->fired == point.fired);
}

TEST_CASE("a resume point may name the checkpoint of its state") {
  const resume_point point{1, 2, 2, 4, {5}, 17};
  CHECK(to_text(point) == "weir1 plan=0000000000000001 position=2 watermark=4 fired=5 checkpoint=17");
  const auto read = read_resume_point(to_text(point), 2);
  REQUIRE(read.has_value());
  CHECK(read->checkpoint == 17);
}

TEST_CASE("a plan without stages has put out nothing") {
  const auto read = read_resume_point(to_text({1, 2, 3, 4, {}}), 2);
  REQUIRE(read.has_value());
  CHECK(read->fired.empty());
}

TEST_CASE("what another program wrote is no resume point") {
  for (const std::string text :
       {"", "flink", "weir1", "weir1 plan=1", "weir1 plan=x position=1 watermark=1 fired=",
        "weir1 plan=1 position=1 watermark=1 fired=a", "weir1 plan=1 position= watermark=1 fired=1"})
    CHECK_FALSE(read_resume_point(text, 0).has_value());
}

TEST_CASE("what a later version adds is passed over") {
  CHECK(read_resume_point("weir1 plan=1 position=2 watermark=3 fired=4 more=5", 0).has_value());
}
