#pragma once
// Top-N and de-duplication without a window: the result is a table that changes with each row. Owned by one shard.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/row_kind.hpp"
#include "core/rank/row_order.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::rank {

struct updating_rank_plan {
  std::vector<std::size_t> keys{}; ///< PARTITION BY; empty = one for all rows.
  std::vector<order_column> order{};
  std::uint64_t from = 1;
  std::uint64_t to = 1;
  /// ORDER BY the event time, first or last row of a key: the input appends and a lesser state is enough.
  bool keep_first_row = false; ///< Output only appends when ordered by arrival (processing time) or when `to` is 1 and
                               ///< the row that came first stays.
  bool by_arrival = false;     ///< ORDER BY processing time: `order` is empty, descending in `last_arrival`.
  bool last_arrival = false;
  bool later_wins_ties = false; ///< De-duplication by event time that keeps the last row.
  bool with_number = false;
  std::int64_t state_ttl_ms = 0; ///< 0 = for ever.
  schema_ptr input{};            ///< May end with `$kind`.
  /// The input's columns without `$kind`, then the rank as BIGINT NOT NULL when `with_number`, then `$kind` unless the
  /// output only appends.
  schema_ptr output{};
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_updating_rank(const updating_rank_plan& plan);

} // namespace core::rank
