#pragma once
// The plain nodes of an expression: literals, names, operators, CASE and CAST.
// Part of core/sql/syntax.hpp; include that.

#include <cstdint>
#include <memory>
#include <string>
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

} // namespace core::sql
