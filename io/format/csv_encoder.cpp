#include "io/format/csv_encoder.hpp"

#include <algorithm>

#include "core/data/number_text.hpp"
#include "io/format/base64.hpp"
#include "io/format/number_token.hpp"
#include "io/format/value_text.hpp"

namespace io {

namespace {

constexpr std::size_t scalar_room = 96;
/// Jackson looks no further into a text before it quotes it; counted in UTF-16 units.
constexpr std::size_t checked_units_max = 24;

std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

} // namespace

csv_encoder::csv_encoder(const core::plan::format_options& options, core::schema_ptr layout)
    : options_(options), style_(options.timestamps == core::plan::time_format::iso8601 ? core::stamp_style::iso8601
                                                                                       : core::stamp_style::sql),
      layout_(std::move(layout)),
      safe_from_(static_cast<unsigned char>(std::max({options.csv_delimiter, options.csv_quote, '\n'}) + 1)) {}

void csv_encoder::write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const {
  byte_writer to(out);
  core::stamp_writer stamps;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    for (std::size_t i = 0; i < rows.columns.size(); ++i) {
      to.reserve(scalar_room + options_.csv_null_literal.size());
      if (i > 0) to.put(options_.csv_delimiter);
      if (rows.columns[i]->is_null(row))
        to.put(options_.csv_null_literal);
      else
        write_value(to, stamps, layout_->fields[i].type, *rows.columns[i], row);
    }
    to.reserve(1);
    to.put('\n');
    if (ends != nullptr) ends->push_back(to.size());
  }
}

void csv_encoder::write_value(byte_writer& to, core::stamp_writer& stamps, const core::data_type& type,
                              const core::column& from, std::size_t row) const {
  using core::type_kind;
  std::string text;
  switch (type.kind) {
  case type_kind::boolean: return to.put(from.ints[row] != 0 ? "true" : "false");
  case type_kind::float32: return to.move_to(core::write_float(to.at(), from.reals[row]));
  case type_kind::float64: return to.move_to(core::write_double(to.at(), from.reals[row]));
  case type_kind::decimal: return put_decimal(to, from.decimals[row], type.scale, options_.decimal_as_plain_number);
  case type_kind::string:
  case type_kind::variant: return write_text(to, from.texts[row]);
  case type_kind::bytes:
    text.resize(encoded_bytes(from.texts[row].size()));
    encode_base64(from.texts[row], text.data());
    return write_text(to, text);
  case type_kind::date: core::append_date(text, from.ints[row]); return write_text(to, text);
  case type_kind::time: core::append_time(text, from.ints[row], -1); return write_text(to, text);
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: {
    const core::stamp value{from.ints[row], nanos_at(from, row)};
    if (is_epoch(options_.timestamps)) return put_epoch(to, value.ms, value.nanos, options_.timestamps);
    char shown[core::stamp_chars_max];
    char* end = stamps.write(shown, value, style_, -1);
    if (type.kind == type_kind::timestamp_ltz) *end++ = 'Z';
    return write_text(to, {shown, static_cast<std::size_t>(end - shown)});
  }
  default: return to.move_to(core::write_integer(to.at(), from.ints[row]));
  }
}

bool csv_encoder::needs_quotes(std::string_view text) const {
  if (options_.csv_quote == '\0') return false;
  if (text.size() > checked_units_max && utf16_units(text) > checked_units_max) return true;
  return std::any_of(text.begin(), text.end(), [this](char c) { return static_cast<unsigned char>(c) < safe_from_; });
}

void csv_encoder::write_text(byte_writer& to, std::string_view text) const {
  to.reserve(text.size() * 2 + scalar_room);
  if (!needs_quotes(text)) return to.put(text);
  const char quote = options_.csv_quote;
  to.put(quote);
  for (const char c : text) {
    if (c == quote) to.put(quote);
    to.put(c);
  }
  to.put(quote);
}

std::string csv_encoder::header() const {
  std::string out;
  if (!options_.csv_header) return out;
  byte_writer to(out);
  for (std::size_t i = 0; i < layout_->fields.size(); ++i) {
    to.reserve(1);
    if (i > 0) to.put(options_.csv_delimiter);
    write_text(to, layout_->fields[i].name);
  }
  to.reserve(1);
  to.put('\n');
  return out;
}

void raw_encoder::write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const {
  const auto& from = *rows.columns[0];
  for (std::size_t row = 0; row < rows.rows; ++row) {
    if (!from.is_null(row)) out += from.texts[row];
    out += '\n';
    if (ends != nullptr) ends->push_back(out.size());
  }
}

} // namespace io
