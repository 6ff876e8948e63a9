#pragma once
// The clock of something with several inputs: the least watermark of those that count. Owned by one shard or
// coordinator; one thread. It never moves back, whatever its inputs do.

#include <cstddef>
#include <vector>

#include "core/time.hpp"

namespace core::watermark {

class watermark_combiner {
public:
  explicit watermark_combiner(std::size_t inputs) : inputs_(inputs) {}
  /// The combined watermark begins at `start`: an earlier run has come so far.
  watermark_combiner(std::size_t inputs, event_time_ms start) : inputs_(inputs), combined_(start) {}

  /// The input's watermark is at least `watermark`; an idle input counts again. True if the combined watermark moved.
  bool update(std::size_t input, event_time_ms watermark);
  /// The input holds nothing back until its next `update`. True if the combined watermark moved.
  bool set_idle(std::size_t input);
  /// The input counts again with the watermark it had, without moving the combined one back.
  void set_active(std::size_t input);
  /// The input has ended: its watermark is `end_of_time` for ever. True if the combined watermark moved.
  bool end(std::size_t input);
  /// A further input; it holds the combined watermark where it is until it says something.
  std::size_t add_input();
  /// All are idle and the clock carries the watermark on to the newest of theirs (or further). True if it moved.
  bool advance_idle(event_time_ms watermark);

  [[nodiscard]] event_time_ms combined() const noexcept { return combined_; }
  /// The least over all inputs but `input`: what rows of `input` are judged by besides their own. `end_of_time` when
  /// there is no other that counts.
  [[nodiscard]] event_time_ms others(std::size_t input) const noexcept;
  /// No live input is active (and at least one has not ended).
  [[nodiscard]] bool all_idle() const noexcept;
  [[nodiscard]] bool all_ended() const noexcept;
  [[nodiscard]] bool is_idle(std::size_t input) const noexcept { return inputs_[input].idle; }
  [[nodiscard]] event_time_ms of(std::size_t input) const noexcept { return inputs_[input].watermark; }
  /// The greatest watermark of any input that has not ended.
  [[nodiscard]] event_time_ms newest() const noexcept;
  /// An input that holds the combined watermark where it is; `size()` when none does.
  [[nodiscard]] std::size_t slowest() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return inputs_.size(); }

private:
  struct state {
    event_time_ms watermark = no_watermark;
    bool idle = false;
    bool ended = false;
    [[nodiscard]] bool counts() const noexcept { return !idle && !ended; }
  };
  bool combine();

  std::vector<state> inputs_;
  event_time_ms combined_ = no_watermark;
};

} // namespace core::watermark
