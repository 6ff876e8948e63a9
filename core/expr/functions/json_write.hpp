#pragma once
// Any value as JSON, as Flink's JSON functions write it. Pure; any thread.

#include <string>

#include "core/data/column.hpp"

namespace core::expr::functions {

/// Numbers by their digits, times in ISO 8601 (TIMESTAMP_LTZ in UTC), bytes in base64, the names of objects in order.
void append_json_cell(std::string& out, const column& values, std::size_t row);

} // namespace core::expr::functions
