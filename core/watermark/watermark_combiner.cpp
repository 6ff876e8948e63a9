#include "core/watermark/watermark_combiner.hpp"

#include <algorithm>

namespace core::watermark {

watermark_combiner::watermark_combiner(std::uint32_t inputs) : inputs_(inputs) {}

void watermark_combiner::update(std::uint32_t input, event_time_ms watermark) {
  auto& one = inputs_[input];
  if (one.state == input_state::ended) return;
  one.state = input_state::live;
  one.watermark = std::max(one.watermark, watermark);
  combine();
}

void watermark_combiner::set_idle(std::uint32_t input) {
  auto& one = inputs_[input];
  if (one.state == input_state::ended) return;
  one.state = input_state::idle;
  combine();
}

void watermark_combiner::end(std::uint32_t input) {
  inputs_[input] = {end_of_time, input_state::ended};
  combine();
}

event_time_ms watermark_combiner::minimum_of_others(std::uint32_t input) const {
  auto least = end_of_time;
  for (std::uint32_t i = 0; i < inputs_.size(); ++i)
    if (i != input && inputs_[i].state == input_state::live) least = std::min(least, inputs_[i].watermark);
  return std::max(least, minimum_);
}

void watermark_combiner::combine() {
  auto least = end_of_time;
  bool all_ended = true;
  bool some_live = false;
  for (const auto& one : inputs_) {
    all_ended = all_ended && one.state == input_state::ended;
    if (one.state != input_state::live) continue;
    some_live = true;
    least = std::min(least, one.watermark);
  }
  // With every input idle (or ended but for idle ones) time stands still: nobody says that it went on.
  if (some_live || all_ended) minimum_ = std::max(minimum_, least);
}

} // namespace core::watermark
