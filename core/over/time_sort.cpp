#include "core/over/time_sort.hpp"

#include <algorithm>
#include <map>

#include "core/snapshot/saved_rows.hpp"
#include "core/window/row_output.hpp"

namespace core::over {

namespace {

using window::keyed_rows;
using window::operator_output;

class time_sort_operator final : public window::keyed_operator {
public:
  explicit time_sort_operator(const time_sort_plan& plan)
      : plan_(plan), out_(plan.layout, {plan.layout->fields.size()}, plan.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > clock_) move_clock(watermark);
      const auto time = from.event_times[row];
      if (time <= put_out_) {
        out.late.push_back({row, time, watermark});
        continue;
      }
      waiting_[time].push_back({block, i});
      ++held_;
      ++rows_added_;
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    if (watermark > clock_) move_clock(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    put_out_through(end_of_time);
    out_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.plain(clock_);
    to.plain(put_out_);
    to.number(rows_added_);
    to.number(waiting_.size());
    for (const auto& [time, rows] : waiting_) {
      to.plain(time);
      snapshot::write_rows(to, rows, plan_.layout->fields.size());
    }
  }

  /// The stage has no key: one shard has all.
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    snapshot::saved_rows rows(plan_.layout);
    for (auto& one : from) {
      clock_ = std::max(clock_, one.plain<event_time_ms>());
      put_out_ = std::max(put_out_, one.plain<event_time_ms>());
      rows_added_ = std::max(rows_added_, one.number());
      const auto times = one.count();
      for (std::size_t i = 0; i < times; ++i) {
        const auto time = one.plain<event_time_ms>();
        for (auto& row : rows.read_all(one, share.holds(share.hash({})))) {
          waiting_[time].push_back(std::move(row));
          ++held_;
        }
      }
    }
    rows.finish();
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.layout; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(kept_row) + plan_.layout->fields.size() * 16);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  void move_clock(event_time_ms watermark) {
    put_out_through(watermark);
    clock_ = watermark;
  }

  void put_out_through(event_time_ms watermark) {
    while (!waiting_.empty() && waiting_.begin()->first <= watermark) {
      auto& rows = waiting_.begin()->second;
      std::ranges::stable_sort(
          rows, [this](const kept_row& a, const kept_row& b) { return rank::compare_rows(a, b, plan_.then) < 0; });
      for (const auto& row : rows) out_.add({row}, {});
      put_out_ = waiting_.begin()->first;
      held_ -= rows.size();
      waiting_.erase(waiting_.begin());
    }
  }

  time_sort_plan plan_;
  window::row_output out_;
  std::map<event_time_ms, std::vector<kept_row>> waiting_{};
  event_time_ms clock_ = no_watermark;
  event_time_ms put_out_ = no_watermark; ///< The last time that came out: what is not after it is late.
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_time_sort(const time_sort_plan& plan) {
  WEIR_ENSURE(plan.layout != nullptr, "the planner states the layout");
  return std::make_unique<time_sort_operator>(plan);
}

} // namespace core::over
