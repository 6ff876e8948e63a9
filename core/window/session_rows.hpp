#pragma once
// The SESSION table function without an aggregation: rows wait until their session ends, then come out with its bounds.
// Rows keep the order in which they came within a session.

#include <memory>
#include <vector>

#include "core/window/keyed_operator.hpp"
#include "core/window/window_spec.hpp"

namespace core::window {

struct session_rows_plan {
  window_spec window{};            ///< kind session
  std::vector<std::size_t> keys{}; ///< PARTITION BY; empty = one for all rows.
  std::size_t time_column = 0;
  schema_ptr input{};
  /// The input's columns, then window_start, window_end TIMESTAMP(3), window_time (type of the event time).
  schema_ptr output{};
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<keyed_operator>> make_session_rows(const session_rows_plan& plan);

} // namespace core::window
