#pragma once
// Turns expressions over groups (a SELECT list, HAVING) into expressions over the columns of the window operator. Used
// while one query is lowered.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/aggregate_calls.hpp"
#include "core/plan/aggregate_query.hpp"

namespace core::plan {

/// The key that holds the number of a row's grouping set.
inline constexpr std::string_view grouping_set_column = "$grouping";

class group_rewriter {
public:
  group_rewriter(const aggregate_query& query, aggregate_calls& calls) : query_(query), calls_(calls) {}

  /// The expression with keys, windows and calls by their names behind the operator. Adds the calls it finds.
  [[nodiscard]] sql::syntax_ptr rewrite(const sql::syntax_ptr& from);
  /// What was wrong since the last time; several in one expression.
  [[nodiscard]] std::vector<error> take_faults() { return std::exchange(faults_, {}); }

  /// Names of the operator's columns, as people know them, made different where two would be one.
  [[nodiscard]] std::string key_name(std::size_t index) const;
  [[nodiscard]] std::string call_name(std::size_t index) const;

private:
  std::optional<std::size_t> key_of(const sql::expression_syntax& from) const;
  int index_of(const sql::expression_syntax& column) const;
  sql::syntax_ptr call_column(const sql::expression_syntax& from);
  sql::syntax_ptr group_column(const sql::syntax_ptr& from, const sql::column_syntax& column);
  void complain_of_column(const sql::expression_syntax& from, const std::string& name);
  sql::syntax_ptr grouping_call(const sql::expression_syntax& from, const sql::call_syntax& call);
  bool is_window_column(std::string_view name) const;
  bool may_call(const sql::expression_syntax& from, const sql::call_syntax& call);

  const aggregate_query& query_;
  aggregate_calls& calls_;
  std::vector<error> faults_{};
};

} // namespace core::plan
