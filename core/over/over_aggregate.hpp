#pragma once
// OVER (PARTITION BY ... ORDER BY event time [ROWS | RANGE BETWEEN n PRECEDING AND CURRENT ROW]): each row comes out
// with aggregates of the rows before it, when the watermark has passed it. A row whose time is not after the last time
// put out for its key is late (Flink's rule).

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::over {

/// LAG(value, distance, otherwise), ROW_NUMBER(), RANK() and DENSE_RANK() by time, next to the aggregates.
enum class over_function : std::uint8_t { aggregate, row_number, lag, rank, dense_rank };
struct over_call {
  over_function what = over_function::aggregate;
  agg::aggregate_call aggregate{}; ///< what = aggregate
  std::size_t column = 0;          ///< lag: of the input.
  std::uint64_t distance = 1;      ///< lag
  int otherwise = -1;              ///< lag: input column of the default, of the result's type; -1 = NULL.
  data_type result_type{};
};

struct over_plan {
  std::vector<std::size_t> keys{}; ///< PARTITION BY; empty = one for all rows.
  std::size_t time_column = 0;
  bool in_rows = false;                    ///< ROWS, else RANGE (rows of equal time see the same frame).
  std::optional<std::int64_t> preceding{}; ///< Rows, or milliseconds; nothing = UNBOUNDED.
  /// ORDER BY processing time: rows come out at once, in order of arrival; RANGE with a distance then goes by
  /// `time_column`.
  bool by_arrival = false;
  std::vector<over_call> calls{};
  schema_ptr input{};
  schema_ptr output{}; ///< The input's columns, then one per call.
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_over(const over_plan& plan);

} // namespace core::over
