#include "core/expr/value_text.hpp"

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/data/time_text.hpp"

namespace core::expr {

namespace {

void append_item(std::string& out, const column& values, std::size_t row, const time_zone& zone) {
  if (values.is_null(row)) {
    out += "NULL";
  } else {
    append_value(out, values, row, zone);
  }
}

void append_interval(std::string& out, std::int64_t value, bool months) {
  const auto size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const char sign = value < 0 ? '-' : '+';
  if (months) {
    out += fmt::format("{}{}-{:02}", sign, size / 12, size % 12);
    return;
  }
  const auto seconds = size / 1000;
  out += fmt::format("{}{} {:02}:{:02}:{:02}.{:03}", sign, seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60,
                     seconds % 60, size % 1000);
}

void append_nested(std::string& out, const column& values, std::size_t row, const time_zone& zone) {
  if (values.type.kind == type_kind::row) {
    out += '(';
    for (std::size_t i = 0; i < values.children.size(); ++i) {
      if (i > 0) out += ", ";
      append_item(out, *values.children[i], row, zone);
    }
    out += ')';
    return;
  }
  const bool is_map = values.type.kind == type_kind::map;
  out += is_map ? '{' : '[';
  for (auto i = values.offsets[row]; i < values.offsets[row + 1]; ++i) {
    if (i > values.offsets[row]) out += ", ";
    append_item(out, *values.children[0], i, zone);
    if (!is_map) continue;
    out += '=';
    append_item(out, *values.children[1], i, zone);
  }
  out += is_map ? '}' : ']';
}

} // namespace

void append_value(std::string& out, const column& values, std::size_t row, const time_zone& zone) {
  const auto& type = values.type;
  const auto stamp_at = [&](std::int64_t ms) { return stamp{ms, values.nanos.empty() ? 0 : values.nanos[row]}; };
  switch (type.kind) {
  case type_kind::null: out += "NULL"; return;
  case type_kind::boolean: out += values.ints[row] != 0 ? "TRUE" : "FALSE"; return;
  case type_kind::float32: append_float(out, values.reals[row]); return;
  case type_kind::float64: append_double(out, values.reals[row]); return;
  case type_kind::decimal: append_decimal(out, values.decimals[row], type.scale); return;
  case type_kind::string:
  case type_kind::bytes:
  case type_kind::variant: out += values.texts[row]; return;
  case type_kind::date: append_date(out, values.ints[row]); return;
  case type_kind::time: append_time(out, values.ints[row], type.precision); return;
  case type_kind::timestamp: append_stamp(out, stamp_at(values.ints[row]), stamp_style::sql, type.precision); return;
  case type_kind::timestamp_ltz:
    append_stamp(out, stamp_at(zone.to_local(values.ints[row])), stamp_style::sql, type.precision);
    return;
  case type_kind::interval_ms: append_interval(out, values.ints[row], false); return;
  case type_kind::interval_months: append_interval(out, values.ints[row], true); return;
  case type_kind::array:
  case type_kind::map:
  case type_kind::row: append_nested(out, values, row, zone); return;
  default: append_integer(out, values.ints[row]); return;
  }
}

std::string_view cut_length(std::string_view text, std::int32_t length) {
  if (length <= 0 || text.size() <= static_cast<std::size_t>(length)) return text;
  std::int32_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (starts && seen++ == length) return text.substr(0, i);
  }
  return text;
}

void fit_length(std::string& text, std::int32_t length, bool pad) {
  text.resize(cut_length(text, length).size());
  if (!pad) return;
  std::int32_t points = 0;
  for (const char c : text) points += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  for (; points < length; ++points) text += ' ';
}

} // namespace core::expr
