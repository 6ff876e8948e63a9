#pragma once
// The watermark of something with several inputs: the least of its live inputs' (Flink's StatusWatermarkValve). Idle inputs hold nothing back, ended ones
// stand at the end of time. The combined value never moves back. One thread (its owner's).

#include <cstdint>
#include <vector>

#include "core/time.hpp"

namespace core::watermark {

class watermark_combiner {
public:
  /// All inputs live, without a watermark yet.
  explicit watermark_combiner(std::uint32_t inputs);

  /// The input has sent up to this watermark: it is live (again). A smaller value than before changes nothing but the liveness.
  void update(std::uint32_t input, event_time_ms watermark);
  void set_idle(std::uint32_t input);
  void end(std::uint32_t input);

  /// The combined watermark.
  [[nodiscard]] event_time_ms minimum() const noexcept { return minimum_; }
  /// The least watermark of the other inputs that are neither idle nor ended, but never less than the combined one has been; end_of_time
  /// when there is no such input.
  [[nodiscard]] event_time_ms minimum_of_others(std::uint32_t input) const;
  [[nodiscard]] event_time_ms latest(std::uint32_t input) const { return inputs_[input].watermark; }
  [[nodiscard]] bool is_idle(std::uint32_t input) const { return inputs_[input].state == input_state::idle; }

private:
  enum class input_state : std::uint8_t { live, idle, ended };
  struct input_watermark {
    event_time_ms watermark = no_watermark;
    input_state state = input_state::live;
  };

  void combine();

  std::vector<input_watermark> inputs_;
  event_time_ms minimum_ = no_watermark;
};

} // namespace core::watermark
