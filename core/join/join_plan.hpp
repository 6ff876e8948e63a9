#pragma once
// What all joins of two streams share. Side 0 is the left, side 1 the right (`keyed_batch::side`); rows of both are
// routed by the equal columns of ON, so that what may meet is in one shard.

#include <array>
#include <cstdint>
#include <vector>

#include "core/expr/expression.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::join {

enum class join_kind : std::uint8_t { inner, left, right, full, semi, anti };

struct join_side {
  std::vector<std::size_t> keys{}; ///< Columns of this side, as many as the other's and of the same types.
  schema_ptr layout{};             ///< Without `$kind` unless the join takes updates.
};

struct join_plan {
  join_kind kind = join_kind::inner;
  std::array<join_side, 2> sides{};
  /// Key number i also meets when both are NULL (IS NOT DISTINCT FROM); otherwise a NULL key meets nothing.
  std::vector<bool> nulls_meet{};
  /// What else ON says, over the left's columns and then the right's; null = nothing. A row whose evaluation fails does
  /// not meet.
  expr::expression_ptr condition{};
  /// Left columns, then right ones (all nullable where the other side may be missing); semi and anti: the left only.
  schema_ptr output{};
  std::size_t output_rows_max = batch_rows_max;
};

} // namespace core::join
