#pragma once
// Groups in a saved state: their keys and cells, in order. Free functions over the tables of one operator.

#include "core/agg/accumulators.hpp"
#include "core/snapshot/key_share.hpp"
#include "core/window/group_table.hpp"

namespace core::window {

/// `extra`: bytes of the owner's behind the cells of each group.
void save_groups(const group_table& from, const agg::accumulators& state, snapshot::state_writer& to,
                 std::size_t extra = 0);
/// Adds the groups that are of the share; how many there are with the others'.
std::size_t load_groups(group_table& to, agg::accumulators& state, snapshot::state_reader& from,
                        const snapshot::key_share& share, std::size_t extra = 0);

} // namespace core::window
