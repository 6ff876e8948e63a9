#pragma once
// Which tables a statement reads and which functions it calls, as they are written. Pure; any thread.

#include <vector>

#include "core/sql/statement_syntax.hpp"

namespace weir {

struct statement_names {
  std::vector<core::sql::name_part> tables{}; ///< The last part of each name.
  std::vector<core::sql::name_part> calls{};  ///< Upper case unless backquoted, table functions too.
};

[[nodiscard]] statement_names names_of(const core::sql::query_ptr& query);
[[nodiscard]] statement_names names_of(const core::sql::create_table& table);

} // namespace weir
