#pragma once
// The stateless part of a plan: filters and projections in order, run over a batch where the rows are (at the source
// before routing, in a shard behind its windows). Immutable; any thread.

#include <cstdint>
#include <variant>
#include <vector>

#include "core/expr/expression.hpp"
#include "core/window/window_spec.hpp"

namespace core::plan {

/// Keeps the rows whose condition is TRUE (not FALSE, not NULL).
struct filter_step {
  expr::expression_ptr condition;
};

/// Replaces the columns by one per expression.
struct project_step {
  std::vector<expr::expression_ptr> columns;
  schema_ptr layout;
};

/// A window table function (not SESSION, which needs state): each row once per window that it is in, with window_start,
/// window_end and window_time as further columns.
struct assign_step {
  window::window_spec window{};
  std::size_t time_column = 0;
  /// An aggregation further on assigns the windows itself: rows pass once, and the three columns all hold the event
  /// time.
  bool deferred = false;
  schema_ptr layout{};
};

/// GROUPING SETS: each row once per set, behind its columns copies of the keys (NULL where the set leaves one out) and
/// the number of the set.
struct expand_step {
  std::vector<std::size_t> keys{};
  std::vector<std::vector<bool>> sets{}; ///< For each set, for each key: whether it counts.
  schema_ptr layout{};
};

/// UNNEST: each row once per element of an array or entry of a map, with the element behind its columns (the fields of
/// a ROW one by one, key and value of a map), and the element's number when the layout has room for it.
struct unnest_step {
  expr::expression_ptr value{};
  bool keep_empty = false; ///< LEFT JOIN: a row without elements comes once, with NULLs.
  bool with_ordinality = false;
  schema_ptr layout{};
};

using row_step = std::variant<filter_step, project_step, assign_step, expand_step, unnest_step>;

struct row_program {
  std::vector<row_step> steps{}; ///< Empty = rows pass as they are.
  schema_ptr input{};
  schema_ptr output{};
};

/// What a program made of a batch. `origin[i]` is the input row of output row i (ascending); empty = row i is row i.
struct program_result {
  batch_ptr rows;
  std::vector<std::uint32_t> origin{};
  std::uint64_t filtered = 0;            ///< Rows that a filter left out.
  std::vector<expr::row_fault> faults{}; ///< By input row, ascending: neither in `rows` nor in `filtered`.
};

/// Some step may make several rows of one.
[[nodiscard]] bool multiplies(const row_program& program);

[[nodiscard]] program_result run(const row_program& program, const batch_ptr& input, std::int64_t now_ms);

} // namespace core::plan
