#include "io/format/number_token.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data/number_text.hpp"
#include "core/time.hpp"

namespace io {

namespace {

/// A number as sign, digits without point or surrounding zeros, and the power of ten of the last digit.
struct number_digits {
  bool negative = false;
  std::string digits{}; ///< Empty: zero.
  std::int64_t power = 0;
};

constexpr std::int64_t power_bound = 1'000'000'000; // Where java's BigDecimal ends; also keeps sums from overflowing.

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The exponent behind `e`, held within ±power_bound.
std::optional<std::int64_t> read_exponent(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = std::min(value * 10 + (c - '0'), power_bound);
  }
  return negative ? -value : value;
}

std::optional<number_digits> take_apart(std::string_view token) {
  number_digits made;
  std::size_t at = 0;
  if (!token.empty() && (token[0] == '-' || token[0] == '+')) made.negative = token[at++] == '-';
  bool point = false;
  bool any = false;
  for (; at < token.size() && (is_digit(token[at]) || (token[at] == '.' && !point)); ++at) {
    if (token[at] == '.') {
      point = true;
      continue;
    }
    any = true;
    made.power -= point ? 1 : 0;
    if (!made.digits.empty() || token[at] != '0') made.digits += token[at];
  }
  if (!any) return std::nullopt;
  if (at < token.size()) {
    if (token[at] != 'e' && token[at] != 'E') return std::nullopt;
    const auto exponent = read_exponent(token.substr(at + 1));
    if (!exponent) return std::nullopt;
    made.power += *exponent;
  }
  while (!made.digits.empty() && made.digits.back() == '0') {
    made.digits.pop_back();
    ++made.power;
  }
  return made;
}

/// The number times 10^shift without its fraction; `cut` when there was one. At most 38 digits.
std::optional<core::int128> whole_part(const number_digits& number, int shift, bool& cut) {
  cut = false;
  if (number.digits.empty()) return core::int128{0};
  const auto power = number.power + shift;
  const auto size = static_cast<std::int64_t>(number.digits.size()) + power;
  cut = power < 0;
  if (size <= 0) return core::int128{0};
  if (size > 38) return std::nullopt;
  core::int128 value = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    const auto place = static_cast<std::size_t>(i);
    value = value * 10 + (place < number.digits.size() ? number.digits[place] - '0' : 0);
  }
  return number.negative ? -value : value;
}

int power_of_unit(core::plan::time_format unit) {
  switch (unit) {
  case core::plan::time_format::epoch_seconds: return 9;
  case core::plan::time_format::epoch_millis: return 6;
  case core::plan::time_format::epoch_micros: return 3;
  default: return 0;
  }
}

} // namespace

bool is_epoch(core::plan::time_format format) { return format >= core::plan::time_format::epoch_seconds; }

bool is_in_calendar(std::int64_t ms) {
  constexpr std::int64_t first = -62'135'596'800'000; // 0001-01-01 00:00:00
  constexpr std::int64_t last = 253'402'300'799'999;  // 9999-12-31 23:59:59.999
  return ms >= first && ms <= last;
}

std::optional<std::int64_t> cut_to_integer(std::string_view token) {
  const auto number = take_apart(token);
  if (!number) return std::nullopt;
  bool cut = false;
  const auto value = whole_part(*number, 0, cut);
  if (!value || *value > std::numeric_limits<std::int64_t>::max() || *value < std::numeric_limits<std::int64_t>::min())
    return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<core::stamp> epoch_stamp(std::string_view token, core::plan::time_format unit) {
  if (!is_epoch(unit)) return std::nullopt;
  const auto number = take_apart(token);
  if (!number) return std::nullopt;
  bool cut = false;
  auto nanos = whole_part(*number, power_of_unit(unit), cut);
  if (!nanos) return std::nullopt;
  if (cut && number->negative) *nanos -= 1; // Floor, also below the nanosecond.
  constexpr core::int128 ms_nanos = 1'000'000;
  const auto rest = (*nanos % ms_nanos + ms_nanos) % ms_nanos;
  const auto ms = (*nanos - rest) / ms_nanos;
  if (ms > std::numeric_limits<std::int64_t>::max() || ms < std::numeric_limits<std::int64_t>::min())
    return std::nullopt;
  if (!is_in_calendar(static_cast<std::int64_t>(ms))) return std::nullopt;
  return core::stamp{static_cast<std::int64_t>(ms), static_cast<std::int32_t>(rest)};
}

namespace {

/// BigDecimal.toString of the stripped number.
void append_stripped(std::string& out, const number_digits& number) {
  if (number.digits.empty()) {
    out += '0';
    return;
  }
  if (number.negative) out += '-';
  const auto count = static_cast<std::int64_t>(number.digits.size());
  const auto exponent = count - 1 + number.power;
  if (number.power > 0 || exponent < -6) {
    out += number.digits[0];
    if (count > 1) out.append(".").append(number.digits, 1);
    out += exponent < 0 ? "E" : "E+";
    core::append_integer(out, exponent);
  } else if (number.power == 0) {
    out += number.digits;
  } else if (exponent < 0) {
    out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(number.digits);
  } else {
    const auto whole = static_cast<std::size_t>(exponent + 1);
    out.append(number.digits, 0, whole).append(".").append(number.digits, whole);
  }
}

} // namespace

void append_tree_number(std::string& out, std::string_view token, bool integral) {
  if (integral)
    out += token == "-0" ? "0" : token;
  else if (const auto number = take_apart(token))
    append_stripped(out, *number);
}

void append_variant_number(std::string& out, std::string_view token, bool integral) {
  if (integral) return append_tree_number(out, token, true);
  constexpr double exact_max = 9007199254740992.0; // 2^53
  const auto value = core::parse_double(token).value_or(0);
  if (std::abs(value) < exact_max && std::trunc(value) == value)
    core::append_integer(out, static_cast<std::int64_t>(value));
  else if (std::isfinite(value))
    core::append_double(out, value);
  else
    append_tree_number(out, token, false);
}

} // namespace io
