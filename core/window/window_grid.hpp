#pragma once
// The arithmetic of TUMBLE, HOP and CUMULATE: where windows start and end on the wall clock of their zone, and which of
// them a watermark has passed. All of them end on a regular grid, and every row lies in one slice. Plain value; any
// thread.

#include <cstdint>

#include "core/error.hpp"
#include "core/time.hpp"
#include "core/time_zone.hpp"
#include "core/window/window_spec.hpp"

namespace core::window {

/// Wall-clock times beyond this are held at it, so that sums of times never wrap (146 million years).
inline constexpr std::int64_t local_time_max = std::int64_t{1} << 62;
/// No window end has fired yet; every one has.
inline constexpr std::int64_t none_fired = no_watermark;
inline constexpr std::int64_t all_fired = end_of_time;

class window_grid {
public:
  /// `checked` has passed `check_window` and is no session.
  explicit window_grid(const window_spec& checked);

  [[nodiscard]] std::int64_t to_local(event_time_ms time) const;
  [[nodiscard]] bool is_utc() const noexcept { return zone_ == nullptr; }
  [[nodiscard]] const time_zone* zone() const noexcept { return zone_; }

  /// Width of the slices that windows are put together from.
  [[nodiscard]] std::int64_t slice_ms() const noexcept { return slice_ms_; }
  [[nodiscard]] std::int64_t size_ms() const noexcept { return spec_.size_ms; }
  /// Distance of window ends.
  [[nodiscard]] std::int64_t step_ms() const noexcept { return step_ms_; }
  [[nodiscard]] std::int64_t slices_per_window() const noexcept { return spec_.size_ms / slice_ms_; }
  [[nodiscard]] std::int64_t slice_start(std::int64_t local) const;

  /// Ends of the first and last window that hold this slice.
  [[nodiscard]] std::int64_t first_end(std::int64_t slice_start) const;
  [[nodiscard]] std::int64_t last_end(std::int64_t slice_start) const;
  [[nodiscard]] std::int64_t start_of(std::int64_t end) const;

  /// The watermark that closes the window with this end: the last moment that shows a time before the end. Grows with
  /// the end.
  [[nodiscard]] event_time_ms fires_at(std::int64_t end) const;
  /// The greatest end that this watermark closes.
  [[nodiscard]] std::int64_t fired_through(event_time_ms watermark) const;
  /// The least watermark that closes more than `fired`.
  [[nodiscard]] event_time_ms next_fire(std::int64_t fired) const;
  /// Rows before this wall-clock time are late when all ends up to `fired` have fired.
  [[nodiscard]] std::int64_t late_before(std::int64_t fired) const;

private:
  [[nodiscard]] std::int64_t floor_end(std::int64_t local) const;
  [[nodiscard]] std::int64_t end_of_gap(std::int64_t local) const;

  window_spec spec_;
  const time_zone* zone_ = nullptr; ///< Null: UTC.
  std::int64_t slice_ms_ = 0;
  std::int64_t step_ms_ = 0;
  std::int64_t end_offset_ms_ = 0;
};

} // namespace core::window
