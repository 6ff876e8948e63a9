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
  collect,
};

struct aggregate_call {
  function what = function::count_star;
  bool distinct = false;
  int argument = -1;           ///< Input column; -1 for COUNT(*).
  int filter = -1;             ///< Boolean input column: only rows where it is TRUE; -1 = all.
  std::string separator = ","; ///< LISTAGG.
  data_type argument_type{};
  data_type result_type{};
};

/// The function of that SQL name (`COUNT`, `STDDEV` = STDDEV_SAMP, `FIRST` = FIRST_VALUE …), case-insensitive.
[[nodiscard]] result<function> function_named(std::string_view name);

/// Flink's result type: SUM(INT) is INT, AVG keeps the type, SUM(DECIMAL(p, s)) is DECIMAL(38, s). Fails for types the
/// function does not take (SUM of a STRING).
[[nodiscard]] result<data_type> result_type(function what, const data_type& argument);

/// Whether two partial states can be merged (hop, cumulate, session need it): not FIRST_VALUE and LAST_VALUE in Flink's
/// SQL.
[[nodiscard]] bool merges_in_flink(function what);

} // namespace core::agg
