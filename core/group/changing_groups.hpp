#pragma once
// Groups whose results change row by row. Rows are taken in runs in which each group occurs at most once, so that
// aggregates work on columns and still every change comes out. Owned by one shard; one thread.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/group/group_aggregate.hpp"
#include "core/group/group_history.hpp"
#include "core/window/group_table.hpp"

namespace core::group {

/// The calls over no more columns than they read.
struct narrowed_calls {
  std::vector<agg::aggregate_call> calls{};
  std::vector<std::size_t> columns{}; ///< Of the input.
  schema_ptr layout{};
};
[[nodiscard]] narrowed_calls narrow_calls(const group_aggregate_plan& plan);

class changing_groups final : public window::keyed_operator {
public:
  changing_groups(const group_aggregate_plan& plan, narrowed_calls calls, agg::accumulators state);
  changing_groups(const changing_groups&) = delete;
  changing_groups& operator=(const changing_groups&) = delete;
  ~changing_groups() override;

  void add(const window::keyed_rows& rows, window::operator_output& out) override;
  void advance(event_time_ms /*watermark*/, window::operator_output& /*out*/) override {}
  void flush(window::operator_output& /*out*/) override {}
  void save(snapshot::state_writer& to) const override;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void set_clock(std::int64_t now_ms) override;
  [[nodiscard]] schema_ptr layout() const override { return output_; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t /*limit*/) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return 0; }
  [[nodiscard]] std::uint64_t held_groups() const override { return table_->size(); }
  [[nodiscard]] std::uint64_t state_bytes() const override;
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// A row of the run and its group.
  struct member {
    std::uint32_t row = 0;
    std::uint32_t group = 0;
    bool fresh = false;
    bool adding = true;
    std::string_view key{};
  };
  struct change {
    std::uint32_t result = 0; ///< Number in `results_`.
    row_kind kind = row_kind::insert;
    std::string_view key{};
  };

  void make_table();
  void begin_results();
  void settle(const batch& from);
  void append_results();
  void update_members(const batch& from);
  void take_back(const batch& from, std::uint32_t row, std::uint32_t group);
  void report(const member& one, std::uint32_t before, std::uint32_t after);
  void put(const member& one, std::uint32_t result, row_kind kind);
  [[nodiscard]] bool same_results(std::uint32_t a, std::uint32_t b) const;
  void drop(std::uint32_t group);
  [[nodiscard]] bool is_expired(std::uint32_t group) const;
  void finish(window::operator_output& out);
  [[nodiscard]] batch_ptr take_changes(std::size_t begin, std::size_t end) const;

  schema_ptr output_;
  std::vector<data_type> key_types_{};
  narrowed_calls calls_;
  bool update_before_;
  std::int64_t ttl_ms_;
  std::size_t rows_max_;
  std::optional<std::size_t> kind_at_;
  agg::accumulators state_;
  std::optional<window::group_table> table_{};
  std::optional<group_history> history_{}; ///< Only when rows are taken back that no state can subtract.
  std::int64_t now_ms_ = 0;
  std::int64_t next_sweep_ms_ = 0;
  std::uint64_t run_ = 0;
  std::uint64_t rows_added_ = 0;

  // What one `add` has in hand.
  std::vector<member> members_{};
  std::vector<std::uint32_t> rows_{};
  std::vector<std::byte*> cells_{};
  std::vector<std::byte> gone_{};
  std::vector<column> results_{};
  std::shared_ptr<text_arena> texts_{};
  std::uint32_t result_rows_ = 0;
  std::vector<change> changes_{};
};

} // namespace core::group
