#pragma once
// Event time and watermarks are milliseconds since 1970-01-01 00:00 UTC in a signed 64-bit number. A watermark w says:
// no row with a time <= w is expected any more. Pure values; any thread.

#include <cstdint>
#include <limits>

namespace core {

using event_time_ms = std::int64_t;

/// The watermark before the first row.
inline constexpr event_time_ms no_watermark = std::numeric_limits<event_time_ms>::min();
/// The watermark at the end of a bounded input: closes every window.
inline constexpr event_time_ms end_of_time = std::numeric_limits<event_time_ms>::max();

/// Floor toward minus infinity (law 1): -1 ms lies in the minute that starts at -60000.
[[nodiscard]] constexpr std::int64_t floor_div(std::int64_t value, std::int64_t by) noexcept {
  const auto quotient = value / by;
  return quotient - ((value % by != 0 && ((value < 0) != (by < 0))) ? 1 : 0);
}

/// `a - b`, held at the smallest number instead of wrapping round.
[[nodiscard]] constexpr std::int64_t saturating_sub(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t out = 0;
  if (__builtin_sub_overflow(a, b, &out)) return b > 0 ? no_watermark : end_of_time;
  return out;
}

[[nodiscard]] constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t out = 0;
  if (__builtin_add_overflow(a, b, &out)) return b > 0 ? end_of_time : no_watermark;
  return out;
}

} // namespace core
