#pragma once
// What of a SQL file only weir has, and what a Flink cluster is given in its place. Pure; one finder a file, one
// thread.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/sql/lexer.hpp"
#include "daemon/flink/statement_names.hpp"

namespace weir {

/// Bytes [begin, end) of the file become `text`.
struct text_edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text{};
};

/// One thing that only weir has.
struct weir_only {
  core::text_place place{};
  std::string what{}; ///< `setting 'weir.shards'`
  std::string done{}; ///< What becomes of it: `taken out`.
  std::vector<text_edit> edits{};
  bool whole = false; ///< The statement goes as a whole, into a comment.
};

class weir_only_finder {
public:
  /// Both outlive the finder; the tokens are the text's.
  weir_only_finder(std::string_view text, const std::vector<core::sql::token>& tokens) : text_(text), tokens_(tokens) {}

  /// Statements are given in their order: what reads a view that goes, goes as well.
  [[nodiscard]] std::vector<weir_only> find(const core::sql::statement& one);

private:
  void find_in(const core::sql::create_table& table, const core::sql::statement& one);
  void find_in(const core::sql::create_view& view, const core::sql::statement& one);
  void find_in(const core::sql::insert_into& insert, const core::sql::statement& one);
  void find_in(const core::sql::statement_set& set, const core::sql::statement& one);
  void find_in(const core::sql::set_option& set, const core::sql::statement& one);
  void find_in(const core::sql::drop_object& drop, const core::sql::statement& one);
  void find_in(const core::sql::explain_statement& explain, const core::sql::statement& one);
  void find_in(const core::sql::show_statement& show, const core::sql::statement& one);
  void find_in(const core::sql::describe_statement& describe, const core::sql::statement& one);
  void find_in(const core::sql::select_statement& select, const core::sql::statement& one);

  /// True when the text [begin, end) has to go.
  bool check_names(const statement_names& names, std::size_t begin, std::size_t end);
  void find_options(const core::sql::create_table& table);
  void map_connector(const core::sql::option_definition& connector, const core::sql::create_table& table);
  void take_out_options(const std::vector<core::sql::option_definition>& options, const std::vector<bool>& gone);
  void take_out(core::text_place place, std::string what, std::size_t begin, std::size_t end);

  [[nodiscard]] std::size_t token_at(core::text_place place) const;
  [[nodiscard]] text_edit into_comment(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool is_symbol(std::size_t token, std::string_view symbol) const;

  std::string_view text_;
  const std::vector<core::sql::token>& tokens_;
  std::set<std::string> gone_views_{};
  std::vector<weir_only> found_{};
};

} // namespace weir
