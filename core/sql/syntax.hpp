#pragma once
// Expressions as they are written, before any name has a meaning. The parser makes them, the planner splits off
// aggregate calls, and core/expr binds what is left. Nodes are values with shared immutable children: cheap to copy and
// to rewrite; any thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/data/data_type.hpp"
#include "core/error.hpp"

namespace core::sql {

struct expression_syntax;
struct query_syntax; ///< A SELECT; the statement parser defines it.
using syntax_ptr = std::shared_ptr<const expression_syntax>;
using query_ptr = std::shared_ptr<const query_syntax>;

struct name_part {
  std::string text; ///< Without backquotes.
  text_place place{};
};

enum class literal_kind : std::uint8_t {
  null,
  boolean,
  number,
  approximate,
  text,
  bytes,
  date,
  time,
  timestamp,
  interval
};

/// `number` is exact (`12`, `1.50`), `approximate` has an exponent (DOUBLE). `text` is the value without quotes and
/// escapes; of `bytes` the raw bytes; of `boolean` `TRUE` or `FALSE`.
struct literal_syntax {
  literal_kind kind = literal_kind::null;
  std::string text{};
  bool interval_of_months = false; ///< INTERVAL YEAR TO MONTH; else DAY TO SECOND.
  std::int64_t interval = 0;       ///< Months or milliseconds, signed.
  std::string interval_unit{};     ///< As written: `MINUTE TO SECOND`.
};

/// `a`, `t.a`, `t.a.field`: how many parts are table, column and fields is the binder's business.
struct column_syntax {
  std::vector<name_part> parts{};
};

enum class unary_operator : std::uint8_t {
  minus,
  plus,
  logical_not,
  is_null,
  is_not_null,
  is_true,
  is_not_true,
  is_false,
  is_not_false,
  is_unknown,
  is_not_unknown,
};
struct unary_syntax {
  unary_operator op{};
  syntax_ptr operand{};
};

enum class binary_operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  modulo,
  concat,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  is_distinct,
  is_not_distinct,
};
struct binary_syntax {
  binary_operator op{};
  syntax_ptr left{};
  syntax_ptr right{};
};

struct between_syntax {
  syntax_ptr value{};
  syntax_ptr low{};
  syntax_ptr high{};
  bool symmetric = false;
  bool negated = false;
};
struct in_syntax {
  syntax_ptr value{};
  std::vector<syntax_ptr> list{};
  bool negated = false;
};
/// LIKE, or SIMILAR TO when `similar`. `escape` may be null.
struct like_syntax {
  syntax_ptr value{};
  syntax_ptr pattern{};
  syntax_ptr escape{};
  bool similar = false;
  bool negated = false;
};

struct case_branch {
  syntax_ptr when{};
  syntax_ptr then{};
};
/// `operand` (the simple form) and `otherwise` may be null.
struct case_syntax {
  syntax_ptr operand{};
  std::vector<case_branch> branches{};
  syntax_ptr otherwise{};
};

struct cast_syntax {
  syntax_ptr value{};
  data_type type{};
  bool try_cast = false;
};

/// `name => value`; an empty name when it is positional.
struct call_argument {
  std::string name{};
  syntax_ptr value{};
};

struct order_item {
  syntax_ptr value{};
  bool descending = false;
  std::optional<bool> nulls_first{};
};
struct frame_bound {
  enum class side : std::uint8_t { preceding, current_row, following };
  side where = side::preceding;
  syntax_ptr distance{}; ///< null = UNBOUNDED (or CURRENT ROW).
};
/// OVER (...), or OVER name.
struct over_syntax {
  std::string window_name{};
  std::vector<syntax_ptr> partition_by{};
  std::vector<order_item> order_by{};
  bool has_frame = false;
  bool in_rows = false; ///< ROWS, else RANGE.
  frame_bound from{};
  frame_bound to{frame_bound::side::current_row, {}};
};

/// Any call, aggregates included. The special forms (EXTRACT, TRIM, JSON_VALUE ...) arrive here as plain calls whose
/// key words are text literals: `EXTRACT('YEAR', x)`. CURRENT_DATE and its kin are calls without arguments.
struct call_syntax {
  std::string name; ///< Upper case unless backquoted.
  std::vector<call_argument> arguments{};
  bool star = false; ///< COUNT(*)
  bool distinct = false;
  syntax_ptr filter{}; ///< FILTER (WHERE ...), or null.
  std::shared_ptr<const over_syntax> over{};
};

struct array_syntax {
  std::vector<syntax_ptr> items{};
};
struct map_syntax {
  std::vector<syntax_ptr> items{};
}; ///< Key, value, key, value ...
struct row_syntax {
  std::vector<syntax_ptr> items{};
};
struct element_syntax {
  syntax_ptr value{};
  syntax_ptr index{};
}; ///< `x[1]`
struct field_syntax {
  syntax_ptr value{};
  name_part field;
}; ///< `f(x).a`, `(a).b`, `x[1].c`

enum class subquery_kind : std::uint8_t { scalar, in, exists };
/// Only where the statement parser allows queries. `value` is the left side of IN.
struct subquery_syntax {
  subquery_kind kind{};
  syntax_ptr value{};
  query_ptr query{};
  bool negated = false;
};
/// An argument of a table function: `TABLE t [PARTITION BY k, ...]`.
struct table_syntax {
  std::vector<name_part> name{};
  std::vector<syntax_ptr> partition_by{};
};

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
