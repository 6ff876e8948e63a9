#pragma once
// The stateless part of a plan: filters and projections in order, run over a batch where the rows are (at the source
// before routing, in a shard behind its windows). Immutable; any thread.

#include <cstdint>
#include <variant>
#include <vector>

#include "core/expr/expression.hpp"

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

using row_step = std::variant<filter_step, project_step>;

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

[[nodiscard]] program_result run(const row_program& program, const batch_ptr& input, std::int64_t now_ms);

} // namespace core::plan
