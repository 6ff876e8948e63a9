#pragma once
// The pollers of a stages file, prepared together.

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "config/stages_file.hpp"
#include "daemon/ingest/ingest_job.hpp"

namespace weir {

/// Fails with complaints as they are to be shown.
[[nodiscard]] std::expected<std::vector<std::unique_ptr<ingest_job>>, std::string>
prepare_pollers(const config::stages_file& file);

} // namespace weir
