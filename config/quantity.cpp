#include "config/quantity.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

namespace config {

namespace {

struct unit {
  std::string_view name;
  std::int64_t size;
};

constexpr std::array duration_units{unit{"ms", 1},          unit{"milli", 1},        unit{"millis", 1},
                                    unit{"millisecond", 1}, unit{"milliseconds", 1}, unit{"s", 1000},
                                    unit{"sec", 1000},      unit{"secs", 1000},      unit{"second", 1000},
                                    unit{"seconds", 1000},  unit{"m", 60'000},       unit{"min", 60'000},
                                    unit{"mins", 60'000},   unit{"minute", 60'000},  unit{"minutes", 60'000},
                                    unit{"h", 3'600'000},   unit{"hour", 3'600'000}, unit{"hours", 3'600'000},
                                    unit{"d", 86'400'000},  unit{"day", 86'400'000}, unit{"days", 86'400'000}};

constexpr std::array byte_units{unit{"", 1},
                                unit{"b", 1},
                                unit{"kb", 1000},
                                unit{"mb", 1'000'000},
                                unit{"gb", 1'000'000'000},
                                unit{"kib", 1LL << 10},
                                unit{"mib", 1LL << 20},
                                unit{"gib", 1LL << 30},
                                unit{"tib", 1LL << 40}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z'); }

template <std::size_t N>
std::optional<std::int64_t> size_of(const std::array<unit, N>& units, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const auto& one) { return one.name == name; });
  if (found == units.end()) return std::nullopt;
  return found->size;
}

std::string lower(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  std::string out(text);
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// `12.5` as digits without the point and the power of ten to divide by.
struct plain_number {
  std::int64_t digits = 0;
  std::int64_t divisor = 1;
};

/// Takes a number from the front of `text`; at most 15 digits, so that nothing overflows before it is checked.
std::optional<plain_number> take_number(std::string_view& text) {
  plain_number number;
  bool behind_point = false;
  std::size_t digits = 0;
  std::size_t at = 0;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !behind_point)); ++at) {
    if (text[at] == '.') {
      behind_point = true;
      continue;
    }
    if (++digits > 15) return std::nullopt;
    number.digits = number.digits * 10 + (text[at] - '0');
    if (behind_point) number.divisor *= 10;
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(at);
  return number;
}

/// number × size, when that is a whole number below 2^62.
std::optional<std::int64_t> times(const plain_number& number, std::int64_t size) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(number.digits, size, &product)) return std::nullopt;
  if (product % number.divisor != 0) return std::nullopt;
  return product / number.divisor;
}

core::result<std::int64_t> no_duration(std::string_view text) {
  return core::fail(core::errc::bad_value, fmt::format("not a duration: {}", text), {},
                    "write 500ms, 5s, 1m, 2h, 1d or 1h30m");
}

core::result<std::int64_t> add_part(std::int64_t sum, const plain_number& number, std::int64_t size,
                                    std::string_view text) {
  const auto part = times(number, size);
  if (!part && number.divisor > 1)
    return core::fail(core::errc::bad_value, fmt::format("a duration is whole milliseconds: {}", text));
  if (!part || *part > duration_ms_max || sum + *part > duration_ms_max)
    return core::fail(core::errc::bad_value, fmt::format("a duration is at most 100 years: {}", text));
  return sum + *part;
}

core::result<std::int64_t> read_parts(std::string_view rest, std::string_view text) {
  std::int64_t sum = 0;
  bool first = true;
  while (!rest.empty()) {
    const auto number = take_number(rest);
    if (!number) return no_duration(text);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const auto letters = static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_letter) - rest.begin());
    const auto name = rest.substr(0, letters);
    rest.remove_prefix(letters);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const auto size = name.empty() && first && rest.empty() ? 1000 : size_of(duration_units, name);
    if (!size) return no_duration(text);
    const auto added = add_part(sum, *number, *size, text);
    if (!added) return added;
    sum = *added;
    first = false;
  }
  return first ? no_duration(text) : core::result<std::int64_t>(sum);
}

/// Behind the `p`: days, then `t` and hours, minutes, seconds.
core::result<std::int64_t> read_iso(std::string_view rest, std::string_view text) {
  std::int64_t sum = 0;
  bool in_time = false;
  bool any = false;
  while (!rest.empty()) {
    if (rest.front() == 't' && !in_time) {
      in_time = true;
      rest.remove_prefix(1);
      continue;
    }
    const auto number = take_number(rest);
    if (!number || rest.empty()) return no_duration(text);
    const auto letter = rest.substr(0, 1);
    rest.remove_prefix(1);
    if ((letter == "d") == in_time) return no_duration(text);
    const auto size = size_of(duration_units, letter);
    if (!size) return no_duration(text);
    const auto added = add_part(sum, *number, *size, text);
    if (!added) return added;
    sum = *added;
    any = true;
  }
  return any ? core::result<std::int64_t>(sum) : no_duration(text);
}

} // namespace

core::result<std::int64_t> parse_duration_ms(std::string_view text) {
  const auto plain = lower(text);
  std::string_view rest = plain;
  const bool negative = rest.starts_with('-');
  if (negative) rest.remove_prefix(1);
  const auto read = rest.starts_with('p') ? read_iso(rest.substr(1), text) : read_parts(rest, text);
  if (!read) return read;
  return negative ? -*read : *read;
}

core::result<std::uint64_t> parse_bytes(std::string_view text) {
  const auto plain = lower(text);
  std::string_view rest = plain;
  const auto number = take_number(rest);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const auto size = size_of(byte_units, rest);
  const auto bytes = number && size ? times(*number, *size) : std::nullopt;
  if (!bytes)
    return core::fail(core::errc::bad_value, fmt::format("not a size: {}", text), {},
                      "write 65536, 64KiB, 16MiB or 2GiB");
  return static_cast<std::uint64_t>(*bytes);
}

std::string duration_text(std::int64_t ms) {
  if (ms == 0) return "0s";
  std::string text = ms < 0 ? "-" : "";
  auto rest = ms < 0 ? -ms : ms;
  for (const auto& [name, size] :
       {unit{"d", 86'400'000}, unit{"h", 3'600'000}, unit{"m", 60'000}, unit{"s", 1000}, unit{"ms", 1}}) {
    if (rest / size > 0) text += fmt::format("{}{}", rest / size, name);
    rest %= size;
  }
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes == 0) return "0B";
  for (const auto& [name, shift] :
       {std::pair{"TiB", 40U}, std::pair{"GiB", 30U}, std::pair{"MiB", 20U}, std::pair{"KiB", 10U}})
    if (bytes % (std::uint64_t{1} << shift) == 0) return fmt::format("{}{}", bytes >> shift, name);
  return fmt::format("{}B", bytes);
}

} // namespace config
