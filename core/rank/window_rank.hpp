#pragma once
// Window Top-N and window de-duplication: of each key and window the rows ranked `from` to `to`, put out when the
// window ends. A row of a window that has fired is late.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/rank/row_order.hpp"
#include "core/window/attached_window.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::rank {

struct window_rank_plan {
  window::attached_window window{};
  std::vector<std::size_t> keys{}; ///< PARTITION BY without the window's columns; empty = one for all rows.
  std::vector<order_column> order{};
  std::uint64_t from = 1;
  std::uint64_t to = 1;
  bool later_wins_ties = false; ///< De-duplication that keeps the last row: of equal rows the one that came later.
  bool with_number = false;     ///< The rank is a column of the output.
  schema_ptr input{};
  schema_ptr output{}; ///< The input's columns, then the rank as BIGINT NOT NULL when `with_number`.
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_window_rank(const window_rank_plan& plan);

} // namespace core::rank
