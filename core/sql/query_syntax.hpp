#pragma once
// Queries as they are written: SELECT, UNION, VALUES and what stands in FROM. Values with shared immutable children;
// any thread.

#include <optional>

#include "core/sql/syntax.hpp"

namespace core::sql {

struct table_reference;
using table_ptr = std::shared_ptr<const table_reference>;

/// A table or view by its name: `events`, `` `late$late` ``, `cat.db.events`.
struct named_table {
  std::vector<name_part> name{};
};
/// `(SELECT ...) t`
struct derived_table {
  query_ptr query{};
};
/// `TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' MINUTE))`; `name` is upper case. A TABLE argument is a
/// `table_syntax`, a query argument a `subquery_syntax` of kind scalar, DESCRIPTOR(a, b) a call of that name over
/// columns. Also `LATERAL TABLE(f(x))` (`lateral`).
struct function_table {
  std::string name{};
  std::vector<call_argument> arguments{};
  bool lateral = false;
};
/// `UNNEST(values) [WITH ORDINALITY]`
struct unnest_table {
  syntax_ptr value{};
  bool with_ordinality = false;
};
enum class join_kind : std::uint8_t { inner, left, right, full, cross, semi, anti };
/// `comma`: written `a, b`. The parser makes inner, left, right, full and cross; semi and anti joins come from IN and
/// EXISTS.
struct join_table {
  join_kind kind = join_kind::inner;
  table_ptr left{};
  table_ptr right{};
  syntax_ptr on{};                        ///< Null: none.
  std::vector<name_part> using_columns{}; ///< USING (a, b)
  bool natural = false;
  bool comma = false;
};

struct table_reference {
  text_place place{};
  std::string alias{};                                      ///< Empty: none.
  std::vector<name_part> column_aliases{};                  ///< `t (a, b)`
  syntax_ptr system_time{};                                 ///< FOR SYSTEM_TIME AS OF ..., or null.
  std::vector<std::pair<std::string, std::string>> hints{}; ///< `/*+ OPTIONS('a' = 'b') */`
  std::variant<named_table, derived_table, function_table, unnest_table, join_table> node{};
};

struct select_item {
  syntax_ptr expression{};          ///< Null for `*` and `t.*`.
  std::string alias{};              ///< Empty: none.
  std::vector<name_part> star_of{}; ///< `t` of `t.*`.
  text_place place{};
};

enum class grouping_kind : std::uint8_t { plain, sets, rollup, cube };
/// `a`, `(a, b)` and `()` are plain; ROLLUP and CUBE hold one `items` per bracket; GROUPING SETS holds `sets`.
struct grouping_element {
  grouping_kind kind = grouping_kind::plain;
  std::vector<syntax_ptr> expressions{}; ///< plain
  std::vector<grouping_element> parts{}; ///< sets, rollup, cube: each plain (or nested, for sets).
  text_place place{};
};

struct window_definition_syntax {
  name_part name{};
  over_syntax over{};
};

struct select_syntax {
  bool distinct = false;
  std::vector<select_item> items{};
  table_ptr from{}; ///< Null: SELECT 1.
  syntax_ptr where{};
  bool grouped = false; ///< There is a GROUP BY.
  std::vector<grouping_element> group_by{};
  syntax_ptr having{};
  std::vector<window_definition_syntax> windows{};
  syntax_ptr qualify{};
};

enum class set_operator : std::uint8_t { union_all, union_distinct, intersect, intersect_all, except, except_all };
struct set_syntax {
  set_operator op = set_operator::union_all;
  query_ptr left{};
  query_ptr right{};
};
/// `VALUES (1, 'a'), (2, 'b')`
struct values_syntax {
  std::vector<std::vector<syntax_ptr>> rows{};
};

/// `WITH name [(a, b)] AS (query)`
struct common_table {
  name_part name{};
  std::vector<name_part> columns{};
  query_ptr query{};
};

struct query_syntax {
  text_place place{};
  std::vector<common_table> with{};
  std::variant<select_syntax, set_syntax, values_syntax> body{};
  std::vector<order_item> order_by{};
  syntax_ptr limit{};  ///< LIMIT n, FETCH FIRST n ROWS ONLY; null: none.
  syntax_ptr offset{}; ///< null: none.
};

} // namespace core::sql
