#pragma once
// Durations and sizes as people write them: `1h30m`, `500ms`, `PT5S`, `64MiB`. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace config {

/// Milliseconds. Units ms, s, m, h, d and their longer names (`5 seconds`, `1 min`), several in a row, fractions, a
/// leading minus; ISO 8601 (`P1DT2H`, `PT0.5S`); a number alone is seconds. Fails when it is no duration, finer than a
/// millisecond, or longer than `duration_ms_max` either way.
[[nodiscard]] core::result<std::int64_t> parse_duration_ms(std::string_view text);
inline constexpr std::int64_t duration_ms_max = 36'525LL * 86'400'000; ///< 100 years.

/// Bytes: a number with B, KB, MB, GB (powers of 1000) or KiB, MiB, GiB, TiB (of 1024); a number alone is bytes.
[[nodiscard]] core::result<std::uint64_t> parse_bytes(std::string_view text);

/// The shortest way to write it: `1h30m`, `5s`, `0s`.
[[nodiscard]] std::string duration_text(std::int64_t ms);
/// `64MiB`, `1000B`: the largest binary unit that divides it.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

} // namespace config
