#pragma once
// Joins rows whose event times lie within bounds: left.time + lower <= right.time <= left.time + upper. Inner pairs
// come out at once; an outer row without a partner when no partner can come any more (Flink's TimeIntervalJoin).

#include "core/join/join_plan.hpp"

namespace core::join {

struct interval_join_plan {
  join_plan join{};
  std::array<std::size_t, 2> times{}; ///< Event time column of each side.
  std::int64_t lower_ms = 0;
  std::int64_t upper_ms = 0;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_interval_join(const interval_join_plan& plan);

} // namespace core::join
