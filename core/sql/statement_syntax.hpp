#pragma once
// The statements of a SQL file as they are written. Values; any thread.

#include "core/sql/query_syntax.hpp"

namespace core::sql {

/// A physical column (`name type`), a computed one (`name AS expression`) or metadata (`name type METADATA [FROM 'key']
/// [VIRTUAL]`).
struct column_definition {
  enum class sort : std::uint8_t { physical, computed, metadata };
  sort what = sort::physical;
  name_part name{};
  data_type type{};           ///< physical, metadata
  syntax_ptr expression{};    ///< computed
  std::string metadata_key{}; ///< FROM 'key'; empty: the column's name.
  bool is_virtual = false;
  text_place place{};
};

/// WATERMARK FOR name AS expression
struct watermark_definition {
  std::vector<name_part> column{};
  syntax_ptr expression{};
  text_place place{};
};

struct option_definition {
  std::string key{};
  std::string value{};
  text_place key_place{};
  text_place value_place{};
};

struct create_table {
  std::vector<name_part> name{};
  bool if_not_exists = false;
  bool temporary = false;
  std::vector<column_definition> columns{};
  std::optional<watermark_definition> watermark{};
  std::vector<name_part> primary_key{};
  std::vector<name_part> partitioned_by{};
  std::vector<option_definition> options{};
  std::vector<name_part> like{}; ///< LIKE source (options); empty: none.
  query_ptr as_query{};          ///< CREATE TABLE ... AS SELECT; null: none.
};

struct create_view {
  std::vector<name_part> name{};
  bool if_not_exists = false;
  bool temporary = false;
  std::vector<name_part> columns{};
  query_ptr query{};
};

/// INSERT INTO target [(columns)] query
struct insert_into {
  std::vector<name_part> target{};
  std::vector<name_part> columns{};
  query_ptr query{};
  bool overwrite = false;
  text_place place{};
};

/// EXECUTE STATEMENT SET BEGIN ...; END, and its older form BEGIN STATEMENT SET; ... END.
struct statement_set {
  std::vector<insert_into> inserts{};
};

/// SET 'key' = 'value'; RESET ['key'] when `reset`. SET alone lists.
struct set_option {
  std::optional<option_definition> option{};
  bool reset = false;
};

/// DROP [TEMPORARY] TABLE | VIEW [IF EXISTS] name
struct drop_object {
  bool view = false;
  bool if_exists = false;
  bool temporary = false;
  std::vector<name_part> name{};
};

/// EXPLAIN [PLAN FOR | ESTIMATED_COST, ...] query, insert or statement set.
struct explain_statement {
  std::variant<query_ptr, insert_into, statement_set> what{};
};

/// SHOW TABLES, SHOW VIEWS, SHOW FUNCTIONS, SHOW CREATE TABLE t ...: `what` is the words behind SHOW, upper case.
struct show_statement {
  std::string what{};
  std::vector<name_part> name{};
};
/// DESCRIBE t, DESC t
struct describe_statement {
  std::vector<name_part> name{};
};
/// A query by itself: its rows are shown.
struct select_statement {
  query_ptr query{};
};

struct statement {
  text_place place{};
  std::size_t begin = 0; ///< Bytes [begin, end) of the script, without the semicolon.
  std::size_t end = 0;
  std::variant<create_table, create_view, insert_into, statement_set, set_option, drop_object, explain_statement,
               show_statement, describe_statement, select_statement>
      node{};
};

} // namespace core::sql
