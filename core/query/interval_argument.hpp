#pragma once
// Lengths of time written as INTERVAL literals. Pure.

#include <string_view>

#include "core/sql/syntax.hpp"

namespace core::query {

/// Milliseconds of an INTERVAL DAY TO SECOND literal (a minus may stand in front); `what` names it in errors.
[[nodiscard]] result<std::int64_t> interval_ms(const sql::syntax_ptr& from, std::string_view what);

} // namespace core::query
