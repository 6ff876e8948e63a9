#pragma once
// Tells each source which of its columns anybody reads, so that decoders may skip the rest. Pure; run once, when a plan
// is complete.

#include "core/plan/plan.hpp"

namespace core::plan {

/// Sets `wanted` of every source column. Required columns stay wanted: their absence makes a row bad.
void mark_wanted_columns(pipeline_plan& plan);

} // namespace core::plan
