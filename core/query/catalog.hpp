#pragma once
// The tables and views that a script has declared so far, and its settings. Owned by one planner.

#include <map>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/query/relation.hpp"
#include "core/sql/statement_syntax.hpp"

namespace core::query {

struct table_column {
  std::string name{};
  data_type type{};
  sql::column_definition::sort what = sql::column_definition::sort::physical;
  std::string metadata_key{};
  bool is_virtual = false;
  time_role time = time_role::none;
  expr::expression_ptr computed{}; ///< Over the physical and metadata columns.
};

struct catalog_table {
  std::string name{};
  std::vector<table_column> columns{};
  std::vector<std::string> primary_key{};
  int time_column = -1;
  expr::expression_ptr watermark{}; ///< Over all columns.
  std::map<std::string, sql::option_definition> options{};
  std::string text{}; ///< The statement, for SHOW CREATE TABLE.
  text_place place{};
};

struct catalog_view {
  sql::create_view syntax{};
  std::string text{};
};

struct catalog {
  std::map<std::string, catalog_table> tables{};
  std::map<std::string, catalog_view> views{};
  std::map<std::string, std::string> settings{};

  /// table.local-time-zone, or UTC.
  [[nodiscard]] std::string time_zone() const;
  /// A duration setting in milliseconds (`1 h`, `500 ms`), 0 when unset.
  [[nodiscard]] std::int64_t duration_ms(const std::string& key) const;
};

/// The last part of `catalog.database.name`.
[[nodiscard]] std::string plain_name(const std::vector<sql::name_part>& name);

/// `1 s`, `500ms`, `2 min`, `1 day`: Flink's durations, in milliseconds.
[[nodiscard]] result<std::int64_t> read_duration(std::string_view text);

/// Checks a CREATE TABLE and binds its computed columns and watermark in the session's zone.
[[nodiscard]] result<catalog_table> define_table(const sql::create_table& syntax, const catalog& known);

} // namespace core::query
