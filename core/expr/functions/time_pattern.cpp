#include "core/expr/functions/time_pattern.hpp"

#include <array>

#include <fmt/format.h>

#include "core/expr/functions/time_value.hpp"

namespace core::expr::functions {

namespace {

constexpr std::array<std::string_view, 12> month_names{"January",   "February", "March",    "April",
                                                       "May",       "June",     "July",     "August",
                                                       "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> weekday_names{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                        "Friday", "Saturday", "Sunday"};

constexpr std::string_view strict_letters = "GuyYDMLdQqwWEecahKkHmsSAnN";
constexpr std::string_view simple_letters = "GyYMLwWDdFEuaHkKhmsSXZ";

bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

class pattern_reader {
public:
  pattern_reader(std::string_view pattern, pattern_style style) : all_(pattern), rest_(pattern), style_(style) {}

  result<std::vector<pattern_item>> read(bool in_section) {
    std::vector<pattern_item> items;
    while (!rest_.empty()) {
      const char first = rest_[0];
      if (first == '\'') {
        auto text = read_quoted();
        if (!text) return std::unexpected(std::move(text.error()));
        add_literal(items, *text);
      } else if (is_letter(first)) {
        auto item = read_field();
        if (!item) return std::unexpected(std::move(item.error()));
        items.push_back(std::move(*item));
      } else if (first == ']' && in_section) {
        rest_.remove_prefix(1);
        return items;
      } else if (first == '[' && style_ == pattern_style::strict) {
        rest_.remove_prefix(1);
        auto section = read(true);
        if (!section) return std::unexpected(std::move(section.error()));
        items.push_back({'[', 0, {}, std::move(*section)});
      } else {
        add_literal(items, rest_.substr(0, 1));
        rest_.remove_prefix(1);
      }
    }
    return items; // A section may stay open to the end, as in Java.
  }

private:
  static void add_literal(std::vector<pattern_item>& items, std::string_view text) {
    if (items.empty() || items.back().letter != 0) items.push_back({});
    items.back().literal.append(text);
  }

  /// `'at'`, and `''` for a quote, inside and outside.
  result<std::string> read_quoted() {
    std::string text;
    rest_.remove_prefix(1);
    if (rest_.starts_with('\'')) {
      rest_.remove_prefix(1);
      return "'";
    }
    while (!rest_.empty()) {
      if (rest_.starts_with("''")) {
        text.push_back('\'');
        rest_.remove_prefix(2);
      } else if (rest_[0] == '\'') {
        rest_.remove_prefix(1);
        return text;
      } else {
        text.push_back(rest_[0]);
        rest_.remove_prefix(1);
      }
    }
    return fail(errc::bad_value, fmt::format("time pattern has an open quote: {}", all_));
  }

  result<pattern_item> read_field() {
    pattern_item item;
    item.letter = rest_[0];
    while (!rest_.empty() && rest_[0] == item.letter) {
      ++item.count;
      rest_.remove_prefix(1);
    }
    const auto known = style_ == pattern_style::strict ? strict_letters : simple_letters;
    if (known.find(item.letter) == std::string_view::npos)
      return fail(errc::unsupported,
                  fmt::format("time pattern has a letter that weir does not have: {} in {}", item.letter, all_));
    return item;
  }

  std::string_view all_;
  std::string_view rest_;
  pattern_style style_;
};

} // namespace

std::string_view month_name(std::int64_t month) { return month_names[static_cast<std::size_t>(month - 1)]; }
std::string_view weekday_name(std::int64_t iso_weekday) {
  return weekday_names[static_cast<std::size_t>(iso_weekday - 1)];
}

result<time_pattern> time_pattern::compile(std::string_view pattern, pattern_style style) {
  auto items = pattern_reader(pattern, style).read(false);
  if (!items) return std::unexpected(std::move(items.error()));
  time_pattern made;
  made.items_ = std::move(*items);
  made.style_ = style;
  return made;
}

namespace {

/// SMART resolution of java.time: a day past the month's end is its last; 31 is always allowed before that.
std::optional<std::int64_t> resolve_days(const parsed_fields& fields) {
  const auto year = fields.year.value_or(1970);
  if (fields.day_of_year > 0 && fields.year && fields.month < 0) {
    const auto days = days_from_civil(year, 1, 1) + fields.day_of_year - 1;
    return civil_from_days(days).year == year ? std::optional(days) : std::nullopt;
  }
  const auto month = fields.month < 0 ? 1 : fields.month;
  const bool whole = fields.year && fields.month > 0 && fields.day > 0;
  auto day = fields.day < 0 ? 1 : fields.day;
  const auto last = last_day_of_month(year, month);
  if (day > last && !whole) return {};
  day = std::min(day, last);
  const auto days = days_from_civil(year, static_cast<std::uint32_t>(month), static_cast<std::uint32_t>(day));
  if (whole && fields.weekday > 0 && date_field(time_unit::isodow, days) != fields.weekday) return {};
  return days;
}

std::int64_t hour_of(const parsed_fields& fields) {
  if (fields.hour >= 0) return fields.hour;
  // Without AM or PM the strict dialect does not know the hour, and Flink takes 0.
  return fields.half_day_hour >= 0 && fields.half >= 0 ? fields.half * 12 + fields.half_day_hour : 0;
}

std::int64_t or_zero(std::int64_t field) { return field < 0 ? 0 : field; }

} // namespace

std::optional<stamp> time_pattern::parse(std::string_view text) const {
  parsed_fields fields;
  if (!read_fields(items_, style_, text, fields) || !text.empty()) return {};
  const auto days = resolve_days(fields);
  if (!days) return {};
  const auto nanos = or_zero(fields.nanos);
  // 24:00 is the next day's midnight; nothing lies behind it.
  if (fields.hour == 24 && or_zero(fields.minute) + or_zero(fields.second) + nanos > 0) return {};
  const auto ms = hour_of(fields) * hour_ms + or_zero(fields.minute) * minute_ms + or_zero(fields.second) * second_ms;
  return stamp{*days * day_ms + ms + nanos / 1'000'000, static_cast<std::int32_t>(nanos % 1'000'000)};
}

std::optional<std::int64_t> time_pattern::parse_moment(std::string_view text, const time_zone& zone) const {
  parsed_fields fields;
  if (!read_fields(items_, style_, text, fields)) return {};
  // Lenient as java.util.Calendar: month 13 is January of the next year, hour 25 is 1 o'clock of the next day.
  const auto year = fields.year.value_or(1970);
  std::int64_t days = 0;
  if (fields.day_of_year >= 0 && fields.month < 0) {
    days = days_from_civil(year, 1, 1) + fields.day_of_year - 1;
  } else {
    const auto months = year * 12 + (fields.month < 0 ? 1 : fields.month) - 1;
    const auto first =
        days_from_civil(floor_div(months, 12), static_cast<std::uint32_t>(months - floor_div(months, 12) * 12 + 1), 1);
    days = first + (fields.day < 0 ? 1 : fields.day) - 1;
  }
  auto hours = fields.hour;
  if (hours < 0) hours = or_zero(fields.half_day_hour) + 12 * or_zero(fields.half);
  const auto local = days * day_ms + hours * hour_ms + or_zero(fields.minute) * minute_ms +
                     or_zero(fields.second) * second_ms + or_zero(fields.nanos) / 1'000'000;
  return fields.zone_offset_ms ? local - *fields.zone_offset_ms : calendar_to_utc(zone, local);
}

} // namespace core::expr::functions
