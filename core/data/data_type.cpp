#include "core/data/data_type.hpp"

#include <fmt/format.h>

namespace core {

bool data_type::same_as(const data_type& other) const {
  if (kind != other.kind || precision != other.precision || scale != other.scale || length != other.length ||
      fixed_length != other.fixed_length)
    return false;
  if (!fields || !other.fields) return !fields && !other.fields;
  if (fields->size() != other.fields->size()) return false;
  for (std::size_t i = 0; i < fields->size(); ++i) {
    const auto& mine = (*fields)[i];
    const auto& theirs = (*other.fields)[i];
    if (mine.name != theirs.name || !mine.type.same_as(theirs.type)) return false;
  }
  return true;
}

data_type simple_type(type_kind kind) {
  data_type type;
  type.kind = kind;
  return type;
}
data_type boolean_type() { return simple_type(type_kind::boolean); }
data_type int32_type() { return simple_type(type_kind::int32); }
data_type int64_type() { return simple_type(type_kind::int64); }
data_type float64_type() { return simple_type(type_kind::float64); }
data_type string_type() { return simple_type(type_kind::string); }

data_type decimal_type(int precision, int scale) {
  auto type = simple_type(type_kind::decimal);
  type.precision = static_cast<std::uint8_t>(precision);
  type.scale = static_cast<std::uint8_t>(scale);
  return type;
}
data_type timestamp_type(int precision) {
  auto type = simple_type(type_kind::timestamp);
  type.precision = static_cast<std::uint8_t>(precision);
  return type;
}
data_type timestamp_ltz_type(int precision) {
  auto type = simple_type(type_kind::timestamp_ltz);
  type.precision = static_cast<std::uint8_t>(precision);
  return type;
}

namespace {

data_type nested(type_kind kind, std::vector<row_field> fields) {
  auto type = simple_type(kind);
  type.fields = std::make_shared<const std::vector<row_field>>(std::move(fields));
  return type;
}

std::string name_of(const data_type& type) {
  switch (type.kind) {
  case type_kind::null: return "NULL";
  case type_kind::boolean: return "BOOLEAN";
  case type_kind::int8: return "TINYINT";
  case type_kind::int16: return "SMALLINT";
  case type_kind::int32: return "INT";
  case type_kind::int64: return "BIGINT";
  case type_kind::float32: return "FLOAT";
  case type_kind::float64: return "DOUBLE";
  case type_kind::decimal: return fmt::format("DECIMAL({}, {})", type.precision, type.scale);
  case type_kind::string:
    if (type.length == 0) return "STRING";
    return fmt::format("{}({})", type.fixed_length ? "CHAR" : "VARCHAR", type.length);
  case type_kind::bytes:
    if (type.length == 0) return "BYTES";
    return fmt::format("{}({})", type.fixed_length ? "BINARY" : "VARBINARY", type.length);
  case type_kind::date: return "DATE";
  case type_kind::time: return fmt::format("TIME({})", type.precision);
  case type_kind::timestamp: return fmt::format("TIMESTAMP({})", type.precision);
  case type_kind::timestamp_ltz: return fmt::format("TIMESTAMP_LTZ({})", type.precision);
  case type_kind::interval_ms: return "INTERVAL DAY TO SECOND";
  case type_kind::interval_months: return "INTERVAL YEAR TO MONTH";
  case type_kind::variant: return "VARIANT";
  case type_kind::array: return fmt::format("ARRAY<{}>", to_string((*type.fields)[0].type));
  case type_kind::map:
    return fmt::format("MAP<{}, {}>", to_string((*type.fields)[0].type), to_string((*type.fields)[1].type));
  case type_kind::row: {
    std::string text = "ROW<";
    for (const auto& field : *type.fields) {
      if (text.size() > 4) text += ", ";
      text += fmt::format("`{}` {}", field.name, to_string(field.type));
    }
    return text + ">";
  }
  }
  return "?";
}

} // namespace

data_type array_type(data_type element) { return nested(type_kind::array, {{"element", std::move(element)}}); }
data_type map_type(data_type key, data_type value) {
  return nested(type_kind::map, {{"key", std::move(key)}, {"value", std::move(value)}});
}
data_type row_type(std::vector<row_field> fields) { return nested(type_kind::row, std::move(fields)); }

std::string to_string(const data_type& type) { return name_of(type) + (type.nullable ? "" : " NOT NULL"); }

} // namespace core
