#pragma once
// Which words may not be used as plain names. Pure functions; any thread.

#include <string_view>

namespace core::sql {

/// Reserved in Flink SQL (`value`, `user`, `result`, `at`, `prev`; not `key`). The word must be in upper case.
[[nodiscard]] bool is_reserved(std::string_view upper);

/// Part of the grammar of expressions, so never a name without quotes, in no dialect.
[[nodiscard]] bool is_structural(std::string_view upper);

} // namespace core::sql
