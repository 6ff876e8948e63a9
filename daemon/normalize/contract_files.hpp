#pragma once
// The normalization contracts of a folder like `interface/sources`. Called once at start-up.

#include <expected>
#include <string>
#include <vector>

#include "core/contract/normalization.hpp"

namespace weir {

/// `folder`/<source>/normalization.yml of each source; without sources, of every folder that has one. Fails with all
/// complaints of all files, as they are to be shown.
[[nodiscard]] std::expected<std::vector<core::contract::normalization>, std::string>
load_normalizations(const std::string& folder, const std::vector<std::string>& sources);

} // namespace weir
