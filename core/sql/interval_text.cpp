#include "core/sql/interval_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace core::sql {

namespace {

struct unit_entry {
  std::string_view name;
  bool months;
  std::int64_t scale; ///< In months or milliseconds.
  std::int64_t max;   ///< As a field that is not the first.
  char separator;     ///< In front of it when it is not the first.
};
constexpr std::array<unit_entry, 8> units{{{"YEAR", true, 12, 0, 0},
                                           {"MONTH", true, 1, 11, '-'},
                                           {"DAY", false, 86'400'000, 0, 0},
                                           {"HOUR", false, 3'600'000, 23, ' '},
                                           {"MINUTE", false, 60'000, 59, ':'},
                                           {"SECOND", false, 1'000, 59, ':'},
                                           {"QUARTER", true, 3, 0, 0},
                                           {"WEEK", false, 604'800'000, 0, 0}}};

std::size_t unit_index(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(units, name, &unit_entry::name) - units.begin());
}

constexpr std::size_t seconds_index = 5;
constexpr std::size_t last_range_index = 5; ///< QUARTER and WEEK stand alone.

/// Takes digits off the front of `text`.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// `.5` is 500 ms.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  std::int64_t ms = 0;
  int digits = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    if (digits++ < 3) ms = ms * 10 + (text.front() - '0');
  }
  if (digits == 0 || digits > 9) return std::nullopt;
  for (; digits < 3; ++digits) ms *= 10;
  return ms;
}

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The fields from unit `first` to unit `last` off the front of `rest`, or nothing when they are not so written.
std::optional<std::int64_t> take_fields(std::string_view& rest, std::size_t first, std::size_t last) {
  std::int64_t total = 0;
  for (auto i = first; i <= last; ++i) {
    const auto& unit = units[i];
    if (i != first) {
      if (!rest.starts_with(unit.separator)) return std::nullopt;
      rest.remove_prefix(1);
    }
    const auto value = take_number(rest);
    if (!value || (i != first && *value > unit.max)) return std::nullopt;
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(*value, unit.scale, &scaled) || __builtin_add_overflow(total, scaled, &total)) {
      return std::nullopt;
    }
    if (i == seconds_index) {
      const auto fraction = take_fraction(rest);
      if (!fraction) return std::nullopt;
      total += *fraction;
    }
  }
  return total;
}

} // namespace

bool is_interval_unit(std::string_view upper) { return unit_index(upper) < units.size(); }

bool is_interval_range(std::string_view first, std::string_view last) {
  const auto from = unit_index(first);
  const auto to = unit_index(last);
  return to <= last_range_index && from < to && units[from].months == units[to].months;
}

result<interval_amount> read_interval(std::string_view text, std::string_view unit, int digits_max) {
  const auto to = unit.find(" TO ");
  const auto first = unit_index(unit.substr(0, to));
  const auto last = to == std::string_view::npos ? first : unit_index(unit.substr(to + 4));
  auto rest = trim(text);
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto total = take_fields(rest, first, last);
  if (!total || !rest.empty()) {
    return fail(errc::syntax, fmt::format("not an interval of {}: '{}'", unit, text), {}, {});
  }
  if (digits > static_cast<std::size_t>(digits_max)) {
    return fail(errc::syntax, fmt::format("an interval has more than {} digits: '{}'", digits_max, text), {},
                fmt::format("write {}({})", units[first].name, digits));
  }
  return interval_amount{units[first].months, negative ? -*total : *total};
}

} // namespace core::sql
