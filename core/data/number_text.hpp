#pragma once
// Numbers to text and back, as Java (and so Flink) writes and reads them. Pure functions; any thread.

#include <optional>
#include <string>
#include <string_view>

#include "core/data/column.hpp"

namespace core {

/// Double.toString: `1.0`, `1.0E7`, `1.0E-4`, `0.001`, `Infinity`, `NaN`; the shortest digits that read back to the
/// same double.
void append_double(std::string& out, double value);
/// Float.toString of a value held as double.
void append_float(std::string& out, double value);
void append_integer(std::string& out, std::int64_t value);

/// The same for whoever has room for `number_chars_max` characters; they return the end.
inline constexpr int number_chars_max = 32;
char* write_double(char* to, double value);
char* write_float(char* to, double value);
char* write_integer(char* to, std::int64_t value);

/// All digits of the scale: 1230 with scale 2 is `12.30`.
void append_decimal(std::string& out, int128 unscaled, int scale);
/// BigDecimal.toString after stripTrailingZeros, as Flink's JSON writes DECIMAL: 10000 with scale 2 is `1E+2`.
void append_decimal_stripped(std::string& out, int128 unscaled, int scale);

/// 10^exponent for 0 <= exponent <= 38.
[[nodiscard]] int128 power_of_ten(int exponent);

/// Reads `-12.345`, `+3`, `1e3` exactly and rounds half up to `scale`; nothing when it is no number or needs more than
/// `precision` digits.
[[nodiscard]] std::optional<int128> parse_decimal(std::string_view text, int precision, int scale);
/// Changes the scale, rounding half up (away from zero); nothing when the result needs more than `precision` digits.
[[nodiscard]] std::optional<int128> rescale_decimal(int128 unscaled, int from_scale, int to_precision, int to_scale);

/// Whole text, no surrounding blanks; nothing when it is no integer of 64 bits.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// Java's Double.parseDouble without type suffixes: `1`, `1.5e3`, `NaN`, `Infinity`, `1e400` (infinite); no blanks.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);

[[nodiscard]] double decimal_to_double(int128 unscaled, int scale);

} // namespace core
