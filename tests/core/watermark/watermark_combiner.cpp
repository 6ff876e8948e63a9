#include "core/watermark/watermark_combiner.hpp"

#include <random>

#include "tests/support/catch.hpp"

using core::end_of_time;
using core::no_watermark;
using core::watermark::watermark_combiner;

TEST_CASE("the combined watermark is the least of all inputs") {
  watermark_combiner clocks(2);
  CHECK(clocks.size() == 2);
  CHECK_FALSE(clocks.update(0, 100));
  CHECK(clocks.combined() == no_watermark);
  CHECK(clocks.update(1, 50));
  CHECK(clocks.combined() == 50);
  CHECK(clocks.slowest() == 1);
  CHECK(clocks.newest() == 100);
  CHECK(clocks.update(1, 200));
  CHECK(clocks.combined() == 100);
  CHECK(clocks.slowest() == 0);
}

TEST_CASE("an input's watermark never moves back") {
  watermark_combiner clocks(1);
  CHECK(clocks.update(0, 100));
  CHECK_FALSE(clocks.update(0, 60));
  CHECK(clocks.of(0) == 100);
  CHECK(clocks.combined() == 100);
}

TEST_CASE("an idle input holds nothing back and moves nothing back when it returns") {
  watermark_combiner clocks(2);
  (void)clocks.update(0, 100);
  (void)clocks.update(1, 10);
  CHECK(clocks.set_idle(1));
  CHECK(clocks.is_idle(1));
  CHECK(clocks.combined() == 100);
  CHECK_FALSE(clocks.update(1, 20));
  CHECK_FALSE(clocks.is_idle(1));
  CHECK(clocks.combined() == 100);
  CHECK(clocks.others(0) == 20);
  CHECK_FALSE(clocks.update(0, 300));
  CHECK(clocks.combined() == 100);
  CHECK(clocks.update(1, 150));
  CHECK(clocks.combined() == 150);
}

TEST_CASE("an input that is active again counts before it says anything") {
  watermark_combiner clocks(2);
  (void)clocks.update(0, 100);
  (void)clocks.set_idle(1);
  clocks.set_active(1);
  CHECK_FALSE(clocks.update(0, 200));
  CHECK(clocks.combined() == 100);
}

TEST_CASE("when all inputs are idle the clock stays, unless it is carried on") {
  watermark_combiner clocks(2);
  (void)clocks.update(0, 100);
  (void)clocks.update(1, 10);
  CHECK_FALSE(clocks.advance_idle(500));
  CHECK_FALSE(clocks.set_idle(0));
  CHECK_FALSE(clocks.set_idle(1));
  CHECK(clocks.all_idle());
  CHECK(clocks.combined() == 10);
  CHECK(clocks.slowest() == 2);
  CHECK(clocks.advance_idle(clocks.newest()));
  CHECK(clocks.combined() == 100);
  CHECK_FALSE(clocks.advance_idle(90));
  CHECK_FALSE(clocks.update(1, 20));
  CHECK(clocks.combined() == 100);
  CHECK_FALSE(clocks.all_idle());
}

TEST_CASE("an ended input counts as the end of time") {
  watermark_combiner clocks(2);
  (void)clocks.update(0, 100);
  (void)clocks.update(1, 10);
  CHECK(clocks.end(1));
  CHECK(clocks.combined() == 100);
  CHECK_FALSE(clocks.update(1, 20));
  CHECK_FALSE(clocks.set_idle(1));
  CHECK_FALSE(clocks.is_idle(1));
  CHECK(clocks.of(1) == end_of_time);
  CHECK(clocks.others(0) == end_of_time);
  CHECK(clocks.others(1) == 100);
  CHECK_FALSE(clocks.all_ended());
  CHECK(clocks.end(0));
  CHECK(clocks.all_ended());
  CHECK_FALSE(clocks.all_idle());
  CHECK(clocks.combined() == end_of_time);
}

TEST_CASE("an ended input beside an idle one leaves the clock to the idle one") {
  watermark_combiner clocks(2);
  (void)clocks.update(0, 100);
  (void)clocks.set_idle(1);
  CHECK(clocks.combined() == 100);
  CHECK_FALSE(clocks.end(0));
  CHECK(clocks.all_idle());
  CHECK(clocks.combined() == 100);
}

TEST_CASE("a new input holds the clock where it is") {
  watermark_combiner clocks(1);
  (void)clocks.update(0, 100);
  CHECK(clocks.add_input() == 1);
  CHECK_FALSE(clocks.update(0, 200));
  CHECK(clocks.combined() == 100);
  CHECK(clocks.update(1, 150));
  CHECK(clocks.combined() == 150);
}

TEST_CASE("whatever happens, the combined watermark never moves back and never passes an active input's") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto inputs = 1 + random() % 4;
    watermark_combiner all(inputs);
    auto before = all.combined();
    for (int step = 0; step < 100; ++step) {
      const auto input = random() % inputs;
      const auto what = random() % 20;
      bool moved = false;
      if (what == 0)
        moved = all.set_idle(input);
      else if (what == 1 && step > 80)
        moved = all.end(input);
      else
        moved = all.update(input, static_cast<core::event_time_ms>(random() % 1000));
      CHECK(moved == (all.combined() > before));
      CHECK(all.combined() >= before);
      if (const auto slow = all.slowest(); moved && slow < inputs) CHECK(all.combined() <= all.of(slow));
      before = all.combined();
    }
  }
}
