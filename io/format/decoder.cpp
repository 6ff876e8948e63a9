#include "io/format/decoder.hpp"

#include <fmt/format.h>

#include "io/format/csv_decoder.hpp"
#include "io/format/json_decoder.hpp"
#include "io/format/record_decoder.hpp"

namespace io {

namespace {

using core::plan::record_format;

/// Whether any part of the type cannot be read from JSON, with the reason.
core::result<void> check_json(const std::string& column, const core::data_type& type) {
  if (reading_of(type.kind) == read_as::nothing)
    return core::fail(core::errc::unsupported,
                      fmt::format("format json cannot read {} (column {})", to_string(type), column));
  if (!type.fields) return {};
  if (type.kind == core::type_kind::map && (*type.fields)[0].type.kind != core::type_kind::string)
    return core::fail(core::errc::unsupported, fmt::format("keys of a JSON object are texts, not {} (column {})",
                                                           to_string((*type.fields)[0].type), column));
  for (const auto& field : *type.fields)
    if (auto checked = check_json(column, field.type); !checked) return checked;
  return {};
}

core::result<void> check_csv(const std::string& column, const core::data_type& type) {
  const auto how = reading_of(type.kind);
  if (how == read_as::nothing || type.fields || how == read_as::variant)
    return core::fail(core::errc::unsupported,
                      fmt::format("format csv cannot read {} (column {})", to_string(type), column));
  return {};
}

core::result<std::unique_ptr<row_decoder>> make_raw(const decode_spec& spec) {
  const bool fits = spec.columns.size() == 1 && (spec.columns[0].type.kind == core::type_kind::string ||
                                                 spec.columns[0].type.kind == core::type_kind::bytes);
  if (!fits) return core::fail(core::errc::unsupported, "format raw needs exactly one column of STRING or BYTES");
  return std::make_unique<raw_decoder>(spec, 0);
}

} // namespace

core::result<std::unique_ptr<row_decoder>> make_decoder(const decode_spec& spec) {
  if (spec.of_records) return record_decoder::make(spec);
  if (spec.format.format == record_format::raw) return make_raw(spec);
  const bool json = spec.format.format == record_format::json;
  for (const auto& column : spec.columns) {
    const auto checked = json ? check_json(column.name, column.type) : check_csv(column.name, column.type);
    if (!checked) return std::unexpected(checked.error());
  }
  if (json) return std::make_unique<json_decoder>(spec);
  return std::make_unique<csv_decoder>(spec);
}

} // namespace io
