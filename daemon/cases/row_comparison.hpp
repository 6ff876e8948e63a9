#pragma once
// Rows as sets, compared as a reader of JSON would: numbers by value, all else exactly. Pure.

#include <optional>
#include <string>
#include <vector>

namespace weir {

/// Nothing when both hold the same rows (order does not count); else what is missing and what is too much, one line
/// each.
[[nodiscard]] std::optional<std::string> difference(const std::vector<std::string>& expected,
                                                    const std::vector<std::string>& found);

/// Whether two JSON texts are the same row: doubles equal within one unit in the last place, field order does not
/// count.
[[nodiscard]] bool same_row(const std::string& a, const std::string& b);

} // namespace weir
