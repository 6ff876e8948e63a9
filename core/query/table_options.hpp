#pragma once
// The WITH options of a table, with Flink's names, as the connectors and formats of a plan. Unknown options and wrong
// values are errors at their place.

#include "core/query/catalog.hpp"

namespace core::query {

/// The source of a table, complete but for nothing: columns, computed columns, watermark, format, connector.
[[nodiscard]] result<plan::source_plan> make_source(const catalog_table& table, const catalog& session);

/// The sink of a table; its layout is `sink_layout`.
[[nodiscard]] result<plan::sink_plan> make_sink(const catalog_table& table);

/// The columns that an INSERT writes: physical and metadata ones that are not VIRTUAL.
[[nodiscard]] schema_ptr sink_layout(const catalog_table& table);

/// Whether the table can be written with updates and deletions.
[[nodiscard]] bool takes_updates(const catalog_table& table);

} // namespace core::query
