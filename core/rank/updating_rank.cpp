#include "core/rank/updating_rank.hpp"

#include "core/rank/first_rows.hpp"
#include "core/rank/ranked_keys.hpp"

namespace core::rank {

result<std::unique_ptr<window::keyed_operator>> make_updating_rank(const updating_rank_plan& plan) {
  // By event time the first row is only known when the watermark has passed it, unless it may be corrected.
  if (!plan.by_arrival && !row_kind_of(*plan.output)) return std::make_unique<first_rows>(plan);
  return std::make_unique<ranked_keys>(plan);
}

} // namespace core::rank
