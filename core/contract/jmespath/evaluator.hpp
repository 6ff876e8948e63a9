#pragma once
// Runs a program over a document. Lives for one evaluation; what it gives points into the document and into `memory`.
// Work and memory have a limit, so that no expression can hold the engine up.

#include "core/contract/jmespath/program.hpp"

namespace core::contract::jmespath {

inline constexpr std::size_t evaluation_steps_max = 10'000'000;
inline constexpr std::size_t evaluation_bytes_max = std::size_t{256} << 20U;

class evaluator {
public:
  evaluator(const program& runs, arena& memory) : program_(runs), memory_(memory), bytes_before_(memory.used()) {}

  [[nodiscard]] result<value_view> evaluate(node_id id, value_view current);
  /// Deep equality, counted as steps.
  [[nodiscard]] result<bool> equals(value_view a, value_view b);

  [[nodiscard]] arena& memory() noexcept { return memory_; }
  [[nodiscard]] value_view array_of(const std::vector<value_view>& items);
  [[nodiscard]] value_view object_of(const std::vector<member_view>& members);

private:
  using outcome = result<value_view>;

  outcome chain(const node& of, value_view current);
  outcome project(const node& of, value_view current);
  outcome flatten(const node& of, value_view current);
  outcome compare(const node& of, value_view current);
  outcome logic(const node& of, value_view current);
  outcome list(const node& of, value_view current);
  outcome record(const node& of, value_view current);
  outcome call(const node& of, value_view current);
  value_view slice(const slice_bounds& bounds, value_view of);

  const program& program_;
  arena& memory_;
  std::size_t bytes_before_;
  std::size_t steps_ = 0;
};

} // namespace core::contract::jmespath
