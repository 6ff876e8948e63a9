#pragma once
// The name of a source, as both of its contracts have it: that of its folder. Pure.

#include <string>

#include "config/complaints.hpp"

namespace config::contract {

/// Complains unless it is letters, digits, _ and -.
[[nodiscard]] std::string read_source_name(const node& value, complaints& into);

} // namespace config::contract
