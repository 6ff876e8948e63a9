#pragma once
// How Flink's CAST reads numbers, truth and times from text; stricter or laxer than the formats of core/data. Pure; any
// thread.

#include <optional>
#include <string_view>

#include "core/data/data_type.hpp"
#include "core/data/time_text.hpp"

namespace core::expr {

/// `t`, `true`, `y`, `yes`, `1` and their opposites in any case; no blanks.
[[nodiscard]] std::optional<bool> read_boolean(std::string_view text);
/// Blanks around and digits behind a point are allowed (and cut off); nothing when it does not fit the width.
[[nodiscard]] std::optional<std::int64_t> read_integer(std::string_view text, type_kind kind);
/// Blanks around and Java's suffixes d and f are allowed.
[[nodiscard]] std::optional<double> read_real(std::string_view text);
/// `2024`, `2024-2`, `2024-2-9`, with anything behind a blank; days.
[[nodiscard]] std::optional<std::int64_t> read_date(std::string_view text);
/// `12`, `12:3`, `1:2:3.5`; milliseconds of the day.
[[nodiscard]] std::optional<std::int64_t> read_time(std::string_view text);
/// `2024-2-9` or `2024-2-9 1:2:3.5`: a blank between, seconds written, no zone, no blanks around.
[[nodiscard]] std::optional<stamp> read_stamp(std::string_view text);

[[nodiscard]] std::string_view trim_blanks(std::string_view text);

} // namespace core::expr
