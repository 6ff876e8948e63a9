#include "io/format/encoder.hpp"

#include <fmt/format.h>

#include "io/format/csv_encoder.hpp"
#include "io/format/json_encoder.hpp"

namespace io {

namespace {

core::result<void> check(std::string_view format, const std::string& column, const core::data_type& type) {
  if (format == "csv" && type.fields)
    return core::fail(core::errc::unsupported,
                      fmt::format("format csv cannot write {} (column {})", to_string(type), column));
  if (!type.fields) return {};
  if (type.kind == core::type_kind::map && (*type.fields)[0].type.kind != core::type_kind::string)
    return core::fail(core::errc::unsupported, fmt::format("keys of a JSON object are texts, not {} (column {})",
                                                           to_string((*type.fields)[0].type), column));
  for (const auto& field : *type.fields)
    if (auto checked = check(format, column, field.type); !checked) return checked;
  return {};
}

} // namespace

core::result<std::unique_ptr<row_encoder>> make_encoder(const core::plan::format_options& format,
                                                        const core::schema_ptr& layout) {
  using core::plan::record_format;
  if (format.format == record_format::raw) {
    if (layout->fields.size() != 1 || core::storage_of(layout->fields[0].type.kind) != core::storage::text)
      return core::fail(core::errc::unsupported, "format raw needs exactly one column of STRING or BYTES");
    return std::make_unique<raw_encoder>();
  }
  const bool json = format.format == record_format::json;
  for (const auto& field : layout->fields)
    if (auto checked = check(json ? "json" : "csv", field.name, field.type); !checked)
      return std::unexpected(checked.error());
  if (json) return std::make_unique<json_encoder>(format, *layout);
  return std::make_unique<csv_encoder>(format, layout);
}

} // namespace io
