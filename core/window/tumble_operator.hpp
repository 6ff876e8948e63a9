#pragma once
// TUMBLE: a window is a slice. One thread at a time: its shard.

#include "core/window/sliced_operator.hpp"

namespace core::window {

class tumble_operator final : public sliced_operator {
public:
  tumble_operator(const window_aggregate_plan& plan, agg::accumulators state)
      : sliced_operator(plan, std::move(state)) {}
  ~tumble_operator() override;

  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override;
  [[nodiscard]] std::uint64_t open_window_count() const override;

private:
  void fire(std::int64_t end) override;
  void add_behind(const batch& from, const keyed_row& one) override;
};

} // namespace core::window
