#pragma once
// A grouped window query, lowered: what runs before the shards, in them and behind them. SQL statements and pipeline
// files both end here. Pure; any thread.

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "core/plan/row_program.hpp"
#include "core/sql/syntax.hpp"
#include "core/window/window_aggregate.hpp"

namespace core::plan {

struct named_expression {
  sql::syntax_ptr expression{};
  std::string name{};
};

struct aggregate_query {
  expr::scope names{};                    ///< The columns that are grouped, and the session's zone.
  std::vector<sql::syntax_ptr> filters{}; ///< WHERE: all must be TRUE.
  /// A name that is not empty may stand for the key in `items` and `having`. window_start and window_end are no keys
  /// here.
  std::vector<named_expression> keys{};
  window::window_spec
      window{}; ///< Its zone is set here: the session's for TIMESTAMP_LTZ unless given, none for TIMESTAMP.
  std::size_t time_column = 0; ///< Of `names.columns`: the event time.
  /// The SELECT list: expressions over keys, aggregate calls, window_start, window_end and window_time.
  std::vector<named_expression> items{};
  sql::syntax_ptr having{}; ///< Over the same; null = none.
};

struct lowered_aggregate {
  row_program before{};            ///< Filters, then keys, event time and aggregate arguments.
  std::vector<std::size_t> keys{}; ///< Columns behind `before`.
  std::size_t time_column = 0;     ///< Likewise.
  window::window_aggregate_plan operation{};
  row_program after{}; ///< HAVING, then the SELECT list.
};

enum class query_part : std::uint8_t { filter, key, window, item, having };

/// What is wrong, and in which part of the query: the place of `what` counts within that part's own text.
struct query_fault {
  query_part part = query_part::item;
  std::size_t index = 0;
  error what{};
};

/// Every fault at once, in the order of the query's parts.
[[nodiscard]] std::expected<lowered_aggregate, std::vector<query_fault>> lower(const aggregate_query& query);

} // namespace core::plan
