#pragma once
// Going on without a stored state: what was open when a run stopped is computed again from the rows that are still in
// the log. Says for which plans that gives the same results, and keeps for each partition the offset to read again
// from. Pure.

#include <cstdint>
#include <deque>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/time.hpp"

namespace core::plan {

/// For each source, how far behind the watermark a row may lie that an open window still needs, in milliseconds.
/// Fails, naming the stage and why, where the open state of the plan is more than the rows of open windows.
[[nodiscard]] result<std::vector<std::int64_t>> replay_spans(const pipeline_plan& plan);

/// Which offsets of one partition hold which times. One thread at a time.
class replay_log {
public:
  /// Records from `first_offset` on, none with a time later than `latest_time`, were sent; offsets ascend.
  void note(std::int64_t first_offset, event_time_ms latest_time);
  /// The first offset behind which all records with a time after `after` lie; `position` where there is none. Forgets
  /// what lies before it: `after` never goes back.
  [[nodiscard]] std::int64_t first_needed(event_time_ms after, std::int64_t position);
  [[nodiscard]] std::size_t size() const { return pieces_.size(); }

private:
  struct piece {
    std::int64_t first_offset = 0;
    event_time_ms latest_time = no_watermark;
  };
  void thin_out();

  std::deque<piece> pieces_{};
};

} // namespace core::plan
