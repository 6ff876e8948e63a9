#pragma once
// `weir flink`: a SQL file as a Flink cluster takes it. Pure; any thread.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace weir {

/// The text without what only weir has, each of which is named at the top; the same bytes when there is nothing.
/// What weir does not run stays as it is. Or every complaint when something is no SQL.
[[nodiscard]] std::expected<std::string, std::vector<core::error>> flink_text(std::string_view file,
                                                                              std::string_view text);

} // namespace weir
