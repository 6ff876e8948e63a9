#include "io/format/json_encoder.hpp"

#include <cmath>

#include "core/data/number_text.hpp"
#include "io/format/base64.hpp"
#include "io/format/json_text.hpp"
#include "io/format/number_token.hpp"
#include "io/format/value_text.hpp"

namespace io {

namespace {

/// What any value of fixed size needs, with brackets, commas and quotes around it.
constexpr std::size_t scalar_room = 96;

} // namespace

json_encoder::json_encoder(const core::plan::format_options& options, const core::schema& layout)
    : options_(options), style_(options.timestamps == core::plan::time_format::iso8601 ? core::stamp_style::iso8601
                                                                                       : core::stamp_style::sql) {
  for (const auto& field : layout.fields) members_.push_back(make_member(field.name, field.type));
}

json_encoder::member json_encoder::make_member(const std::string& name, const core::data_type& type) {
  std::string text = "\"";
  append_escaped(text, name, true);
  text += "\":";
  member made{text_piece(text), text_piece("," + text), type, {}};
  if (type.fields)
    for (const auto& field : *type.fields) made.inner.push_back(make_member(field.name, field.type));
  return made;
}

void json_encoder::write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const {
  byte_writer to(out);
  output state{to};
  for (std::size_t row = 0; row < rows.rows; ++row) {
    write_object(state, members_, rows.columns, row);
    to.put('\n');
    if (ends != nullptr) ends->push_back(to.size());
  }
}

void json_encoder::write_object(output& out, const std::vector<member>& members,
                                const std::vector<core::column_ptr>& columns, std::size_t row) const {
  auto& to = out.bytes;
  to.reserve(scalar_room);
  to.put('{');
  bool first = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& from = *columns[i];
    if (options_.ignore_null_fields && from.is_null(row)) continue;
    const auto& name = first ? members[i].name : members[i].next_name;
    to.reserve(name.room() + scalar_room);
    to.move_to(name.write(to.at()));
    write_value(out, members[i], from, row);
    first = false;
  }
  to.put('}');
}

/// On entry there is room for `scalar_room` bytes; on return for the brackets behind the value.
void json_encoder::write_value(output& out, const member& what, const core::column& from, std::size_t row) const {
  auto& to = out.bytes;
  using core::type_kind;
  if (from.is_null(row) || what.type.kind == type_kind::null) return to.put("null");
  switch (core::storage_of(what.type.kind)) {
  case core::storage::integer: return write_integer(out, what.type, from, row);
  case core::storage::decimal:
    return put_decimal(to, from.decimals[row], what.type.scale, options_.decimal_as_plain_number);
  case core::storage::text: return write_text(to, what.type, from.texts[row]);
  case core::storage::nested: return write_nested(out, what, from, row);
  case core::storage::real: break;
  }
  const auto value = from.reals[row];
  const bool quoted = !std::isfinite(value); // JSON has no such number; Jackson writes a text.
  if (quoted) to.put('"');
  to.move_to(what.type.kind == type_kind::float32 ? core::write_float(to.at(), value)
                                                  : core::write_double(to.at(), value));
  if (quoted) to.put('"');
}

void json_encoder::write_integer(output& out, const core::data_type& type, const core::column& from,
                                 std::size_t row) const {
  auto& to = out.bytes;
  using core::type_kind;
  const auto value = from.ints[row];
  std::string text;
  switch (type.kind) {
  case type_kind::boolean: return to.put(value != 0 ? "true" : "false");
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: return write_stamp(out, type, from, row);
  case type_kind::date:
  case type_kind::time:
    if (type.kind == type_kind::date)
      core::append_date(text, value);
    else
      core::append_time(text, value, -1);
    to.put('"');
    to.put(text);
    return to.put('"');
  default: to.move_to(core::write_integer(to.at(), value));
  }
}

void json_encoder::write_stamp(output& out, const core::data_type& type, const core::column& from,
                               std::size_t row) const {
  auto& to = out.bytes;
  const core::stamp value{from.ints[row], nanos_at(from, row)};
  if (is_epoch(options_.timestamps)) return put_epoch(to, value.ms, value.nanos, options_.timestamps);
  to.put('"');
  to.move_to(out.stamps.write(to.at(), value, style_, -1));
  if (type.kind == core::type_kind::timestamp_ltz) to.put('Z');
  to.put('"');
}

void json_encoder::write_text(byte_writer& to, const core::data_type& type, std::string_view text) const {
  if (type.kind == core::type_kind::variant) {
    to.reserve(text.size() + scalar_room);
    return to.put(text);
  }
  const bool is_bytes = type.kind == core::type_kind::bytes;
  to.reserve((is_bytes ? encoded_bytes(text.size()) : escaped_bytes_max(text.size())) + scalar_room);
  to.put('"');
  to.move_to(is_bytes ? encode_base64(text, to.at()) : write_escaped(to.at(), text, true));
  to.put('"');
}

void json_encoder::write_nested(output& out, const member& what, const core::column& from, std::size_t row) const {
  auto& to = out.bytes;
  if (what.type.kind == core::type_kind::row) {
    write_object(out, what.inner, from.children, row);
    return to.reserve(scalar_room);
  }
  const bool is_map = what.type.kind == core::type_kind::map;
  to.put(is_map ? '{' : '[');
  for (auto i = from.offsets[row]; i < from.offsets[row + 1]; ++i) {
    to.reserve(scalar_room);
    if (i != from.offsets[row]) to.put(',');
    if (is_map) {
      const auto& keys = *from.children[0];
      write_text(to, core::string_type(), keys.is_null(i) ? "null" : keys.texts[i]);
      to.put(':');
      to.reserve(scalar_room);
    }
    const std::size_t inner = is_map ? 1 : 0;
    write_value(out, what.inner[inner], *from.children[inner], i);
  }
  to.put(is_map ? '}' : ']');
  to.reserve(scalar_room);
}

} // namespace io
