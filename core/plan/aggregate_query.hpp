#pragma once
// A grouped window query, lowered: what runs before the shards, in them and behind them. SQL statements and pipeline
// files both end here. Pure; any thread.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/sql/syntax.hpp"

namespace core::plan {

struct named_expression {
  sql::syntax_ptr expression{};
  std::string name{};
};

/// Where the windows of a grouped query come from.
enum class group_windows : std::uint8_t {
  assigned, ///< From the event time, by `window`.
  attached, ///< Rows carry them, in the columns of `attached`.
  none,     ///< GROUP BY without windows: the result is a table that changes.
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
  group_windows windows = group_windows::assigned;
  window::attached_window attached{}; ///< Columns of `names.columns`.
  /// The type of window_time where it is not that of the time column.
  std::optional<data_type> time_type{};
  /// GROUPING SETS: for each set, for each key, whether it counts. Empty: one set of all keys.
  std::vector<std::vector<bool>> grouping_sets{};
  std::int64_t state_ttl_ms = 0; ///< Of a table that changes; 0 = for ever.
  /// The SELECT list: expressions over keys, aggregate calls, window_start, window_end and window_time.
  std::vector<named_expression> items{};
  sql::syntax_ptr having{}; ///< Over the same; null = none.
};

struct lowered_aggregate {
  row_program before{};            ///< Filters, then keys, event time and aggregate arguments.
  std::vector<std::size_t> keys{}; ///< Columns behind `before`.
  std::size_t time_column = 0;     ///< Likewise; `no_time_column` without assigned windows.
  stage_operation operation{};
  row_program after{}; ///< HAVING, then the SELECT list (then `$kind`, of a table that changes).
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
