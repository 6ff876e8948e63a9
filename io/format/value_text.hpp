#pragma once
// Values that JSON and CSV write alike. Pure functions; each says how much room it may need.

#include "core/data/column.hpp"
#include "core/plan/plan.hpp"
#include "io/format/byte_writer.hpp"

namespace io {

/// DECIMAL: stripped as BigDecimal, or with all digits.
void put_decimal(byte_writer& to, core::int128 value, int scale, bool plain);
/// A moment as a number of an epoch unit, with the fraction it needs.
void put_epoch(byte_writer& to, std::int64_t ms, std::int32_t nanos, core::plan::time_format unit);
/// The nanoseconds of a timestamp column behind its milliseconds.
[[nodiscard]] inline std::int32_t nanos_at(const core::column& from, std::size_t row) {
  return from.nanos.empty() ? 0 : from.nanos[row];
}

} // namespace io
