#pragma once
// What an operator of a plan does, in words: its name and its parameters. Pure functions; any thread.

#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace weir {

/// One thing to know of a part of a plan: `group by`, `k, j`.
struct plan_fact {
  std::string label{};
  std::string text{};
  friend bool operator==(const plan_fact&, const plan_fact&) = default;
};

struct operator_words {
  std::string title{}; ///< `window aggregate: TUMBLE 5m`
  std::vector<plan_fact> facts{};
};

/// An operator that has no words does not compile.
[[nodiscard]] operator_words words_of(const core::plan::stage_operation& operation);

/// `k, j`: the names of these columns.
[[nodiscard]] std::string column_names(const core::schema_ptr& layout, const std::vector<std::size_t>& columns);
[[nodiscard]] std::string column_name(const core::schema_ptr& layout, std::size_t column);
/// `TUMBLE 5m, offset 1m`
[[nodiscard]] std::string window_words(const core::window::window_spec& window);
/// `SUM(DISTINCT v) FILTER (WHERE big)`
[[nodiscard]] std::string call_words(const core::agg::aggregate_call& call, const core::schema_ptr& input);

} // namespace weir
