#pragma once
// What ON says, taken apart: equal columns, windows that must be the same, bounds between event times, and the rest.
// Used while one join is planned.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/query/relation.hpp"
#include "core/sql/query_syntax.hpp"

namespace core::query {

/// `left = right`, each over its own side.
struct equal_pair {
  sql::syntax_ptr left{};
  sql::syntax_ptr right{};
  bool nulls_meet = false; ///< IS NOT DISTINCT FROM
};

/// right.time - left.time, in milliseconds; nothing = no such bound.
struct time_bounds {
  std::optional<std::int64_t> lower{};
  std::optional<std::int64_t> upper{};
  std::size_t left_time = 0;
  std::size_t right_time = 0;
};

struct join_condition {
  std::vector<equal_pair> keys{};
  bool same_start = false;                ///< window_start of both sides is the same …
  bool same_end = false;                  ///< … and window_end.
  std::vector<sql::syntax_ptr> windows{}; ///< The conditions that said so.
  time_bounds times{};
  std::vector<sql::syntax_ptr> times_said{}; ///< The conditions that the bounds came from.
  std::vector<sql::syntax_ptr> rest{};
};

/// `both` is the scope of the left's columns and then the right's.
[[nodiscard]] result<join_condition> read_condition(const std::vector<sql::syntax_ptr>& conjuncts, const relation& left,
                                                    const relation& right, const expr::scope& both);

/// Columns of the left and then of the right, as expressions over a join see them.
[[nodiscard]] expr::scope scope_of_both(const relation& left, const relation& right, const std::string& time_zone);

} // namespace core::query
