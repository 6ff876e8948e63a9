#pragma once
// What OVER knows of one key, and the rows that come out with their values. Owned by one over operator; one thread.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/data/kept_rows.hpp"
#include "core/over/over_aggregate.hpp"
#include "core/snapshot/saved_rows.hpp"

namespace core::over {

/// A row of the frame, with its time.
struct framed_row {
  event_time_ms time = 0;
  kept_row row{};
};

struct key_state {
  event_time_ms last_time = no_watermark;    ///< Of the rows that came out.
  std::int64_t rows = 0;                     ///< How many came out.
  std::int64_t rank = 0;                     ///< Of the rows of `last_time`: rows before them, and one.
  std::int64_t dense_rank = 0;               ///< Different times so far.
  event_time_ms forgotten_at = no_watermark; ///< The watermark that forgets the key, by RANGE with a distance.
  std::deque<framed_row> frame{};            ///< Rows that may still be in a frame, or that LAG may still ask for.
  std::vector<std::byte> cells{};            ///< UNBOUNDED: the aggregates so far.
};

/// Computes the calls of one row after the other and gathers their values.
class over_writer {
public:
  over_writer(const over_plan& plan, agg::accumulators state);

  /// Takes the row into the key's frame and, without bounds, into its aggregates.
  void take(key_state& key, event_time_ms time, const kept_row& row);
  /// Puts `row` out with the values that hold for the key now. `position`: its number among the key's rows, from 1.
  void put_out(key_state& key, const kept_row& row, std::int64_t position);
  /// Forgets rows that are in no later frame.
  void shrink(key_state& key);
  void drop(key_state& key);
  void save(const key_state& key, snapshot::state_writer& to) const;
  /// Into a fresh key. Its rows hold values once `rows` is finished.
  void load(key_state& key, snapshot::state_reader& from, snapshot::saved_rows& rows);
  /// How many rows went into aggregates, the order of FIRST_VALUE and its kin.
  [[nodiscard]] std::uint64_t arrivals() const noexcept { return arrivals_; }
  void set_arrivals(std::uint64_t arrivals) noexcept { arrivals_ = arrivals; }
  void finish(window::operator_output& out);

private:
  [[nodiscard]] std::size_t frame_begin(const key_state& key) const;
  [[nodiscard]] kept_row lagged(const key_state& key, std::uint64_t distance, std::int64_t position) const;
  void add_values(key_state& key, std::int64_t position);
  void close_batch();

  over_plan plan_;
  agg::accumulators state_;
  std::uint64_t lag_max_ = 0;
  std::uint64_t arrivals_ = 0;
  std::vector<std::byte> scratch_{};
  std::vector<kept_row> rows_{};
  std::vector<column> values_{};                ///< One per call; of LAG unused.
  std::vector<std::vector<kept_row>> lagged_{}; ///< One per call: the row that LAG reads, or the row itself …
  std::vector<std::vector<bool>> otherwise_{};  ///< … whose default it takes.
  std::shared_ptr<text_arena> texts_ = std::make_shared<text_arena>();
  std::vector<batch_ptr> done_{};
};

/// The aggregates among the calls, in order.
[[nodiscard]] std::vector<agg::aggregate_call> aggregates_of(const over_plan& plan);

} // namespace core::over
