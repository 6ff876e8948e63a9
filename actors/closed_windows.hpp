#pragma once
// Closed windows told apart by what closed them, and put in the order of an answer. Pure.

#include <functional>
#include <span>
#include <vector>

#include "core/data/batch.hpp"
#include "core/time.hpp"
#include "core/time_zone.hpp"

namespace actors {

/// The watermark at which the window of that end closes: its last millisecond. `zone` shows the end.
[[nodiscard]] core::event_time_ms fires_at(std::int64_t end_ms, const core::time_zone& zone);

/// The first of `count` rows behind which the watermark reaches `needed`, by `before` (of each row) and `after` (of the
/// last); `count` when none does.
[[nodiscard]] std::size_t closing_row(std::span<const core::event_time_ms> before, core::event_time_ms after,
                                      core::event_time_ms needed);

/// All rows in one batch in order of the end column, then of the columns from the first. Null when there are none.
[[nodiscard]] core::batch_ptr merge_in_order(const std::vector<core::batch_ptr>& parts, std::size_t end_column);

} // namespace actors
