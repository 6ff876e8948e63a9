#pragma once
// Reads a SQL file into statements. A pure function; any thread.

#include <expected>

#include "core/sql/statement_syntax.hpp"

namespace core::sql {

/// Every statement of the script; or every complaint, at most one a statement (reading goes on behind its semicolon).
[[nodiscard]] std::expected<std::vector<statement>, std::vector<error>> parse_script(std::string_view text);

/// One statement, good or not.
struct statement_read {
  text_place place{};
  std::size_t begin = 0; ///< Bytes [begin, end) of the script, without the semicolon.
  std::size_t end = 0;
  result<statement> made{};
};
/// The same, statement by statement; fails when the text cannot be cut into words (a quote without its end).
[[nodiscard]] result<std::vector<statement_read>> parse_statements(std::string_view text);

} // namespace core::sql
