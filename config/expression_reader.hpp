#pragma once
// SQL expressions in a user's file: parsed with every place counted in the file, then bound to the columns known there.
// Used while one file is read.

#include <set>
#include <string>
#include <string_view>

#include "config/complaints.hpp"
#include "core/expr/expression.hpp"
#include "core/sql/syntax.hpp"

namespace config {

/// The columns that expressions may name. `broken` are columns that a complaint was already made about: what refers to
/// them is passed over in silence.
struct row_scope {
  core::schema_ptr columns{};
  std::string time_zone = "UTC";
  std::set<std::string, std::less<>> broken{};
};

/// Null after a complaint. All places in the tree are places of the file.
[[nodiscard]] core::sql::syntax_ptr read_expression(const node& value, std::string_view name, complaints& into);

[[nodiscard]] bool refers_to_broken(const core::sql::expression_syntax& syntax, const row_scope& scope);

/// Null after a complaint, and when the expression refers to something broken.
[[nodiscard]] core::expr::expression_ptr bind_expression(const core::sql::syntax_ptr& syntax, const row_scope& scope,
                                                         complaints& into);
/// Likewise; complains when it is no condition.
[[nodiscard]] core::expr::expression_ptr bind_condition(const core::sql::syntax_ptr& syntax, std::string_view name,
                                                        const row_scope& scope, complaints& into);

/// The index of a column named in the file, or a complaint (unless it is broken) and nothing.
[[nodiscard]] std::optional<std::size_t> find_column(const node& name, const row_scope& scope, complaints& into,
                                                     std::string_view hint);

} // namespace config
