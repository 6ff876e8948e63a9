#include "io/opensearch/date_pattern.hpp"

#include <cctype>

#include <fmt/format.h>

#include "core/data/time_text.hpp"

namespace io::opensearch {

namespace {

using core::errc;

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::string_view letters = "yuMdDHmsSX";

/// How often each may be repeated and still print a number (MMM is a name).
int count_max(char letter) {
  switch (letter) {
  case 'y':
  case 'u':
  case 'S': return 9;
  case 'D': return 3;
  case 'X': return 1;
  default: return 2;
  }
}

void append_fraction(std::string& out, std::int64_t ms_of_second, int digits) {
  const auto nine = fmt::format("{:03}000000", ms_of_second);
  out += nine.substr(0, static_cast<std::size_t>(digits));
}

} // namespace

core::result<date_pattern> date_pattern::parse(std::string_view text) {
  date_pattern made;
  const auto literal = [&](std::string_view piece) {
    if (made.parts_.empty() || made.parts_.back().letter != 0) made.parts_.push_back({});
    made.parts_.back().literal += piece;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'') {
      const auto end = text.find('\'', at + 1);
      if (end == std::string_view::npos)
        return core::fail(errc::syntax, fmt::format("a quote without its partner in the date pattern {}", text));
      literal(end == at + 1 ? "'" : text.substr(at + 1, end - at - 1));
      at = end + 1;
    } else if (std::isalpha(static_cast<unsigned char>(c)) == 0) {
      literal(text.substr(at++, 1));
    } else {
      const auto behind = std::min(text.find_first_not_of(c, at), text.size());
      const auto count = static_cast<int>(behind - at);
      if (letters.find(c) == std::string_view::npos || count > count_max(c))
        return core::fail(errc::unsupported,
                          fmt::format("{} in the date pattern {}", text.substr(at, behind - at), text), {},
                          "there are y, u, M, d, D, H, m, s, S and X, as numbers; other text stands in quotes");
      made.parts_.push_back({c, count, {}});
      at = behind;
    }
  }
  if (made.parts_.empty()) return core::fail(errc::syntax, "the date pattern is empty");
  return made;
}

void date_pattern::append(std::string& out, std::int64_t ms) const {
  auto days = ms / day_ms;
  auto of_day = ms % day_ms;
  if (of_day < 0) {
    of_day += day_ms;
    --days;
  }
  const auto date = core::civil_from_days(days);
  const auto put = [&](std::int64_t value, int width) { out += fmt::format("{:0{}}", value, width); };
  for (const auto& one : parts_) {
    switch (one.letter) {
    case 0: out += one.literal; break;
    case 'y':
    case 'u':
      if (one.count == 2)
        put((date.year % 100 + 100) % 100, 2);
      else
        put(date.year, one.count);
      break;
    case 'M': put(date.month, one.count); break;
    case 'd': put(date.day, one.count); break;
    case 'D': put(days - core::days_from_civil(date.year, 1, 1) + 1, one.count); break;
    case 'H': put(of_day / 3'600'000, one.count); break;
    case 'm': put(of_day / 60'000 % 60, one.count); break;
    case 's': put(of_day / 1000 % 60, one.count); break;
    case 'S': append_fraction(out, of_day % 1000, one.count); break;
    default: out += 'Z'; // X: the zone, which is UTC always.
    }
  }
}

} // namespace io::opensearch
