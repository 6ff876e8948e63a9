#pragma once
// Dates and times to text and back, in Flink's SQL and ISO 8601 styles. The proleptic Gregorian calendar. Pure
// functions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

struct civil_date {
  std::int64_t year = 1970;
  std::uint32_t month = 1; ///< 1-12
  std::uint32_t day = 1;   ///< 1-31
};
[[nodiscard]] civil_date civil_from_days(std::int64_t days);
[[nodiscard]] std::int64_t days_from_civil(std::int64_t year, std::uint32_t month, std::uint32_t day);

/// A point of wall clock or of UTC: milliseconds and the nanoseconds (0-999999) behind them.
struct stamp {
  std::int64_t ms = 0;
  std::int32_t nanos = 0;
};

enum class stamp_style : std::uint8_t {
  sql,     ///< `2024-01-01 00:00:00.123`
  iso8601, ///< `2024-01-01T00:00:00.123`
};

void append_date(std::string& out, std::int64_t days);
/// `digits` behind the point: exactly so many; -1 = as many as needed without trailing zeros (none when the fraction is
/// zero).
void append_time(std::string& out, std::int64_t ms_of_day, int digits);
void append_stamp(std::string& out, stamp value, stamp_style style, int digits);

/// The same for whoever has room for `stamp_chars_max` characters; returns the end.
inline constexpr int stamp_chars_max = 64;
char* write_stamp(char* to, stamp value, stamp_style style, int digits);
/// Writes stamps of the same day without working out its date again. For one thread.
class stamp_writer {
public:
  char* write(char* to, stamp value, stamp_style style, int digits);

private:
  std::int64_t day_ = 0;
  char date_[32] = "1970-01-01";
  int size_ = 10;
};

[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text); ///< `2024-01-31`, days
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text); ///< `23:59:59[.999]`, ms of day
/// Flink's JSON format: date, separator of the style, time with seconds and 0-9 fraction digits; nothing else (seconds
/// may be left out only in ISO style, as Flink does). With `zone_needed` the text ends in `Z` (TIMESTAMP_LTZ).
[[nodiscard]] std::optional<stamp> parse_stamp(std::string_view text, stamp_style style, bool zone_needed);
/// ISO 8601 as other producers write it: `T` or blank, seconds optional, fraction optional, zone `Z` or `+hh[:mm]` or
/// none (then taken as UTC). For pipeline files and HTTP.
[[nodiscard]] std::optional<stamp> parse_stamp_lenient(std::string_view text);
/// CAST(text AS TIMESTAMP): date alone, or date and time with blank or `T`, seconds optional; surrounding blanks
/// allowed.
[[nodiscard]] std::optional<stamp> parse_stamp_cast(std::string_view text);

} // namespace core
