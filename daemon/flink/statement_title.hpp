#pragma once
// Statements in a few words, and the names they declare and use. Pure; any thread.

#include <string>
#include <string_view>
#include <vector>

#include "core/sql/statement_syntax.hpp"

namespace weir {

/// `CREATE TABLE events`, `EXECUTE STATEMENT SET of 2`
[[nodiscard]] std::string statement_title(const core::sql::statement& one);
/// Of one that cannot be read: `CREATE FUNCTION f ...`
[[nodiscard]] std::string first_words(std::string_view text);
/// The table or view that a CREATE makes; empty for others.
[[nodiscard]] std::string declared_name(const core::sql::statement& one);
/// Tables and views that it reads, writes or speaks of.
[[nodiscard]] std::vector<std::string> used_names(const core::sql::statement& one);

} // namespace weir
