#pragma once
// Expressions as they are written, before any name has a meaning. The parser makes them, the planner splits off
// aggregate calls, and core/expr binds what is left. Nodes are values with shared immutable children: cheap to copy and
// to rewrite; any thread.

#include <functional>
#include <string_view>
#include <variant>

#include "core/sql/syntax_calls.hpp"
#include "core/sql/syntax_nodes.hpp"

namespace core::sql {

struct expression_syntax {
  text_place place{};
  std::variant<literal_syntax, column_syntax, unary_syntax, binary_syntax, between_syntax, in_syntax, like_syntax,
               case_syntax, cast_syntax, call_syntax, array_syntax, map_syntax, row_syntax, element_syntax,
               field_syntax, subquery_syntax, table_syntax>
      node{};

  /// The node when it is of that kind, else nullptr.
  template <class Node>
  [[nodiscard]] const Node* as() const noexcept {
    return std::get_if<Node>(&node);
  }
};

enum class dialect : std::uint8_t {
  sql,      ///< Reserved words as Flink has them.
  pipeline, ///< `value > 3` works: a reserved word is a column's name where no other reading is possible.
};

[[nodiscard]] result<expression_syntax> parse_expression(std::string_view text, dialect words = dialect::sql);
[[nodiscard]] result<data_type> parse_type(std::string_view text);

/// SQL that parses to the same tree again; every operator in parentheses.
[[nodiscard]] std::string to_string(const expression_syntax& syntax);
/// The trees are the same but for their places.
[[nodiscard]] bool same_expression(const expression_syntax& a, const expression_syntax& b);
/// Calls `visit` for each direct child that is not null.
void for_each_child(const expression_syntax& syntax, const std::function<void(const syntax_ptr&)>& visit);

} // namespace core::sql
