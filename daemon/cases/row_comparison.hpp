#pragma once
// Rows as sets, compared as a reader of JSON would: numbers by value, all else exactly. Pure.

#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace weir {

/// Nothing when both hold the same rows (order does not count); else what is missing and what is too much, one line
/// each.
[[nodiscard]] std::optional<std::string> difference(const std::vector<std::string>& expected,
                                                    const std::vector<std::string>& found);

/// The rows that are left when `changes` (rows with a field `op` of `+I`, `-U`, `+U`, `-D`) are applied in their order.
/// Fails, with a sentence for the reader, where a row is taken back that is not there, or has no `op`.
[[nodiscard]] std::expected<std::vector<std::string>, std::string>
apply_changes(const std::vector<std::string>& changes);

/// Whether two JSON texts are the same row: doubles equal within one unit in the last place, field order does not
/// count.
[[nodiscard]] bool same_row(const std::string& a, const std::string& b);

} // namespace weir
