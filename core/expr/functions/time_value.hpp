#pragma once
// Reads dates and times of any type as milliseconds. Pure; any thread.

#include "core/data/column.hpp"
#include "core/expr/functions/time_unit.hpp"
#include "core/time.hpp"
#include "core/time_zone.hpp"

namespace core::expr::functions {

/// Milliseconds since 1970, or of the day for a TIME.
[[nodiscard]] inline std::int64_t time_ms(const column& from, std::size_t row) {
  return from.type.kind == type_kind::date ? from.ints[row] * day_ms : from.ints[row];
}

[[nodiscard]] inline std::int32_t time_nanos(const column& from, std::size_t row) {
  return from.nanos.empty() ? 0 : from.nanos[row];
}

/// The wall clock: a TIMESTAMP_LTZ is seen in `zone`.
[[nodiscard]] inline std::int64_t wall_ms(const column& from, std::size_t row, const time_zone& zone) {
  const auto ms = time_ms(from, row);
  return from.type.kind == type_kind::timestamp_ltz ? zone.to_local(ms) : ms;
}

/// The moment of a wall clock as java.util.Calendar resolves it: where the clock shows a time twice, the later moment.
[[nodiscard]] inline std::int64_t calendar_to_utc(const time_zone& zone, std::int64_t local_ms) {
  const auto latest = zone.to_utc_latest(local_ms);
  return zone.to_local(latest) == local_ms ? latest : zone.to_utc(local_ms);
}

} // namespace core::expr::functions
