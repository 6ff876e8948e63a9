#include "io/opensearch/index_template.hpp"

#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace io::opensearch {

namespace {

using core::type_kind;
using core::plan::time_format;
using json = nlohmann::ordered_json;

/// Before other people's templates for the same indices, unless they ask for more.
constexpr int priority = 200;
/// The server refuses a document with a longer term than 32766 bytes; characters have up to four.
constexpr int keyword_characters_max = 8191;

/// Every number of digits that the JSON format writes: none when the fraction is zero, else without zeros at the end.
std::string stamp_patterns(int digits, bool has_zone) {
  std::string made;
  for (int i = 0; i <= digits; ++i)
    made += fmt::format("{}uuuu-MM-dd HH:mm:ss{}{}{}", i == 0 ? "" : "||", i == 0 ? "" : ".",
                        std::string(static_cast<std::size_t>(i), 'S'), has_zone ? "X" : "");
  return made;
}

json stamp_mapping(const core::data_type& type, time_format stamps) {
  const bool is_fine = type.precision > 3;
  switch (stamps) {
  case time_format::sql:
    return {{"type", is_fine ? "date_nanos" : "date"},
            {"format", stamp_patterns(type.precision, type.kind == type_kind::timestamp_ltz)}};
  case time_format::iso8601:
    return {{"type", is_fine ? "date_nanos" : "date"},
            {"format", is_fine ? "strict_date_optional_time_nanos" : "strict_date_optional_time"}};
  case time_format::epoch_seconds: return {{"type", "date"}, {"format", "epoch_second"}};
  case time_format::epoch_millis: return {{"type", "date"}, {"format", "epoch_millis"}};
  default: return {{"type", "double"}}; // No date format of the server counts finer units.
  }
}

json mapping_of(const core::data_type& type, time_format stamps) {
  switch (type.kind) {
  case type_kind::boolean: return {{"type", "boolean"}};
  case type_kind::int8: return {{"type", "byte"}};
  case type_kind::int16: return {{"type", "short"}};
  case type_kind::int32:
  case type_kind::interval_months: return {{"type", "integer"}};
  case type_kind::int64:
  case type_kind::interval_ms: return {{"type", "long"}};
  case type_kind::float32: return {{"type", "float"}};
  case type_kind::float64:
  case type_kind::decimal: return {{"type", "double"}}; // The document itself keeps all digits.
  case type_kind::bytes: return {{"type", "binary"}};
  case type_kind::date: return {{"type", "date"}, {"format", "strict_date"}};
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: return stamp_mapping(type, stamps);
  case type_kind::array: return mapping_of(type.fields->front().type, stamps);
  case type_kind::row: {
    json properties = json::object();
    for (const auto& one : *type.fields) properties[one.name] = mapping_of(one.type, stamps);
    return {{"properties", std::move(properties)}};
  }
  case type_kind::map:
  case type_kind::variant: return {{"type", "object"}, {"enabled", false}}; // Any names: kept, not searched.
  default: return {{"type", "keyword"}, {"ignore_above", keyword_characters_max}};
  }
}

/// `windows-*` is `weir-windows`.
std::string name_of(const std::string& wildcard) {
  std::string made = "weir-";
  for (const char c : wildcard)
    if (c != '*') made += c;
  while (made.ends_with('-') || made.ends_with('_') || made.ends_with('.')) made.pop_back();
  return made;
}

} // namespace

template_request make_template(const template_settings& settings, const core::schema& layout, time_format stamps) {
  json properties = json::object();
  for (const auto& one : layout.fields) properties[one.name] = mapping_of(one.type, stamps);
  json inner;
  if (settings.shards) inner["settings"]["index"]["number_of_shards"] = *settings.shards;
  if (settings.replicas) inner["settings"]["index"]["number_of_replicas"] = *settings.replicas;
  inner["mappings"] = {{"dynamic", false}, {"properties", std::move(properties)}};
  const json whole{{"index_patterns", json::array({settings.wildcard})},
                   {"priority", priority},
                   {"template", std::move(inner)},
                   {"_meta", {{"made_by", "weir"}}}};
  return {name_of(settings.wildcard), whole.dump(-1, ' ', false, json::error_handler_t::replace)};
}

} // namespace io::opensearch
