#pragma once
// The engine's options as a SQL script sets them: SET 'weir.shards' = '4'. Settings of Flink that mean the same count
// as well (parallelism.default). All other settings are left to whoever knows them.

#include <map>
#include <string>

#include "config/engine_options.hpp"
#include "core/error.hpp"

namespace config {

[[nodiscard]] core::result<void> apply_settings(const std::map<std::string, std::string>& settings, engine_options& to);

} // namespace config
