#include "core/data/time_text.hpp"

#include <array>
#include <charconv>
#include <cstring>

#include "core/time.hpp"

namespace core {

namespace {

constexpr std::int64_t day_ms = 86'400'000;

constexpr auto pairs = [] {
  std::array<char, 200> made{};
  for (std::size_t i = 0; i < 100; ++i) {
    made[2 * i] = static_cast<char>('0' + i / 10);
    made[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return made;
}();

char* write_pair(char* to, std::uint32_t value) {
  std::memcpy(to, pairs.data() + std::size_t{2} * value, 2);
  return to + 2;
}

/// Four digits at least; a sign when the year is negative or has more.
char* write_year(char* to, std::int64_t year) {
  if (year >= 0 && year <= 9999) {
    to = write_pair(to, static_cast<std::uint32_t>(year / 100));
    return write_pair(to, static_cast<std::uint32_t>(year % 100));
  }
  *to++ = year < 0 ? '-' : '+';
  const auto size = year < 0 ? -year : year;
  for (std::int64_t bound = 1000; bound > size && bound > 1; bound /= 10) *to++ = '0';
  return std::to_chars(to, to + 20, size).ptr;
}

char* write_date(char* to, std::int64_t days) {
  const auto date = civil_from_days(days);
  to = write_year(to, date.year);
  *to++ = '-';
  to = write_pair(to, date.month);
  *to++ = '-';
  return write_pair(to, date.day);
}

char* write_fraction(char* to, std::uint32_t nanos, int digits) {
  if (digits == 0 || (digits < 0 && nanos == 0)) return to;
  *to++ = '.';
  for (int i = 8; i >= 0; --i, nanos /= 10) to[i] = static_cast<char>('0' + nanos % 10);
  if (digits > 0) return to + digits;
  to += 9;
  while (to[-1] == '0') --to;
  return to;
}

char* write_time(char* to, std::uint32_t ms_of_day, std::uint32_t nanos, int digits) {
  const auto seconds = ms_of_day / 1000;
  to = write_pair(to, seconds / 3600);
  *to++ = ':';
  to = write_pair(to, seconds / 60 % 60);
  *to++ = ':';
  to = write_pair(to, seconds % 60);
  return write_fraction(to, ms_of_day % 1000 * 1'000'000 + nanos, digits);
}

} // namespace

// Both after Howard Hinnant: years begin in March, so that the leap day is the last; 400 years are one era.
civil_date civil_from_days(std::int64_t days) {
  days += 719'468;
  const auto era = floor_div(days, 146'097);
  const auto day_of_era = static_cast<std::uint32_t>(days - era * 146'097);
  const auto year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const auto day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const auto shifted = (5 * day_of_year + 2) / 153;
  civil_date date;
  date.day = day_of_year - (153 * shifted + 2) / 5 + 1;
  date.month = shifted < 10 ? shifted + 3 : shifted - 9;
  date.year = static_cast<std::int64_t>(year_of_era) + era * 400 + (date.month <= 2 ? 1 : 0);
  return date;
}

std::int64_t days_from_civil(std::int64_t year, std::uint32_t month, std::uint32_t day) {
  year -= month <= 2 ? 1 : 0;
  const auto era = floor_div(year, 400);
  const auto year_of_era = static_cast<std::uint32_t>(year - era * 400);
  const auto day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const auto day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + static_cast<std::int64_t>(day_of_era) - 719'468;
}

void append_date(std::string& out, std::int64_t days) {
  char text[40];
  out.append(text, write_date(text, days));
}

void append_time(std::string& out, std::int64_t ms_of_day, int digits) {
  char text[40];
  out.append(text, write_time(text, static_cast<std::uint32_t>(ms_of_day), 0, digits));
}

char* write_stamp(char* to, stamp value, stamp_style style, int digits) {
  return stamp_writer().write(to, value, style, digits);
}

char* stamp_writer::write(char* to, stamp value, stamp_style style, int digits) {
  const auto day = floor_div(value.ms, day_ms);
  if (day != day_) {
    day_ = day;
    size_ = static_cast<int>(write_date(date_, day) - date_);
  }
  std::memcpy(to, date_, sizeof date_); // A constant size is copied without a call.
  to += size_;
  *to++ = style == stamp_style::sql ? ' ' : 'T';
  return write_time(to, static_cast<std::uint32_t>(value.ms - day * day_ms), static_cast<std::uint32_t>(value.nanos),
                    digits);
}

void append_stamp(std::string& out, stamp value, stamp_style style, int digits) {
  char text[stamp_chars_max];
  out.append(text, write_stamp(text, value, style, digits));
}

namespace {

/// Reads forward over a text; every step says whether it found what it wanted.
class text_reader {
public:
  explicit text_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] bool take(char wanted) {
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }
  /// Between `least` and `most` digits.
  [[nodiscard]] bool number(int least, int most, std::uint32_t& value) {
    value = 0;
    int count = 0;
    for (; count < most && at_ < end_ && *at_ >= '0' && *at_ <= '9'; ++at_, ++count)
      value = value * 10 + static_cast<std::uint32_t>(*at_ - '0');
    return count >= least;
  }
  /// Nanoseconds of up to 9 digits; with `more`, further ones are cut off.
  [[nodiscard]] std::uint32_t fraction(bool more) {
    std::uint32_t value = 0;
    std::uint32_t weight = 100'000'000;
    for (int count = 0; at_ < end_ && *at_ >= '0' && *at_ <= '9' && (more || count < 9); ++at_, ++count, weight /= 10)
      value += weight * static_cast<std::uint32_t>(*at_ - '0');
    return value;
  }

private:
  const char* at_;
  const char* end_;
};

/// What differs between the texts that are taken.
struct rules {
  int digits_min = 2; ///< Of month, day, hour, minute, second.
  bool seconds_optional = false;
  bool clamp = false;         ///< java.time's SMART: February 30 is the month's last day, 24:00:00 the next midnight.
  bool long_fraction = false; ///< More than 9 digits are cut off instead of refused.
};

bool read_date(text_reader& in, const rules& how, std::int64_t& days) {
  std::uint32_t year = 0;
  std::uint32_t month = 0;
  std::uint32_t day = 0;
  if (!in.number(4, 4, year) || !in.take('-') || !in.number(how.digits_min, 2, month) || !in.take('-') ||
      !in.number(how.digits_min, 2, day))
    return false;
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const auto last = month == 2 ? (leap ? 29U : 28U) : 30U + ((month + month / 8) & 1U);
  if (day > last) {
    if (!how.clamp) return false;
    day = last;
  }
  days = days_from_civil(year, month, day);
  return true;
}

/// `made.ms` becomes the millisecond of the day.
bool read_time(text_reader& in, const rules& how, stamp& made) {
  std::uint32_t hour = 0;
  std::uint32_t minute = 0;
  std::uint32_t second = 0;
  std::uint32_t nanos = 0;
  if (!in.number(how.digits_min, 2, hour) || !in.take(':') || !in.number(how.digits_min, 2, minute)) return false;
  if (in.take(':')) {
    if (!in.number(how.digits_min, 2, second)) return false;
    if (in.take('.')) nanos = in.fraction(how.long_fraction);
  } else if (!how.seconds_optional) {
    return false;
  }
  const bool midnight = how.clamp && hour == 24 && minute == 0 && second == 0 && nanos == 0;
  if ((hour > 23 && !midnight) || minute > 59 || second > 59) return false;
  made.ms = ((std::int64_t{hour} * 60 + minute) * 60 + second) * 1000 + nanos / 1'000'000;
  made.nanos = static_cast<std::int32_t>(nanos % 1'000'000);
  return true;
}

/// `Z`, `+hh`, `+hhmm`, `+hh:mm`, or nothing; the milliseconds to take off.
bool read_offset(text_reader& in, std::int64_t& offset_ms) {
  offset_ms = 0;
  if (in.at_end() || in.take('Z') || in.take('z')) return in.at_end();
  const bool west = in.take('-');
  if (!west && !in.take('+')) return false;
  std::uint32_t hours = 0;
  std::uint32_t minutes = 0;
  if (!in.number(2, 2, hours)) return false;
  if (!in.at_end()) {
    [[maybe_unused]] const bool colon = in.take(':');
    if (!in.number(2, 2, minutes)) return false;
  }
  if (hours > 18 || minutes > 59 || !in.at_end()) return false;
  offset_ms = (std::int64_t{hours} * 60 + minutes) * 60'000 * (west ? -1 : 1);
  return true;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

} // namespace

std::optional<std::int64_t> parse_date(std::string_view text) {
  text_reader in(text);
  std::int64_t days = 0;
  if (!read_date(in, {}, days) || !in.at_end()) return std::nullopt;
  return days;
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  text_reader in(text);
  rules how;
  how.clamp = true;
  stamp made;
  if (!read_time(in, how, made) || !in.at_end()) return std::nullopt;
  return made.ms % day_ms;
}

std::optional<stamp> parse_stamp(std::string_view text, stamp_style style, bool zone_needed) {
  text_reader in(text);
  const bool iso = style == stamp_style::iso8601;
  rules how;
  how.seconds_optional = iso;
  how.clamp = !iso || zone_needed; // Only java.time's own ISO_LOCAL_DATE_TIME is strict.
  std::int64_t days = 0;
  stamp made;
  if (!read_date(in, how, days) || !in.take(iso ? 'T' : ' ') || !read_time(in, how, made)) return std::nullopt;
  if ((zone_needed && !in.take('Z')) || !in.at_end()) return std::nullopt;
  made.ms += days * day_ms;
  return made;
}

std::optional<stamp> parse_stamp_lenient(std::string_view text) {
  text_reader in(text);
  rules how;
  how.seconds_optional = true;
  how.long_fraction = true;
  std::int64_t days = 0;
  std::int64_t offset_ms = 0;
  stamp made;
  if (!read_date(in, how, days) || (!in.take('T') && !in.take(' ') && !in.take('t')) || !read_time(in, how, made) ||
      !read_offset(in, offset_ms))
    return std::nullopt;
  made.ms += days * day_ms - offset_ms;
  return made;
}

std::optional<stamp> parse_stamp_cast(std::string_view text) {
  text_reader in(trimmed(text));
  rules how;
  how.digits_min = 1;
  how.seconds_optional = true;
  how.clamp = true;
  std::int64_t days = 0;
  stamp made;
  if (!read_date(in, how, days)) return std::nullopt;
  if (!in.at_end() && ((!in.take(' ') && !in.take('T')) || !read_time(in, how, made) || !in.at_end()))
    return std::nullopt;
  made.ms += days * day_ms;
  return made;
}

} // namespace core
