#pragma once
// ORDER BY event time, further columns: rows wait until the watermark passes them and come out in order. A row whose
// time is not after what came out last is late (Flink's rule). Runs in one shard.

#include <memory>
#include <vector>

#include "core/rank/row_order.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::over {

struct time_sort_plan {
  std::size_t time_column = 0;
  std::vector<rank::order_column> then{}; ///< Among rows of one time; further ties keep their order of arrival.
  schema_ptr layout{};                    ///< Of input and output.
  std::size_t output_rows_max = batch_rows_max;
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_time_sort(const time_sort_plan& plan);

} // namespace core::over
