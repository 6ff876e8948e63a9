#pragma once
// Any value as CAST(... AS STRING) writes it. Pure; any thread.

#include <string>

#include "core/data/column.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

/// Appends `[1, NULL]`, `{a=1}`, `(5, x)`, `TRUE`, `2024-01-01 00:00:00.000` ...; TIMESTAMP_LTZ as the zone's wall
/// clock.
void append_value(std::string& out, const column& values, std::size_t row, const time_zone& zone);

/// Cuts to `length` code points; with `pad` also fills up with blanks. 0 = no limit.
void fit_length(std::string& text, std::int32_t length, bool pad);
[[nodiscard]] std::string_view cut_length(std::string_view text, std::int32_t length);

} // namespace core::expr
