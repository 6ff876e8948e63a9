#pragma once
// Which rows of two sides meet: keys that may be NULL, and what else ON says, evaluated over many pairs at once. Owned by
// one join; one thread.

#include <functional>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/join/join_plan.hpp"

namespace core::join {

class join_matcher {
public:
  explicit join_matcher(const join_plan& plan);

  /// False: a key is NULL, and the row meets nothing.
  [[nodiscard]] bool may_meet(std::size_t side, const kept_row& row) const;
  /// Calls `meet(l, r)` with the places of every pair that meets, left by left. The rows' keys are equal.
  void match(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
             const std::function<void(std::size_t, std::size_t)>& meet);

private:
  void evaluate(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
                const std::function<void(std::size_t, std::size_t)>& meet);

  const join_plan plan_;
  schema_ptr both_;
  std::vector<std::size_t> read_{}; ///< The columns of both sides that the condition reads.
  std::vector<std::pair<std::size_t, std::size_t>> pairs_{};
};

/// How many columns of a side a join puts out: all but `$kind`.
[[nodiscard]] std::size_t width_of(const join_side& side);

} // namespace core::join
