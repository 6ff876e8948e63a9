#include "core/join/interval_join.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "core/join/join_matcher.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;

/// A row that still may meet rows to come.
struct waiting_row {
  kept_row row{};
  bool met = false;
};
/// The waiting rows of a key, by time, for each side.
using key_rows = std::array<std::multimap<event_time_ms, waiting_row>, 2>;

class interval_join_operator final : public window::keyed_operator {
public:
  explicit interval_join_operator(const interval_join_plan& plan)
      : plan_(plan), matcher_(plan.join),
        out_(plan.join.output, {width_of(plan.join.sides[0]), width_of(plan.join.sides[1])}, plan.join.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > clock_) move_clock(watermark);
      add_row(from.side, window::key_text(from, row), from.event_times[row], {block, i});
    }
    rows_added_ += rows.picked.size();
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    if (watermark > clock_) move_clock(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    expire_through(end_of_time);
    out_.finish(out);
  }

  /// Rows that come out alone are as old as their last partner might have been.
  [[nodiscard]] event_time_ms watermark_behind(event_time_ms watermark) const override {
    if (watermark == end_of_time || watermark == no_watermark) return watermark;
    return saturating_add(watermark, -std::max({plan_.upper_ms, -plan_.lower_ms, std::int64_t{0}}));
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(waiting_row) + 64 + plan_.join.sides[0].layout->fields.size() * 16);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  [[nodiscard]] bool is_kept(std::size_t side) const {
    const auto kind = plan_.join.kind;
    return kind == join_kind::full || kind == (side == 0 ? join_kind::left : join_kind::right);
  }

  /// The greatest time of a partner of a row of that side.
  [[nodiscard]] event_time_ms last_partner(std::size_t side, event_time_ms time) const {
    return saturating_add(time, side == 0 ? plan_.upper_ms : -plan_.lower_ms);
  }
  [[nodiscard]] event_time_ms first_partner(std::size_t side, event_time_ms time) const {
    return saturating_add(time, side == 0 ? plan_.lower_ms : -plan_.upper_ms);
  }

  void add_row(std::size_t side, const std::string& text, event_time_ms time, const kept_row& row) {
    bool met = false;
    const bool meets = matcher_.may_meet(side, row);
    const auto found = keys_.find(text);
    if (meets && found != keys_.end()) met = meet(side, found->second[1 - side], time, row);
    // Partners that are not late can still come while the watermark is before the last of them.
    if (meets && clock_ < last_partner(side, time)) {
      auto& own = found != keys_.end() ? found->second : keys_.try_emplace(text).first->second;
      own[side].emplace(time, waiting_row{row, met});
      expiry_.emplace(last_partner(side, time), text);
      ++held_;
    } else if (!met && is_kept(side)) {
      put_out_alone(side, row);
    }
  }

  bool meet(std::size_t side, std::multimap<event_time_ms, waiting_row>& others, event_time_ms time, const kept_row& row) {
    std::vector<waiting_row*> near;
    std::vector<kept_row> rows;
    const auto end = others.upper_bound(last_partner(side, time));
    for (auto at = others.lower_bound(first_partner(side, time)); at != end; ++at) {
      near.push_back(&at->second);
      rows.push_back(at->second.row);
    }
    bool met = false;
    const auto pair = [&](std::size_t other) {
      met = true;
      near[other]->met = true;
      out_.add(side == 0 ? std::vector<kept_row>{row, rows[other]} : std::vector<kept_row>{rows[other], row}, {});
    };
    if (side == 0)
      matcher_.match({row}, rows, [&](std::size_t, std::size_t r) { pair(r); });
    else
      matcher_.match(rows, {row}, [&](std::size_t l, std::size_t) { pair(l); });
    return met;
  }

  void put_out_alone(std::size_t side, const kept_row& row) {
    out_.add(side == 0 ? std::vector<kept_row>{row, {}} : std::vector<kept_row>{{}, row}, {});
  }

  void move_clock(event_time_ms watermark) {
    expire_through(watermark);
    clock_ = watermark;
  }

  /// Behind the last partner that is not late; one that comes with the watermark's own time still meets (Flink's rule).
  [[nodiscard]] static bool is_over(event_time_ms last_partner, event_time_ms watermark) {
    return last_partner < watermark || watermark == end_of_time;
  }

  void expire_through(event_time_ms watermark) {
    std::set<std::string> touched;
    while (!expiry_.empty() && is_over(expiry_.begin()->first, watermark)) {
      touched.insert(expiry_.begin()->second);
      expiry_.erase(expiry_.begin());
    }
    for (const auto& text : touched) {
      const auto key = keys_.find(text);
      for (std::size_t side = 0; side < 2; ++side) expire(side, key->second[side], watermark);
      if (key->second[0].empty() && key->second[1].empty()) keys_.erase(key);
    }
  }

  void expire(std::size_t side, std::multimap<event_time_ms, waiting_row>& rows, event_time_ms watermark) {
    while (!rows.empty() && is_over(last_partner(side, rows.begin()->first), watermark)) {
      const auto& oldest = rows.begin()->second;
      if (!oldest.met && is_kept(side)) put_out_alone(side, oldest.row);
      rows.erase(rows.begin());
      --held_;
    }
  }

  interval_join_plan plan_;
  join_matcher matcher_;
  window::row_output out_;
  std::unordered_map<std::string, key_rows> keys_{};
  std::multimap<event_time_ms, std::string> expiry_{}; ///< When a key has something to forget.
  event_time_ms clock_ = no_watermark;
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_interval_join(const interval_join_plan& plan) {
  WEIR_ENSURE(plan.join.output && plan.join.sides[0].layout && plan.join.sides[1].layout, "the planner states all layouts");
  if (plan.lower_ms > plan.upper_ms)
    return fail(errc::bad_value, "the bounds of an interval join exclude every row: " + std::to_string(plan.lower_ms) +
                                     " ms to " + std::to_string(plan.upper_ms) + " ms");
  return std::make_unique<interval_join_operator>(plan);
}

} // namespace core::join
