#pragma once
// Values back to JSON text, compact, in the order of the document. Pure functions.

#include <string>
#include <string_view>

#include "core/contract/json_value.hpp"

namespace core::contract {

/// False when `out` would grow beyond `bytes_max`: shared parts of a result can multiply without end. `out` then holds
/// a beginning.
[[nodiscard]] bool append_json(std::string& out, value_view from, std::size_t bytes_max);

void append_json_string(std::string& out, std::string_view text);
/// Any number; calculated ones with the fewest digits that read back alike, and a point (`2.0`).
void append_json_number(std::string& out, value_view number);

} // namespace core::contract
