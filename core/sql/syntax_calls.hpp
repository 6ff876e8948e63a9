#pragma once
// The nodes of an expression that call, build or reach into values, and what may stand behind a call (OVER).
// Part of core/sql/syntax.hpp; include that.

#include <optional>

#include "core/sql/syntax_nodes.hpp"

namespace core::sql {

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
  std::optional<bool> ignore_nulls{}; ///< IGNORE NULLS; RESPECT NULLS is false.
  syntax_ptr filter{};                ///< FILTER (WHERE ...), or null.
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

} // namespace core::sql
