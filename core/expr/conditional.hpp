#pragma once
// CASE and COALESCE: each branch runs only for the rows that reach it, so that a guarded division never fails.
// Immutable; any thread.

#include "core/expr/expression.hpp"

namespace core::expr {

struct bound_branch {
  expression_ptr when; ///< BOOLEAN
  expression_ptr then; ///< Of the result's type.
};

/// `otherwise` may be null: NULL. All values are of `type` (but for nullable).
[[nodiscard]] expression_ptr make_case(std::vector<bound_branch> branches, expression_ptr otherwise,
                                       const data_type& type);
[[nodiscard]] expression_ptr make_coalesce(std::vector<expression_ptr> values, const data_type& type);

} // namespace core::expr
