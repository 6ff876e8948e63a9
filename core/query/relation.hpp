#pragma once
// What a part of a query yields while it is planned: edges with their row programs, and what is known of the columns.
// Plain values; owned by one planner.

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/rank/row_order.hpp"

namespace core::query {

/// Whether a column is a time attribute: event time (its watermark bounds it) or processing time.
enum class time_role : std::uint8_t { none, event, processing };
/// Which of its window's columns a column is.
enum class window_role : std::uint8_t { none, start, end, time };

struct relation_column {
  std::string name{};
  std::string table{}; ///< What may stand in front of the name; empty: nothing.
  data_type type{};
  time_role time = time_role::none;
  window_role window = window_role::none;
  int session_key = -1; ///< Which PARTITION BY column of a pending SESSION it is.
  bool hidden = false;  ///< Not seen by names or stars.
};

/// The windows that rows carry. Pending ones have been named by a table function but not yet been assigned: an
/// aggregation by the window does it far cheaper.
struct carried_window {
  window::window_spec spec{};
  data_type time_type{}; ///< Of window_time.
  time_role time = time_role::event;
  std::string time_zone{}; ///< Of the wall clock; empty for TIMESTAMP.
  bool pending = false;
  std::size_t time_column = 0;             ///< Pending: what the function was given, at its deferred assign_step.
  std::vector<std::size_t> session_keys{}; ///< Pending: PARTITION BY, at that step.
};

/// ROW_NUMBER() OVER (...) in a SELECT list, until a condition on it says how many rows are wanted. Its column holds
/// NULLs till then.
struct pending_rank {
  std::size_t column = 0;
  std::vector<std::size_t> keys{};
  std::vector<rank::order_column> order{};
  text_place place{};
};

struct relation {
  std::vector<plan::edge> inputs{};       ///< UNION ALL has several; all programs end in one layout.
  std::vector<relation_column> columns{}; ///< One for each field of the layout but `$kind`.
  bool updating = false;                  ///< The layout ends with `$kind`.
  std::string updated_by{};               ///< The construct that makes it so.
  std::vector<std::size_t> unique_key{};  ///< Of an updating relation, where it is known.
  std::optional<carried_window> window{};
  std::optional<pending_rank> rank{};
  bool bounded = false; ///< A constant set of rows.
};

/// The layout by the relation's names.
[[nodiscard]] schema_ptr layout_of(const relation& from);
/// How expressions over the relation see it.
[[nodiscard]] expr::scope scope_of(const relation& from, const std::string& time_zone);
/// Adds a step behind every edge.
void append(relation& to, const plan::row_step& step, const schema_ptr& layout);
/// The column that is this role of the window, if the relation has it.
[[nodiscard]] std::optional<std::size_t> column_of(const relation& from, window_role role);
/// Sets the name in front of every column.
void set_table(relation& of, const std::string& alias);
/// Keeps the rows where the condition is TRUE.
void add_filter(relation& to, expr::expression_ptr condition);
/// The relation of these expressions; plain columns keep what is known of them. `$kind` stays last.
void project(relation& to, std::vector<expr::expression_ptr> values, const std::vector<std::string>& names);
/// A relation as rows that are only added: its kinds as a first column `op` (+I, -U, +U, -D; +I for all of one that
/// only adds).
void show_kinds(relation& of);
/// Adds computed columns behind the others (before `$kind`), hidden; the number of the first.
std::size_t add_hidden(relation& to, const std::vector<expr::expression_ptr>& values, std::string_view name);

} // namespace core::query
