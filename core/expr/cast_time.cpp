// Casts between dates, times and timestamps.
#include <algorithm>

#include "core/expr/cast_job.hpp"
#include "core/time.hpp"

namespace core::expr {

namespace {

constexpr std::int64_t day_ms = 86'400'000;

std::int64_t days_to_ms(std::int64_t days) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(days) * static_cast<std::uint64_t>(day_ms));
}
std::int64_t ms_of_day(std::int64_t ms) { return ms - floor_div(ms, day_ms) * day_ms; }

/// Runs `rule(ms)` over the whole numbers.
template <class Rule>
void each_number(cast_job& job, Rule rule) {
  job.each([&](std::uint32_t row) { job.to.ints[row] = rule(job.from.ints[row]); });
}

/// Between TIMESTAMP and TIMESTAMP_LTZ, and to another precision of the same.
void stamp_to_stamp(cast_job& job) {
  const bool from_local = job.from.type.kind == type_kind::timestamp_ltz;
  const bool to_local = job.to.type.kind == type_kind::timestamp_ltz;
  const int digits = job.to.type.precision;
  job.each([&](std::uint32_t row) {
    stamp value{job.from.ints[row], job.from.nanos.empty() ? 0 : job.from.nanos[row]};
    if (from_local && !to_local) value.ms = job.zone->to_local(value.ms);
    cut_fraction(value, digits);
    job.to.ints[row] = !from_local && to_local ? job.zone->to_utc(value.ms) : value.ms;
    if (value.nanos == 0) return;
    if (job.to.nanos.empty()) job.to.nanos.assign(job.to.rows, 0);
    job.to.nanos[row] = value.nanos;
  });
}

void stamp_to_date(cast_job& job) {
  if (job.from.type.kind == type_kind::timestamp_ltz) {
    return each_number(job, [&](std::int64_t ms) { return floor_div(job.zone->to_local(ms), day_ms); });
  }
  // Flink cuts towards zero here, so that 1969-12-31 23:59 is 1970-01-01: the golden cases hold us to it.
  each_number(job, [](std::int64_t ms) { return ms / day_ms; });
}

void stamp_to_time(cast_job& job) {
  const bool local = job.from.type.kind == type_kind::timestamp_ltz;
  const int digits = job.to.type.precision;
  each_number(job, [&](std::int64_t ms) { return cut_ms(ms_of_day(local ? job.zone->to_local(ms) : ms), digits); });
}

} // namespace

std::int64_t cut_ms(std::int64_t ms, int digits) {
  constexpr std::int64_t units[] = {1000, 100, 10, 1};
  if (digits >= 3) return ms;
  return floor_div(ms, units[digits]) * units[digits];
}

void cut_fraction(stamp& value, int digits) {
  constexpr std::int32_t units[] = {1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
  value.ms = cut_ms(value.ms, digits);
  value.nanos = digits <= 3 ? 0 : value.nanos - value.nanos % units[std::min(digits, 9) - 3];
}

cast_loop cast_from_time(const data_type& from, const data_type& to) {
  const bool local = to.kind == type_kind::timestamp_ltz;
  if (is_timestamp(from.kind)) {
    if (is_timestamp(to.kind)) return stamp_to_stamp;
    if (to.kind == type_kind::date) return stamp_to_date;
    return to.kind == type_kind::time ? stamp_to_time : nullptr;
  }
  if (from.kind == type_kind::date && is_timestamp(to.kind)) {
    if (!local) return [](cast_job& job) { each_number(job, days_to_ms); };
    return
        [](cast_job& job) { each_number(job, [&](std::int64_t days) { return job.zone->to_utc(days_to_ms(days)); }); };
  }
  if (from.kind == type_kind::time) {
    if (to.kind == type_kind::timestamp)
      return [](cast_job& job) { each_number(job, [](std::int64_t ms) { return ms; }); };
    if (local) return [](cast_job& job) { each_number(job, [&](std::int64_t ms) { return job.zone->to_utc(ms); }); };
    if (to.kind == type_kind::time) {
      return
          [](cast_job& job) { each_number(job, [&](std::int64_t ms) { return cut_ms(ms, job.to.type.precision); }); };
    }
  }
  return nullptr;
}

} // namespace core::expr
