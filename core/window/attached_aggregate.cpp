#include "core/window/attached_aggregate.hpp"

#include <algorithm>

#include "core/agg/accumulators.hpp"
#include "core/window/attached_windows.hpp"
#include "core/window/group_table.hpp"
#include "core/window/result_writer.hpp"
#include "core/window/saved_groups.hpp"

namespace core::window {

namespace {

window_aggregate_plan writer_plan(const attached_aggregate_plan& plan) {
  window_aggregate_plan made;
  made.keys = plan.keys;
  made.calls = plan.calls;
  made.input = plan.input;
  made.output = plan.output;
  made.output_rows_max = plan.output_rows_max;
  made.sort_output = plan.sort_output;
  return made;
}

class attached_operator final : public keyed_operator {
public:
  attached_operator(const attached_aggregate_plan& plan, agg::accumulators state)
      : window_(plan.window), state_(std::move(state)), empty_(state_.bytes()), open_(plan.window.time_zone),
        writer_(writer_plan(plan), open_.zone(), state_) {
    state_.start(empty_.data());
  }
  ~attached_operator() override {
    for (auto& [bounds, groups] : open_.all()) clear(*groups);
  }

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    for (const auto row : rows.picked) {
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > open_.clock()) {
        if (open_.is_due(watermark)) apply(*from.rows);
        close_through(watermark);
      }
      add_row(from, row, watermark, out);
    }
    apply(*from.rows);
    writer_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    close_through(watermark);
    writer_.finish(out);
  }

  void flush(operator_output& out) override {
    open_.flush([this](const window_bounds& bounds, auto& groups) { put_out(bounds, *groups); });
    writer_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(rows_added_);
    open_.save(to, [&](const group_table_ptr& groups) { save_groups(*groups, state_, to); });
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    for (auto& one : from) {
      rows_added_ = std::max(rows_added_, one.number());
      open_.load(one, [&](group_table_ptr& groups) {
        if (!groups) groups = std::make_unique<group_table>(empty_);
        (void)load_groups(*groups, state_, one, share);
        return groups->size() > 0;
      });
    }
  }

  [[nodiscard]] schema_ptr layout() const override { return writer_.layout(); }
  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override {
    std::vector<open_window> made;
    for (const auto& [bounds, groups] : open_.all())
      for (std::uint32_t i = 0; i < groups->end() && made.size() < limit; ++i)
        made.push_back({bounds.start, bounds.end, open_.fires_at(bounds), agg::accumulators::rows_of(groups->cells(i)),
                        std::string(row_key(groups->row(i))), row_key(groups->row(i)).data() == nullptr});
    return made;
  }
  [[nodiscard]] std::uint64_t open_window_count() const override {
    std::uint64_t count = 0;
    for (const auto& [bounds, groups] : open_.all()) count += groups->size();
    return count;
  }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    auto bytes = state_.side_bytes();
    for (const auto& [bounds, groups] : open_.all()) bytes += groups->bytes();
    return bytes;
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  using group_table_ptr = std::unique_ptr<group_table>;

  void add_row(const keyed_batch& from, std::uint32_t row, event_time_ms watermark, operator_output& out) {
    const auto bounds = bounds_of(*from.rows, window_, row);
    if (open_.is_late(bounds)) {
      out.late.push_back({row, from.event_times[row], watermark});
      return;
    }
    auto& groups = open_.at(bounds);
    if (!groups) groups = std::make_unique<group_table>(empty_);
    const bool keyed = !from.keys.keys.empty();
    const auto key = keyed ? from.keys.keys[row] : std::string_view("");
    const auto group = groups->find_or_add(key, keyed ? tag_of(from.keys.hashes[row]) : 0);
    rows_.push_back(row);
    cells_.push_back(groups->cells(group));
  }

  /// Rows found but not yet counted.
  void apply(const batch& from) {
    if (rows_.empty()) return;
    state_.update(from, {rows_.data(), cells_.data(), rows_.size(), rows_added_ + 1, false});
    rows_added_ += rows_.size();
    rows_.clear();
    cells_.clear();
  }

  void close_through(event_time_ms watermark) {
    open_.advance(watermark, [this](const window_bounds& bounds, auto& groups) { put_out(bounds, *groups); });
  }

  void put_out(const window_bounds& bounds, group_table& groups) {
    writer_.open(bounds.start, bounds.end);
    for (std::uint32_t i = 0; i < groups.end(); ++i) writer_.add(row_key(groups.row(i)), groups.cells(i));
    writer_.settle();
    clear(groups);
  }

  void clear(group_table& groups) {
    if (!state_.has_side()) return;
    for (std::uint32_t i = 0; i < groups.end(); ++i) state_.clear(groups.cells(i));
  }

  attached_window window_;
  agg::accumulators state_;
  std::vector<std::byte> empty_;
  attached_windows<group_table_ptr> open_;
  result_writer writer_;
  std::vector<std::uint32_t> rows_{};
  std::vector<std::byte*> cells_{};
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<keyed_operator>> make_attached_aggregate(const attached_aggregate_plan& plan) {
  WEIR_ENSURE(plan.input && plan.output, "the planner states both layouts");
  auto state = agg::accumulators::make(plan.calls, *plan.input);
  if (!state) return std::unexpected(state.error());
  return std::make_unique<attached_operator>(plan, std::move(*state));
}

} // namespace core::window
