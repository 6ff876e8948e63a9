#pragma once
// GROUP BY key, window_start, window_end over rows that carry their window. A window fires when the watermark reaches
// its last millisecond; a row of a window that has fired is late.

#include <memory>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/window/attached_window.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::window {

struct attached_aggregate_plan {
  attached_window window{};
  std::vector<std::size_t> keys{}; ///< Input columns, without the window's.
  std::vector<agg::aggregate_call> calls{};
  schema_ptr input{};
  /// The keys in order, window_start, window_end, window_time (TIMESTAMP or TIMESTAMP_LTZ: end - 1 ms), the calls.
  schema_ptr output{};
  std::size_t output_rows_max = batch_rows_max;
  bool sort_output = false; ///< As in window_aggregate_plan.
};

[[nodiscard]] result<std::unique_ptr<keyed_operator>> make_attached_aggregate(const attached_aggregate_plan& plan);

} // namespace core::window
