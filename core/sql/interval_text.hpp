#pragma once
// The texts inside INTERVAL literals. Pure functions; any thread.

#include <cstdint>
#include <string_view>

#include "core/error.hpp"

namespace core::sql {

struct interval_amount {
  bool months = false;
  std::int64_t value = 0; ///< Months or milliseconds.
};

[[nodiscard]] bool is_interval_unit(std::string_view upper);
/// `DAY TO SECOND` is one, `MONTH TO DAY` is not.
[[nodiscard]] bool is_interval_range(std::string_view first, std::string_view last);

/// Reads `1 02:03:04.567` as `DAY TO SECOND`. The first field may have `digits_max` digits; behind the millisecond the
/// fraction is cut, as Flink does.
[[nodiscard]] result<interval_amount> read_interval(std::string_view text, std::string_view unit, int digits_max);

} // namespace core::sql
