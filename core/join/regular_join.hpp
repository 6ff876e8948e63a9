#pragma once
// A join without bounds: every row meets all rows of the other side that came and will come. Inner joins of appending
// streams append; all others put out updates (`$kind`).

#include "core/data/row_kind.hpp"
#include "core/join/join_plan.hpp"

namespace core::join {

struct regular_join_plan {
  join_plan join{}; ///< A side's layout may end with `$kind`; the output does unless nothing can ever be taken back.
  std::int64_t state_ttl_ms = 0; ///< 0 = for ever.
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_regular_join(const regular_join_plan& plan);

} // namespace core::join
