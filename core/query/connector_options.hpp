#pragma once
// What weir knows of each connector: its options, whether it can be read and written, its metadata. A new connector is
// a line in the table of connector_options.cpp.

#include "core/query/catalog.hpp"

namespace core::query {

/// Every option is one of the connector's or of its formats'; all that it needs are there.
[[nodiscard]] result<void> check_options(const std::string& connector,
                                         const std::map<std::string, sql::option_definition>& options);
/// `connector` by its name in plans.
[[nodiscard]] result<void> check_readable(const std::string& connector, const catalog_table& table);
[[nodiscard]] result<void> check_writable(const std::string& connector, const catalog_table& table);
[[nodiscard]] result<void> check_metadata(const std::string& connector, const catalog_table& table,
                                          const table_column& column);
[[nodiscard]] bool connector_takes_updates(const std::string& connector);

} // namespace core::query
