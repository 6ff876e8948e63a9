#pragma once
// SESSION: rows of a key no further apart than the gap are one window, which ends a gap behind its last row. Sessions
// close one by one. One thread at a time: its shard.

#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/window/flushed_keys.hpp"
#include "core/window/keyed_operator.hpp"
#include "core/window/result_writer.hpp"
#include "core/window/session_store.hpp"

namespace core::window {

class session_operator final : public keyed_operator {
public:
  session_operator(const window_aggregate_plan& plan, const time_zone* zone, agg::accumulators state);
  ~session_operator() override;

  void add(const keyed_rows& rows, operator_output& out) override;
  void advance(event_time_ms watermark, operator_output& out) override;
  void flush(operator_output& out) override;
  void save(snapshot::state_writer& to) const override;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  [[nodiscard]] schema_ptr layout() const override { return writer_.layout(); }
  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override;
  [[nodiscard]] std::uint64_t open_window_count() const override { return store_.size(); }
  [[nodiscard]] std::uint64_t state_bytes() const override;
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// The open sessions that a row touches: at most two, since each is at least a gap long.
  struct touched {
    std::uint32_t one = no_row;
    std::uint32_t other = no_row;
  };
  void prefetch(const keyed_rows& rows, std::size_t at) const;
  void add_row(const keyed_batch& from, std::uint32_t row, event_time_ms watermark, operator_output& out);
  [[nodiscard]] touched touched_by(std::uint32_t first, event_time_ms time, event_time_ms watermark) const;
  [[nodiscard]] std::uint32_t join(const batch& from, touched both);
  void apply(const batch& from);
  void fire(event_time_ms watermark);

  event_time_ms gap_ms_;
  const time_zone* zone_;
  agg::accumulators state_;
  result_writer writer_;
  session_store store_;
  flushed_keys flushed_{};
  event_time_ms clock_ = no_watermark;
  std::uint64_t rows_added_ = 0;

  // Rows found but not yet added.
  std::vector<std::uint32_t> rows_{};
  std::vector<std::byte*> cells_{};
  std::vector<std::uint32_t> fired_{};
};

} // namespace core::window
