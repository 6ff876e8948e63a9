#include "core/watermark/watermark_combiner.hpp"

#include <random>

#include "tests/support/catch.hpp"

using core::end_of_time;
using core::no_watermark;
using core::watermark::watermark_combiner;

TEST_CASE("the combined watermark is the least of all inputs") {
  watermark_combiner both(2);
  both.update(0, 100);
  CHECK(both.minimum() == no_watermark);
  both.update(1, 40);
  CHECK(both.minimum() == 40);
  CHECK(both.minimum_of_others(0) == 40);
  CHECK(both.minimum_of_others(1) == 100);
  CHECK(both.latest(0) == 100);
}

TEST_CASE("an idle input holds nothing back, and its return never moves the watermark back") {
  watermark_combiner both(2);
  both.update(0, 100);
  both.set_idle(1);
  CHECK(both.is_idle(1));
  CHECK(both.minimum() == 100);
  CHECK(both.minimum_of_others(0) == end_of_time);
  both.update(1, 30);
  CHECK_FALSE(both.is_idle(1));
  CHECK(both.minimum() == 100);
  CHECK(both.minimum_of_others(0) == 100);
  both.update(0, 200);
  CHECK(both.minimum() == 100);
  both.update(1, 150);
  CHECK(both.minimum() == 150);
}

TEST_CASE("with every input idle time stands still") {
  watermark_combiner both(2);
  both.update(0, 100);
  both.update(1, 50);
  both.set_idle(0);
  both.set_idle(1);
  CHECK(both.minimum() == 50);
}

TEST_CASE("an ended input stands at the end of time and stays ended") {
  watermark_combiner both(2);
  both.update(1, 10);
  both.end(0);
  CHECK(both.minimum() == 10);
  both.update(0, 5);
  both.set_idle(0);
  CHECK(both.latest(0) == end_of_time);
  both.end(1);
  CHECK(both.minimum() == end_of_time);
}

TEST_CASE("an idle input beside an ended one does not close what is open") {
  watermark_combiner both(2);
  both.update(0, 10);
  both.update(1, 20);
  both.set_idle(1);
  both.end(0);
  CHECK(both.minimum() == 10);
}

TEST_CASE("whatever happens, the combined watermark never moves back and never passes a live input's latest") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t inputs = 1 + random() % 4;
    watermark_combiner all(inputs);
    auto before = all.minimum();
    for (int step = 0; step < 100; ++step) {
      const auto input = random() % inputs;
      const auto what = random() % 20;
      if (what == 0) all.set_idle(input);
      else if (what == 1 && step > 80) all.end(input);
      else all.update(input, static_cast<core::event_time_ms>(random() % 1000));
      CHECK(all.minimum() >= before);
      before = all.minimum();
    }
  }
}
