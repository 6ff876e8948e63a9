#pragma once
// What a number's text (JSON's grammar, also with a leading + or zeros) means exactly, without a detour over doubles.
// Pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "core/data/time_text.hpp"
#include "core/plan/plan.hpp"

namespace io {

/// Cut towards zero, as Flink reads 2.9 into an INT as 2; nothing when it is no number or beyond 64 bits.
[[nodiscard]] std::optional<std::int64_t> cut_to_integer(std::string_view token);

/// The moment that a number of the unit stands for: floored to milliseconds, the rest kept as nanoseconds. Nothing
/// before the year 0001 or behind 9999, and nothing when it is no number or `unit` is no epoch unit.
[[nodiscard]] std::optional<core::stamp> epoch_stamp(std::string_view token, core::plan::time_format unit);
/// Whether milliseconds since 1970 lie in the years 0001 to 9999.
[[nodiscard]] bool is_in_calendar(std::int64_t ms);
[[nodiscard]] bool is_epoch(core::plan::time_format format);

/// As Jackson writes a number of a tree: integers as they are, others as BigDecimal without trailing zeros (`1.50` is
/// `1.5`, `1e5` `1E+5`).
void append_tree_number(std::string& out, std::string_view token, bool integral);
/// The one text of a number in `variant` columns: integral values below 2^53 as integers, others as shortest doubles.
void append_variant_number(std::string& out, std::string_view token, bool integral);

} // namespace io
