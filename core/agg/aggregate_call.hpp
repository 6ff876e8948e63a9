#pragma once
// One aggregate of a query, bound: which function over which input columns. Types are Flink's.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/data_type.hpp"
#include "core/error.hpp"

namespace core::agg {

enum class function : std::uint8_t {
  count_star,
  count,
  sum,
  min,
  max,
  avg,
  stddev_pop,
  stddev_samp,
  var_pop,
  var_samp,
  first_value,
  last_value,
  listagg,
  // From here on: of no fixed width (held_state.hpp).
  collect,
  array_agg,
  percentile,
  json_arrayagg,
  json_objectagg,
  approx_count_distinct,
  approx_percentile, ///< weir's own
  topk,              ///< weir's own
};

struct aggregate_call {
  function what = function::count_star;
  bool distinct = false;
  int argument = -1;               ///< Input column; -1 for COUNT(*).
  int filter = -1;                 ///< Boolean input column: only rows where it is TRUE; -1 = all.
  std::string separator = ",";     ///< LISTAGG.
  bool ignore_nulls = false;       ///< ARRAY_AGG, which otherwise holds NULLs as well.
  int weight = -1;                 ///< PERCENTILE: integer input column that says how often a value counts; -1 = once.
  std::vector<double> fractions{}; ///< PERCENTILE, APPROX_PERCENTILE: each from 0 to 1; an ARRAY where the result is.
  std::uint64_t count = 0;         ///< TOPK: how many values.
  data_type argument_type{};
  data_type result_type{};
};

/// The function of that SQL name (`COUNT`, `STDDEV` = STDDEV_SAMP, `FIRST` = FIRST_VALUE …), case-insensitive.
[[nodiscard]] result<function> function_named(std::string_view name);

/// Flink's result type: SUM(INT) is INT, AVG keeps the type, SUM(DECIMAL(p, s)) is DECIMAL(38, s). Fails for types the
/// function does not take (SUM of a STRING).
[[nodiscard]] result<data_type> result_type(function what, const data_type& argument);

/// Whether two partial states can be merged (hop, cumulate, session need it): not FIRST_VALUE, LAST_VALUE,
/// JSON_ARRAYAGG and JSON_OBJECTAGG in Flink's SQL.
[[nodiscard]] bool merges_in_flink(function what);

} // namespace core::agg
