#pragma once
// GROUP BY key and window: the keyed operator behind TUMBLE, HOP, CUMULATE and SESSION aggregations.

#include <memory>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/window/keyed_operator.hpp"
#include "core/window/window_spec.hpp"

namespace core::window {

struct window_aggregate_plan {
  window_spec window{};
  std::vector<std::size_t> keys{}; ///< Input columns of the key; empty = one group for all rows.
  std::vector<agg::aggregate_call> calls{};
  schema_ptr input{};
  /// Output: the keys in order, window_start TIMESTAMP(3), window_end TIMESTAMP(3), window_time (type of the event
  /// time: end - 1 ms), then one column per call. Named by the planner.
  schema_ptr output{};
  std::size_t output_rows_max = batch_rows_max;
  bool sort_output =
      false; ///< Rows of one window in order of their encoded keys (NULL first), else of the groups' first rows.
};

/// Checks the window (positive width, slide <= size, known zone …) and builds the operator, or says what is wrong.
[[nodiscard]] result<std::unique_ptr<keyed_operator>> make_window_aggregate(const window_aggregate_plan& plan);
/// The checks alone.
[[nodiscard]] result<void> check_window(const window_spec& window);

} // namespace core::window
