#pragma once
// What TUMBLE, HOP and CUMULATE have in common: rows go into one slice each, however many windows they are in; the
// clock is moved between rows where a window ends. How windows come out of slices is the derived class's. One thread at
// a time: its shard.

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/window/flushed_keys.hpp"
#include "core/window/group_table.hpp"
#include "core/window/keyed_operator.hpp"
#include "core/window/result_writer.hpp"
#include "core/window/window_grid.hpp"

namespace core::window {

/// The groups whose rows lie in [start, start + slice width), wall clock.
struct slice {
  slice(std::int64_t from, const std::vector<std::byte>& empty) : start(from), groups(empty) {}
  std::int64_t start;
  group_table groups;
};

/// One row on its way into its group.
struct keyed_row {
  std::string_view key{};
  std::uint32_t tag = 0;
  std::uint32_t row = 0;
  std::int64_t local = 0; ///< Its time on the wall clock.
};

class sliced_operator : public keyed_operator {
public:
  void add(const keyed_rows& rows, operator_output& out) final;
  void advance(event_time_ms watermark, operator_output& out) final;
  void flush(operator_output& out) final;
  void save(snapshot::state_writer& to) const final;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) final;
  [[nodiscard]] schema_ptr layout() const final { return writer_.layout(); }
  [[nodiscard]] std::uint64_t held_groups() const override;
  [[nodiscard]] std::uint64_t state_bytes() const override;
  [[nodiscard]] std::uint64_t rows_added() const final { return rows_added_; }

protected:
  sliced_operator(const window_aggregate_plan& plan, agg::accumulators state);

  /// Closes the windows with rows whose end is at most `end`, in order.
  virtual void fire(std::int64_t end) = 0;
  /// Adds a row whose slice has been part of a closed window, and that is in open ones too.
  virtual void add_behind(const batch& from, const keyed_row& one) = 0;
  /// The groups whose windows `flush` closes, and up to which end.
  virtual void close_keys(flushed_keys& to) const;

  /// What the derived class holds beside the slices.
  virtual void save_more(snapshot::state_writer& /*to*/) const {}
  /// Behind `restore`, which has read the slices.
  virtual void restore_more(std::span<snapshot::state_reader> /*from*/, const snapshot::key_share& /*share*/) {}

  /// The slice that starts there, made if need be.
  [[nodiscard]] slice& slice_at(std::int64_t start);
  void close_keys_of(const slice& one, flushed_keys& to) const;
  void drop_first_slice();
  void update_one(const batch& from, std::uint32_t row, std::byte* const* cells, std::size_t count);

  window_grid grid_;
  agg::accumulators state_;
  std::vector<std::byte> empty_{}; ///< Cells of a group without rows.
  result_writer writer_;
  std::deque<std::unique_ptr<slice>> slices_{}; ///< In order of start.
  flushed_keys flushed_{};
  std::int64_t fired_ = none_fired; ///< Window ends up to here have fired.
  std::uint64_t rows_added_ = 0;

private:
  static constexpr std::size_t chunk_rows = 256;
  struct chunk;
  void move_clock(event_time_ms watermark);
  void add_run(const keyed_rows& rows, std::size_t begin, std::size_t end, operator_output& out);
  void sort_chunk(const keyed_rows& rows, std::size_t begin, std::size_t end, chunk& to, operator_output& out);
  void add_chunk(const batch& from, const chunk& rows);
  [[nodiscard]] slice& slice_of(std::int64_t local);

  event_time_ms clock_ = no_watermark;
  event_time_ms next_fire_ = no_watermark + 1;
  std::int64_t late_before_ = none_fired;
  std::array<slice*, 8> recent_{}; ///< By number of the slice; most rows hit one or two.
  std::vector<std::uint32_t> same_row_{};
  std::size_t groups_hint_ = 0; ///< Groups of the slice that went last.
};

} // namespace core::window
