#include "core/window/window_grid.hpp"

#include <algorithm>
#include <numeric>

namespace core::window {

namespace {

std::int64_t floor_to(std::int64_t value, std::int64_t offset, std::int64_t step) {
  return floor_div(value - offset, step) * step + offset;
}

std::int64_t held(std::int64_t local) { return std::clamp(local, -local_time_max, local_time_max); }

} // namespace

window_grid::window_grid(const window_spec& checked) : spec_(checked) {
  const auto zone = time_zone::find(spec_.time_zone.empty() ? "UTC" : spec_.time_zone);
  WEIR_ENSURE(zone.has_value(), "check_window has found the zone");
  if (!(*zone)->is_utc()) zone_ = *zone;
  switch (spec_.kind) {
  case window_kind::hop:
    step_ms_ = spec_.slide_ms;
    slice_ms_ = std::gcd(spec_.size_ms, spec_.slide_ms);
    end_offset_ms_ = spec_.offset_ms + spec_.size_ms;
    break;
  case window_kind::cumulate:
    step_ms_ = spec_.slide_ms;
    slice_ms_ = spec_.slide_ms;
    end_offset_ms_ = spec_.offset_ms;
    break;
  default:
    step_ms_ = spec_.size_ms;
    slice_ms_ = spec_.size_ms;
    end_offset_ms_ = spec_.offset_ms;
  }
}

std::int64_t window_grid::to_local(event_time_ms time) const {
  return held(zone_ == nullptr ? time : zone_->to_local(time));
}

std::int64_t window_grid::slice_start(std::int64_t local) const {
  return floor_to(held(local), spec_.offset_ms, slice_ms_);
}

std::int64_t window_grid::floor_end(std::int64_t local) const {
  return floor_to(held(local), end_offset_ms_, step_ms_);
}

std::int64_t window_grid::first_end(std::int64_t slice_start) const {
  const auto end = slice_start + slice_ms_;
  const auto below = floor_end(end);
  return below == end ? end : below + step_ms_;
}

std::int64_t window_grid::last_end(std::int64_t slice_start) const {
  switch (spec_.kind) {
  case window_kind::hop: return floor_to(slice_start, spec_.offset_ms, spec_.slide_ms) + spec_.size_ms;
  case window_kind::cumulate: return floor_to(slice_start, spec_.offset_ms, spec_.size_ms) + spec_.size_ms;
  default: return slice_start + spec_.size_ms;
  }
}

std::int64_t window_grid::start_of(std::int64_t end) const {
  if (spec_.kind == window_kind::cumulate) return floor_to(end - 1, spec_.offset_ms, spec_.size_ms);
  return end - spec_.size_ms;
}

/// The wall clock just behind the gap that `local` lies in (a time that no clock shows).
std::int64_t window_grid::end_of_gap(std::int64_t local) const {
  const auto missing = [&](std::int64_t time) { return zone_->to_local(zone_->to_utc(time)) != time; };
  auto shown = zone_->to_local(zone_->to_utc(local));
  while (shown - local > 1) {
    const auto middle = local + (shown - local) / 2;
    if (missing(middle))
      local = middle;
    else
      shown = middle;
  }
  return shown;
}

event_time_ms window_grid::fires_at(std::int64_t end) const {
  if (zone_ == nullptr) return end - 1;
  // Judged by the last millisecond inside: where the clock goes back right at the end, nothing can come after the
  // change.
  const auto last = end - 1;
  const auto moment = zone_->to_utc_latest(last);
  if (zone_->to_local(moment) == last) return moment;
  return zone_->to_utc(end_of_gap(last)) -
         1; // No clock shows the end: the window is complete when the clock jumps over it.
}

std::int64_t window_grid::fired_through(event_time_ms watermark) const {
  if (watermark == end_of_time) return all_fired;
  if (watermark <= -local_time_max) return none_fired;
  auto end = floor_end(to_local(watermark) + 1);
  if (zone_ == nullptr) return end;
  // Near a change of the clock the guess is off by the change: search within a day and a half.
  constexpr std::int64_t reach_ms = std::int64_t{36} * 3600 * 1000;
  if (fires_at(end) <= watermark && fires_at(end + step_ms_) > watermark) return end;
  std::int64_t low = -(reach_ms / step_ms_) - 2; // fires_at(end + low * step) <= watermark
  std::int64_t high = -low;
  while (high - low > 1) {
    const auto middle = low + (high - low) / 2;
    if (fires_at(end + middle * step_ms_) <= watermark)
      low = middle;
    else
      high = middle;
  }
  return end + low * step_ms_;
}

event_time_ms window_grid::next_fire(std::int64_t fired) const {
  if (fired == none_fired) return no_watermark + 1;
  if (fired == all_fired) return end_of_time;
  return fires_at(fired + step_ms_);
}

std::int64_t window_grid::late_before(std::int64_t fired) const {
  if (fired == none_fired || fired == all_fired) return fired;
  switch (spec_.kind) {
  case window_kind::hop: return fired - spec_.size_ms + spec_.slide_ms;
  case window_kind::cumulate: return floor_to(fired, spec_.offset_ms, spec_.size_ms);
  default: return fired;
  }
}

} // namespace core::window
