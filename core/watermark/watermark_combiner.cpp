#include "core/watermark/watermark_combiner.hpp"

#include <algorithm>

namespace core::watermark {

bool watermark_combiner::combine() {
  event_time_ms least = end_of_time;
  bool any = false;
  for (const auto& input : inputs_) {
    if (!input.counts()) continue;
    any = true;
    least = std::min(least, input.watermark);
  }
  // When all are idle nobody knows how far time has come: the clock stays where it is. When all have ended, so has
  // time.
  if (!any && !all_ended()) return false;
  if (least <= combined_) return false;
  combined_ = least;
  return true;
}

bool watermark_combiner::update(std::size_t input, event_time_ms watermark) {
  auto& one = inputs_[input];
  if (one.ended) return false;
  one.idle = false;
  one.watermark = std::max(one.watermark, watermark);
  return combine();
}

bool watermark_combiner::set_idle(std::size_t input) {
  if (inputs_[input].ended) return false;
  inputs_[input].idle = true;
  return combine();
}

void watermark_combiner::set_active(std::size_t input) { inputs_[input].idle = false; }

bool watermark_combiner::end(std::size_t input) {
  inputs_[input].ended = true;
  inputs_[input].watermark = end_of_time;
  return combine();
}

std::size_t watermark_combiner::add_input() {
  inputs_.emplace_back();
  return inputs_.size() - 1;
}

bool watermark_combiner::advance_idle(event_time_ms watermark) {
  if (!all_idle() || watermark <= combined_) return false;
  combined_ = watermark;
  return true;
}

event_time_ms watermark_combiner::others(std::size_t input) const noexcept {
  event_time_ms least = end_of_time;
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (i != input && inputs_[i].counts()) least = std::min(least, inputs_[i].watermark);
  return least;
}

bool watermark_combiner::all_idle() const noexcept {
  return !all_ended() && std::none_of(inputs_.begin(), inputs_.end(), [](const auto& one) { return one.counts(); });
}

bool watermark_combiner::all_ended() const noexcept {
  return std::all_of(inputs_.begin(), inputs_.end(), [](const auto& one) { return one.ended; });
}

event_time_ms watermark_combiner::newest() const noexcept {
  event_time_ms most = no_watermark;
  for (const auto& one : inputs_)
    if (!one.ended) most = std::max(most, one.watermark);
  return most;
}

std::size_t watermark_combiner::slowest() const noexcept {
  auto found = inputs_.size();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].counts()) continue;
    if (found == inputs_.size() || inputs_[i].watermark < inputs_[found].watermark) found = i;
  }
  return found;
}

} // namespace core::watermark
