#pragma once
// A normalization contract's file, `interface/sources/<name>/normalization.yml`, to checked plain data. Pure; called
// once at start-up.

#include <expected>
#include <string>
#include <vector>

#include "core/contract/normalization.hpp"
#include "core/error.hpp"

namespace config::contract {

/// All that is wrong with the file, in its order. What comes out compiles.
[[nodiscard]] std::expected<core::contract::normalization, std::vector<core::error>>
read_normalization(const std::string& text);

} // namespace config::contract
