#include "io/format/text_value.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "io/format/base64.hpp"
#include "io/format/number_token.hpp"

namespace io {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

namespace {

bool fits(read_as how, std::int64_t value) {
  switch (how) {
  case read_as::int8: return value >= -128 && value <= 127;
  case read_as::int16: return value >= -32768 && value <= 32767;
  case read_as::int32:
    return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
  default: return true;
  }
}

outcome put_integer(column_filler& to, std::size_t row, std::optional<std::int64_t> value) {
  if (!value || !fits(to.how(), *value)) return outcome::bad;
  to.put_integer(row, *value);
  return outcome::taken;
}

bool is_true(std::string_view text) {
  constexpr std::string_view wanted = "true";
  if (text.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if ((text[i] | 0x20) != wanted[i]) return false;
  return true;
}

/// Rounded once: through a double the last bit could differ.
std::optional<double> parse_float(std::string_view text) {
  const auto wide = core::parse_double(text);
  if (!wide || !std::isfinite(*wide)) return wide;
  const bool plus = text[0] == '+';
  float value = 0;
  const auto [end, code] = std::from_chars(text.data() + (plus ? 1 : 0), text.data() + text.size(), value);
  if (code == std::errc::result_out_of_range) value = static_cast<float>(*wide);
  return value;
}

outcome put_real(column_filler& to, std::size_t row, std::string_view text) {
  const auto value = to.how() == read_as::float32 ? parse_float(text) : core::parse_double(text);
  if (!value) return outcome::bad;
  to.put_real(row, *value);
  return outcome::taken;
}

outcome put_decimal(column_filler& to, std::size_t row, std::string_view text) {
  if (const auto value = core::parse_decimal(text, to.type().precision, to.type().scale)) {
    to.put_decimal(row, *value);
    return outcome::taken;
  }
  // A number that BigDecimal knows but the type has no room for is NULL in Flink.
  if (text.empty() || text.back() == 'y' || text.back() == 'N' || !core::parse_double(text)) return outcome::bad;
  to.put_null(row);
  return outcome::lost;
}

outcome put_stamp(column_filler& to, std::size_t row, std::optional<core::stamp> value) {
  if (!value) return outcome::bad;
  to.put_stamp(row, *value);
  return outcome::taken;
}

std::optional<core::stamp> read_stamp(std::string_view text, bool zoned, const value_rules& rules) {
  using core::plan::time_format;
  std::optional<core::stamp> value;
  if (is_epoch(rules.timestamps))
    value = epoch_stamp(trimmed(text), rules.timestamps);
  else if (rules.timestamps == time_format::sql)
    value = core::parse_stamp(text, core::stamp_style::sql, zoned);
  else
    value = core::parse_stamp(text, core::stamp_style::iso8601, zoned);
  if (!value && rules.lenient_timestamps) value = core::parse_stamp_lenient(trimmed(text));
  return value;
}

outcome put_bytes(column_filler& to, std::size_t row, std::string_view text, core::text_arena& arena) {
  char* const place = arena.allocate(decoded_bytes_max(text.size()));
  const auto size = decode_base64(text, place);
  if (!size) return outcome::bad;
  to.put_text(row, {place, *size});
  return outcome::taken;
}

} // namespace

outcome put_from_text(column_filler& to, std::size_t row, std::string_view text, const value_rules& rules,
                      core::text_arena& arena) {
  switch (to.how()) {
  case read_as::boolean: to.put_integer(row, is_true(trimmed(text)) ? 1 : 0); return outcome::taken;
  case read_as::int8:
  case read_as::int16:
  case read_as::int32:
  case read_as::int64: return put_integer(to, row, core::parse_integer(trimmed(text)));
  case read_as::float32:
  case read_as::float64: return put_real(to, row, trimmed(text));
  case read_as::decimal: return put_decimal(to, row, trimmed(text));
  case read_as::string: to.put_text(row, text); return outcome::taken;
  case read_as::bytes: return put_bytes(to, row, text, arena);
  case read_as::date: return put_integer(to, row, core::parse_date(text));
  case read_as::time: return put_integer(to, row, core::parse_time(text));
  case read_as::stamp:
    return put_stamp(to, row, read_stamp(text, to.type().kind == core::type_kind::timestamp_ltz, rules));
  default: return outcome::bad;
  }
}

outcome put_from_number(column_filler& to, std::size_t row, std::string_view token, bool integral,
                        const value_rules& rules) {
  switch (to.how()) {
  case read_as::boolean: to.put_integer(row, 0); return outcome::taken; // Flink: whatever is not the text `true`.
  case read_as::int8:
  case read_as::int16: return integral ? put_integer(to, row, core::parse_integer(token)) : outcome::bad;
  case read_as::int32:
  case read_as::int64: return put_integer(to, row, integral ? core::parse_integer(token) : cut_to_integer(token));
  case read_as::float32:
  case read_as::float64: return put_real(to, row, token);
  case read_as::decimal: return put_decimal(to, row, token);
  case read_as::string: to.put_text(row, token); return outcome::taken;
  case read_as::stamp: return put_stamp(to, row, epoch_stamp(token, rules.timestamps));
  default: return outcome::bad;
  }
}

std::string misfit_text(std::string_view field, const core::data_type& wanted, std::string_view value) {
  constexpr std::size_t shown_max = 200;
  auto type = wanted;
  type.nullable = true;
  if (value.size() <= shown_max) return fmt::format("field {} cannot be read as {}: {}", field, to_string(type), value);
  auto size = shown_max; // Never in the middle of a code point.
  while (size > 0 && (static_cast<unsigned char>(value[size]) & 0xC0) == 0x80) --size;
  return fmt::format("field {} cannot be read as {}: {}…", field, to_string(type), value.substr(0, size));
}

} // namespace io
