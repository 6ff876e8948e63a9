#pragma once
// Java's patterns for dates and times (`yyyy-MM-dd HH:mm:ss.SSS`), compiled once: writing and reading. Flink uses both
// of Java's dialects: java.time.DateTimeFormatter for timestamps, java.text.SimpleDateFormat where texts and Unix times
// are concerned. They differ in letters and in how strictly they read. Immutable; any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/time_text.hpp"
#include "core/error.hpp"
#include "core/time_zone.hpp"

namespace core::expr::functions {

enum class pattern_style : std::uint8_t {
  strict, ///< DateTimeFormatter: the whole text must match, numbers have their widths, days are cut to the month's
          ///< last.
  simple, ///< SimpleDateFormat: numbers of any width, fields run over, a rest is ignored.
};

/// A field (`letter`, so many times), a literal text (letter 0), or an optional section (letter '[').
struct pattern_item {
  char letter = 0;
  int count = 0;
  std::string literal{};
  std::vector<pattern_item> section{};
};

/// What was read; -1: not there.
struct parsed_fields {
  std::optional<std::int64_t> year{};
  std::int64_t month = -1;
  std::int64_t day = -1;
  std::int64_t day_of_year = -1;
  std::int64_t weekday = -1;       ///< From 1 = Monday.
  std::int64_t hour = -1;          ///< From 0 to 23.
  std::int64_t half_day_hour = -1; ///< From 0 to 11.
  std::int64_t half = -1;          ///< 0 = AM, 1 = PM.
  std::int64_t minute = -1;
  std::int64_t second = -1;
  std::int64_t nanos = -1; ///< Of the second.
  std::optional<std::int64_t> zone_offset_ms{};
};

class time_pattern {
public:
  [[nodiscard]] static result<time_pattern> compile(std::string_view pattern, pattern_style style);

  /// Writes a wall clock; `offset_ms` is its distance to UTC, for X and Z.
  void format(std::string& out, stamp wall, std::int64_t offset_ms) const;
  /// Reads a wall clock (strict style); nothing when the text does not match.
  [[nodiscard]] std::optional<stamp> parse(std::string_view text) const;
  /// Reads a moment (simple style): in `zone` unless the text names an offset.
  [[nodiscard]] std::optional<std::int64_t> parse_moment(std::string_view text, const time_zone& zone) const;

private:
  std::vector<pattern_item> items_;
  pattern_style style_ = pattern_style::strict;
};

/// English, as Java's US locale has them; numbers from 1.
[[nodiscard]] std::string_view month_name(std::int64_t month);
[[nodiscard]] std::string_view weekday_name(std::int64_t iso_weekday);

/// Reads as many fields as there are items; moves `text` on. False when something does not match.
[[nodiscard]] bool read_fields(const std::vector<pattern_item>& items, pattern_style style, std::string_view& text,
                               parsed_fields& fields);

} // namespace core::expr::functions
