#include "core/group/group_aggregate.hpp"

#include <utility>

#include "core/group/changing_groups.hpp"

namespace core::group {

result<std::unique_ptr<window::keyed_operator>> make_group_aggregate(const group_aggregate_plan& plan) {
  auto narrow = narrow_calls(plan);
  auto state = agg::accumulators::make(narrow.calls, *narrow.layout);
  if (!state) return std::unexpected(std::move(state.error()));
  return std::make_unique<changing_groups>(plan, std::move(narrow), std::move(*state));
}

} // namespace core::group
