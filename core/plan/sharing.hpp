#pragma once
// Whether the partitions of a topic can be computed apart from each other, each by whoever has it: then several
// processes share a topic as the members of a group. Pure.

#include "core/plan/plan.hpp"

namespace core::plan {

/// Fails, naming what is in the way and what to do, unless the plan reads one topic without an end, every stage of it
/// groups by all fields of the record's key (equal keys are in one partition, so a group is as well), what is open can
/// be computed again (see replay.hpp), and the sinks take rows of several processes.
[[nodiscard]] result<void> check_shareable(const pipeline_plan& plan);

} // namespace core::plan
