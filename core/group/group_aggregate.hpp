#pragma once
// GROUP BY without a window: the result is a table that changes with each row. Owned by one shard.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/data/row_kind.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::group {

struct group_aggregate_plan {
  std::vector<std::size_t> keys{};          ///< Empty: one group, which exists once a row has come.
  std::vector<agg::aggregate_call> calls{}; ///< Empty: SELECT DISTINCT.
  bool emit_update_before = true; ///< -U rows before +U rows; false when the reader needs only the key (upsert).
  std::int64_t state_ttl_ms = 0;  ///< 0 = for ever.
  schema_ptr input{};             ///< May end with `$kind`: rows are taken back as well.
  schema_ptr output{};            ///< Keys, calls, `$kind`.
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_group_aggregate(const group_aggregate_plan& plan);

} // namespace core::group
