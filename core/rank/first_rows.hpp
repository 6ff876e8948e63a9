#pragma once
// The first row of each key by event time, put out once no earlier one can come (Flink's
// RowTimeDeduplicateKeepFirstRowFunction). Later rows of the key are dropped; a row before the watermark is late.

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/rank/updating_rank.hpp"
#include "core/window/row_output.hpp"

namespace core::rank {

class first_rows final : public window::keyed_operator {
public:
  explicit first_rows(const updating_rank_plan& plan);

  void add(const window::keyed_rows& rows, window::operator_output& out) override;
  void advance(event_time_ms watermark, window::operator_output& out) override;
  void flush(window::operator_output& out) override;
  void save(snapshot::state_writer& to) const override;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void set_clock(std::int64_t now_ms) override;
  [[nodiscard]] schema_ptr layout() const override { return out_.layout(); }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t /*limit*/) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return 0; }
  [[nodiscard]] std::uint64_t held_groups() const override { return keys_.size(); }
  [[nodiscard]] std::uint64_t state_bytes() const override;
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// Event time and arrival: the order in which rows come out.
  using row_place = std::pair<event_time_ms, std::uint64_t>;
  struct waiting_row {
    kept_row row{};
    std::string key{};
  };
  struct key_state {
    row_place place{};
    bool is_out = false;
    std::int64_t written_ms = 0;
  };
  void put_through(event_time_ms watermark);

  schema_ptr input_;
  std::size_t time_;
  std::size_t width_;
  std::int64_t ttl_ms_;
  window::row_output out_;
  std::unordered_map<std::string, key_state> keys_{};
  std::map<row_place, waiting_row> waiting_{};
  event_time_ms clock_ = no_watermark;
  std::int64_t now_ms_ = 0;
  std::int64_t next_sweep_ms_ = 0;
  std::uint64_t arrivals_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace core::rank
