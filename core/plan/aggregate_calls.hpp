#pragma once
// The columns that a grouped query computes before its shards, and the aggregate calls over them. Used while one query
// is lowered.

#include <string>
#include <vector>

#include "core/plan/row_program.hpp"
#include "core/sql/syntax.hpp"
#include "core/window/window_aggregate.hpp"

namespace core::plan {

/// Each expression once, however often it is asked for.
class computed_columns {
public:
  explicit computed_columns(const expr::scope& names) : names_(&names) {}

  /// The column behind the projection that holds the expression.
  [[nodiscard]] result<std::size_t> add(const sql::syntax_ptr& expression);
  [[nodiscard]] std::size_t add_column(std::size_t index);
  /// The type of an expression, without a column for it.
  [[nodiscard]] result<data_type> type_of(const sql::syntax_ptr& expression) const;
  [[nodiscard]] const data_type& type(std::size_t index) const { return columns_[index]->type(); }
  [[nodiscard]] project_step finish() const;

private:
  const expr::scope* names_;
  std::vector<expr::expression_ptr> columns_{};
  std::vector<std::string> texts_{};
};

/// A call of an aggregate function (COUNT, SUM ...), not of a scalar one.
[[nodiscard]] bool is_aggregate(const sql::expression_syntax& syntax);
/// The first aggregate call in the tree, or nullptr.
[[nodiscard]] const sql::expression_syntax* find_aggregate(const sql::expression_syntax& syntax);

class aggregate_calls {
public:
  aggregate_calls(computed_columns& columns, window::window_kind window) : columns_(&columns), window_(window) {}

  /// The number of the call, bound; an equal call keeps its number.
  [[nodiscard]] result<std::size_t> add(const sql::expression_syntax& syntax);
  [[nodiscard]] const std::vector<agg::aggregate_call>& calls() const noexcept { return calls_; }
  [[nodiscard]] const std::vector<std::string>& texts() const noexcept { return texts_; }

private:
  result<void> read_arguments(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                              agg::aggregate_call& made);
  result<void> take_argument(const sql::syntax_ptr& value, const sql::call_syntax& call,
                             const sql::expression_syntax& syntax, agg::aggregate_call& made);
  // special_aggregates.cpp: those whose arguments are not one column.
  result<void> read_json(const sql::call_syntax& call, const sql::expression_syntax& syntax, agg::aggregate_call& made);
  result<void> read_percentile(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                               agg::aggregate_call& made);
  result<void> read_topk(const sql::call_syntax& call, const sql::expression_syntax& syntax, agg::aggregate_call& made);
  result<void> read_filter(const sql::call_syntax& call, agg::aggregate_call& made);
  result<std::size_t> argument(const sql::syntax_ptr& value, const sql::expression_syntax& syntax);

  computed_columns* columns_;
  window::window_kind window_;
  std::vector<agg::aggregate_call> calls_{};
  std::vector<std::string> texts_{}; ///< The calls as SQL; equal texts are equal calls.
};

} // namespace core::plan
