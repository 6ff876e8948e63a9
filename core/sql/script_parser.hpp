#pragma once
// Reads a SQL file into statements. A pure function; any thread.

#include <expected>

#include "core/sql/statement_syntax.hpp"

namespace core::sql {

/// Every statement of the script; or every complaint, at most one a statement (reading goes on behind its semicolon).
[[nodiscard]] std::expected<std::vector<statement>, std::vector<error>> parse_script(std::string_view text);

} // namespace core::sql
