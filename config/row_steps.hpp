#pragma once
// A row program in the making: filters, computed columns and choices of columns, one after the other, each bound to
// what the steps before it left. Used while one file is read.

#include <vector>

#include "config/expression_reader.hpp"
#include "core/plan/row_program.hpp"

namespace config {

class row_steps {
public:
  row_steps(row_scope scope, complaints& into);

  /// `name: expression` pairs: each adds a column or replaces one; later ones see earlier ones.
  void add_transform(const node& mapping);
  /// Adds or replaces one column. False when the expression could not be bound.
  bool add_column(const std::string& name, const core::sql::syntax_ptr& expression);
  void add_filter(core::expr::expression_ptr condition);
  /// A list of names and of `name: expression`: the columns from here on.
  void add_choice(const node& list, std::string_view key);

  [[nodiscard]] const row_scope& scope() const noexcept { return scope_; }
  [[nodiscard]] core::plan::row_program finish() const;

private:
  void project(std::vector<core::expr::expression_ptr> columns, core::schema layout);

  row_scope scope_;
  complaints& into_;
  core::plan::row_program program_{};
};

} // namespace config
