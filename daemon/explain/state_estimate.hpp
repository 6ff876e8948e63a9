#pragma once
// How much memory a stage is likely to hold, from its plan alone. Pure; any thread.

#include <cstdint>
#include <optional>
#include <string>

#include "core/plan/plan.hpp"

namespace weir {

/// An estimate, not a bound: texts are taken to be `estimated_text_bytes` long, tables to be filled by half.
struct state_estimate {
  std::uint64_t bytes = 0;
  std::string per{};    ///< What there is one of: `key and open window`, `row kept`.
  std::string counts{}; ///< What the bytes are made of, and what comes on top.
};

inline constexpr std::uint64_t estimated_text_bytes = 16;

[[nodiscard]] state_estimate estimate_state(const core::plan::stage_operation& operation);

} // namespace weir
