#pragma once
// The rows of each key in order of rank, and the changes that a row more or less makes to the first of them. Owned by
// one shard; one thread.

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/rank/updating_rank.hpp"
#include "core/window/row_output.hpp"
#include "core/window/row_packing.hpp"

namespace core::rank {

class ranked_keys final : public window::keyed_operator {
public:
  explicit ranked_keys(const updating_rank_plan& plan);

  void add(const window::keyed_rows& rows, window::operator_output& out) override;
  void advance(event_time_ms /*watermark*/, window::operator_output& /*out*/) override {}
  void flush(window::operator_output& /*out*/) override {}
  void save(snapshot::state_writer& to) const override;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void set_clock(std::int64_t now_ms) override;
  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t /*limit*/) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return 0; }
  [[nodiscard]] std::uint64_t held_groups() const override { return rows_held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override;
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  struct row_before {
    const std::vector<order_column>* order;
    bool operator()(const kept_row& a, const kept_row& b) const { return compare_rows(a, b, *order) < 0; }
  };
  using ranking = std::multiset<kept_row, row_before>;
  struct ranked_key {
    ranking rows;
    std::int64_t written_ms = 0;
  };

  void insert(ranking& rows, const kept_row& row);
  void erase(ranking& rows, const kept_row& row);
  void report_shift(const ranking& rows, ranking::const_iterator from, std::uint64_t rank, row_kind kind);
  void report_entry(const ranking& rows, ranking::const_iterator at);
  [[nodiscard]] std::uint64_t rank_of(const ranking& rows, ranking::const_iterator at) const;
  void put(const kept_row& row, std::uint64_t rank, row_kind kind);
  void pack();

  updating_rank_plan plan_;
  std::size_t width_;
  bool taken_back_;       ///< Input rows may be.
  bool is_deduplication_; ///< One row of a key, which the next one updates.
  bool shifts_;           ///< Each rank's change comes out, not only who enters and leaves.
  bool newest_first_;     ///< Among equal rows.
  bool counts_only_;      ///< Rows never leave: how many there are is enough.
  window::row_output out_;
  std::unordered_map<std::string, ranked_key> keys_{};
  window::row_packing packing_{};
  std::uint64_t rows_held_ = 0;
  std::int64_t now_ms_ = 0;
  std::int64_t next_sweep_ms_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace core::rank
