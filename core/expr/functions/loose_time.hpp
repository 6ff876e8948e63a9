#pragma once
// Dates and times in texts as Flink's functions read them without a pattern: one digit will do where two are usual.
// Pure; any thread.

#include <cstdint>
#include <optional>
#include <string_view>

namespace core::expr::functions {

/// `yyyy-M-d[ H:m:s[.f]]`, milliseconds; a day past its month's end is the last.
[[nodiscard]] std::optional<std::int64_t> parse_loose_stamp(std::string_view text);
/// java.sql.Timestamp.valueOf and java.sql.Date.valueOf: blanks around, times and days may run over.
[[nodiscard]] std::optional<std::int64_t> parse_sql_stamp(std::string_view text);
/// `yyyy[-m[-d]]`, days; what follows a blank is ignored.
[[nodiscard]] std::optional<std::int64_t> parse_loose_date(std::string_view text);

} // namespace core::expr::functions
