#pragma once
// Gives the names and operators of a parsed expression their meaning. Lives for one `bind`; one thread.

#include "core/expr/expression.hpp"
#include "core/sql/syntax.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

using bound = result<expression_ptr>;

class binder {
public:
  binder(const scope& names, const time_zone& zone) : names_(names), zone_(&zone) {}

  /// Errors without a place get the node's.
  [[nodiscard]] bound bind(const sql::expression_syntax& syntax);

  // One for each kind of node: binder.cpp, binder_names.cpp, binder_operators.cpp, binder_calls.cpp.
  bound operator()(const sql::literal_syntax& node);
  bound operator()(const sql::column_syntax& node);
  bound operator()(const sql::unary_syntax& node);
  bound operator()(const sql::binary_syntax& node);
  bound operator()(const sql::between_syntax& node);
  bound operator()(const sql::in_syntax& node);
  bound operator()(const sql::like_syntax& node);
  bound operator()(const sql::case_syntax& node);
  bound operator()(const sql::cast_syntax& node);
  bound operator()(const sql::call_syntax& node);
  bound operator()(const sql::array_syntax& node);
  bound operator()(const sql::map_syntax& node);
  bound operator()(const sql::row_syntax& node);
  bound operator()(const sql::element_syntax& node);
  bound operator()(const sql::field_syntax& node);
  bound operator()(const sql::subquery_syntax& node);
  bound operator()(const sql::table_syntax& node);

private:
  using bound_list = result<std::vector<expression_ptr>>;

  bound_list bind_all(const std::vector<sql::syntax_ptr>& items);
  /// Bound and BOOLEAN, or an error that names the operator.
  bound bind_boolean(const sql::syntax_ptr& item, std::string_view what);
  bound bind_text(const sql::syntax_ptr& item, std::string_view what);
  /// Two row constructors are compared field by field.
  bound compare_rows(const sql::row_syntax& a, const sql::row_syntax& b);
  bound rows_in(const sql::row_syntax& value, const sql::in_syntax& node);
  result<std::size_t> find_column(const std::vector<sql::name_part>& parts, std::size_t& used) const;
  error unknown_column(const std::vector<sql::name_part>& parts) const;
  /// The field of a ROW by its name.
  bound bind_field(expression_ptr value, const sql::name_part& field);
  /// Functions that choose between their arguments; nothing when it is none of them.
  std::optional<bound> bind_choice(const sql::call_syntax& node, std::vector<expression_ptr>& arguments);
  bound choose(expression_ptr condition, expression_ptr yes, expression_ptr no, std::string_view what);

  const scope& names_;
  const time_zone* zone_;
};

/// A literal as a constant. `negative`: a minus stands in front of a number.
[[nodiscard]] bound bind_literal(const sql::literal_syntax& node, bool negative);

} // namespace core::expr
