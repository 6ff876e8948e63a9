#pragma once
// Rebuilding expression trees: every child replaced, the node itself kept. Pure; any thread.

#include <functional>

#include "core/sql/syntax.hpp"

namespace core::plan {

/// The same node over `change(child)` for each direct child that is not null. OVER clauses and subqueries are kept as
/// they are.
[[nodiscard]] sql::syntax_ptr map_children(const sql::expression_syntax& syntax,
                                           const std::function<sql::syntax_ptr(const sql::syntax_ptr&)>& change);

/// A name of one part.
[[nodiscard]] sql::syntax_ptr column_named(std::string name, text_place place);
/// `left op right`, at the place of `left`.
[[nodiscard]] sql::syntax_ptr binary(sql::binary_operator op, sql::syntax_ptr left, sql::syntax_ptr right);

} // namespace core::plan
