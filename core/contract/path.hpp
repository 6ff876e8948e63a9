#pragma once
// The dotted paths of contracts: `a.b.c`, with "quotes" around a name that holds a dot or a blank. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "core/contract/json_value.hpp"
#include "core/error.hpp"

namespace core::contract {

using path = std::vector<std::string>;

[[nodiscard]] result<path> parse_path(std::string_view text);

/// What stands there, or null.
[[nodiscard]] value_view resolve(const path& names, value_view from);

} // namespace core::contract
