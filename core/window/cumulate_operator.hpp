#pragma once
// CUMULATE: windows of one start and growing end. A closed slice is added to the running groups of its full window,
// which come out at every step. One thread at a time: its shard.

#include <memory>

#include "core/window/sliced_operator.hpp"

namespace core::window {

class cumulate_operator final : public sliced_operator {
public:
  cumulate_operator(const window_aggregate_plan& plan, agg::accumulators state)
      : sliced_operator(plan, std::move(state)) {}
  ~cumulate_operator() override;

  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override;
  [[nodiscard]] std::uint64_t open_window_count() const override;
  [[nodiscard]] std::uint64_t state_bytes() const override;

private:
  void fire(std::int64_t end) override;
  void add_behind(const batch& from, const keyed_row& one) override;
  void close_keys(flushed_keys& to) const override;
  void save_more(snapshot::state_writer& to) const override;
  void restore_more(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void take_slice(slice& closed);
  void drop_running();

  std::unique_ptr<slice> running_{}; ///< All rows of the full window before the last fired end; starts where it starts.
  std::int64_t running_end_ = 0;     ///< Where it last came out.
};

} // namespace core::window
