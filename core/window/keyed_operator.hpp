#pragma once
// A stateful part of a plan, as one shard runs it. One thread at a time (its shard actor); no I/O, no clock.
// All stateful operators share these verbs.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/snapshot/key_share.hpp"
#include "core/window/keyed_batch.hpp"

namespace core::window {

/// A row that came too late for every window of its: its number in the batch given to `add`, the watermark it was
/// judged by.
struct late_row {
  std::uint32_t row = 0;
  event_time_ms event_time = 0;
  event_time_ms watermark = 0;
};

/// What a call put out. The caller owns and empties it.
struct operator_output {
  std::vector<batch_ptr> rows{}; ///< In order of window end; each at most batch_rows_max rows.
  std::vector<late_row> late{};  ///< Only from `add`.
};

/// One open window, for `/windows/open` and `why`.
struct open_window {
  event_time_ms start = 0; ///< Wall clock of the window's zone, ms.
  event_time_ms end = 0;
  event_time_ms fires_at = 0; ///< The watermark (UTC ms) that closes it.
  std::uint64_t rows = 0;
  std::string key{};        ///< Encoded key.
  bool key_is_null = false; ///< The NULL of a single text column.
};

class keyed_operator {
public:
  virtual ~keyed_operator() = default;

  /// Takes the rows in order. Equal to: for each row first `advance` to the watermark it is judged by, then add it. So
  /// the result does not depend on how rows are cut into batches.
  virtual void add(const keyed_rows& rows, operator_output& out) = 0;
  /// Moves the clock; closes what it passes. Never moves back (a smaller value does nothing).
  virtual void advance(event_time_ms watermark, operator_output& out) = 0;
  /// Closes every open window as if time had ended, but leaves the clock able to go on: rows for a window closed this
  /// way are late.
  virtual void flush(operator_output& out) = 0;

  /// Writes all that the operator holds.
  virtual void save(snapshot::state_writer& to) const = 0;
  /// Before the first row and the first watermark: goes on from what operators of the same plan have saved (all shards
  /// of a stage), with the keys of `share`. A reader whose bytes do not fit fails; the operator is of no use then.
  virtual void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) = 0;

  /// The wall clock, now and then and before `add`: for state that lives for a time (`state_ttl_ms`). Event time knows
  /// nothing of it.
  virtual void set_clock(std::int64_t /*now_ms*/) {}
  /// What the watermark is worth behind this operator, whose rows may be older than it (an outer interval join).
  [[nodiscard]] virtual event_time_ms watermark_behind(event_time_ms watermark) const { return watermark; }

  /// The layout of `rows` in the output.
  [[nodiscard]] virtual schema_ptr layout() const = 0;
  /// Open windows in order of end, key; at most `limit`.
  [[nodiscard]] virtual std::vector<open_window> open_windows(std::size_t limit) const = 0;
  [[nodiscard]] virtual std::uint64_t open_window_count() const = 0; ///< Key and window pairs.
  /// Groups (or rows) that the state holds: what memory limits count. Cheap, while counting open windows may not be.
  [[nodiscard]] virtual std::uint64_t held_groups() const { return open_window_count(); }
  [[nodiscard]] virtual std::uint64_t state_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t rows_added() const = 0; ///< Rows that are or were in some window.
};

} // namespace core::window
