#pragma once
// Calls with OVER in a SELECT list. Pure functions.

#include <vector>

#include "core/sql/query_syntax.hpp"

namespace core::query {

[[nodiscard]] bool has_over(const sql::expression_syntax& from);
/// Every call with OVER in the tree.
void collect_over(const sql::syntax_ptr& from, std::vector<sql::syntax_ptr>& to);
/// The OVER clause of a call, `OVER name` looked up among the query's WINDOW definitions.
[[nodiscard]] result<sql::over_syntax> over_of(const sql::call_syntax& call, const sql::select_syntax& select,
                                               text_place place);
/// Two clauses describe the same window.
[[nodiscard]] bool same_window(const sql::over_syntax& a, const sql::over_syntax& b);

} // namespace core::query
