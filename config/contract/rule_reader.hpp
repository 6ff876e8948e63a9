#pragma once
// Reads the rules of a normalization contract. Pure functions over one file's tree.

#include <vector>

#include "config/complaints.hpp"
#include "config/mapping_reader.hpp"
#include "core/contract/normalization.hpp"

namespace config::contract {

/// `{from, take, as, default}` or `{expression, as, default}`.
[[nodiscard]] core::contract::field_rule read_rule(const std::string& name, const node_ptr& from, complaints& into);

/// A mapping of names to rules. Complains of names that every normalized event has already.
[[nodiscard]] std::vector<core::contract::field_rule> read_rules(const node_ptr& from, const std::string& what,
                                                                 complaints& into);

/// A YAML value as JSON text: unquoted null, true, false and JSON numbers are such, other texts are strings.
[[nodiscard]] std::string json_of(const node& value);

} // namespace config::contract
