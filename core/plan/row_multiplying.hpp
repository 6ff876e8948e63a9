#pragma once
// The steps of a row program that make several rows of one: window assignment, grouping sets, UNNEST. Pure; any thread.

#include "core/plan/row_program.hpp"

namespace core::plan {

struct multiplied_rows {
  batch_ptr rows{};
  std::vector<std::uint32_t> origin{}; ///< The row that each was made from; ascending.
  std::vector<expr::row_fault> faults{};
};

[[nodiscard]] multiplied_rows multiply(const assign_step& step, const batch& from, std::int64_t now_ms);
[[nodiscard]] multiplied_rows multiply(const expand_step& step, const batch& from, std::int64_t now_ms);
[[nodiscard]] multiplied_rows multiply(const unnest_step& step, const batch& from, std::int64_t now_ms);

} // namespace core::plan
