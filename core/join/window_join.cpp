#include "core/join/window_join.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/join/pair_condition.hpp"
#include "core/snapshot/saved_rows.hpp"
#include "core/window/attached_windows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;
using window::window_bounds;

/// The rows of one key in one window, each side in order of arrival.
struct meeting {
  std::string key{};
  bool meets = true;
  std::array<std::vector<kept_row>, 2> rows{};
};

struct joined_window {
  std::unordered_map<std::string, std::size_t> places{}; ///< Into `keys`.
  std::vector<meeting> keys{};                           ///< In order of arrival.
};

class window_join_operator final : public window::keyed_operator {
public:
  explicit window_join_operator(const window_join_plan& plan)
      : plan_(plan), condition_(plan.join), open_(plan.windows[0].time_zone),
        out_(plan.join.output,
             keeps_left_only(plan.join.kind) ? std::vector{condition_.width(0)}
                                             : std::vector{condition_.width(0), condition_.width(1)},
             plan.join.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > open_.clock()) close_through(watermark);
      const auto bounds = window::bounds_of(*from.rows, plan_.windows[from.side], row);
      if (open_.is_late(bounds)) {
        out.late.push_back({row, from.event_times[row], watermark});
        continue;
      }
      ++rows_added_;
      ++held_;
      auto& at = open_.at(bounds);
      auto key = window::key_text(from, row);
      const auto place = at.places.try_emplace(key, at.keys.size());
      if (place.second) at.keys.push_back({std::move(key), key_meets(plan_.join, from.side, *from.rows, row), {}});
      at.keys[place.first->second].rows[from.side].push_back({block, i});
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    close_through(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    open_.flush([this](const window_bounds&, const joined_window& one) { fire(one); });
    out_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(rows_added_);
    open_.save(to, [&](const joined_window& window) {
      to.number(window.keys.size());
      for (const auto& one : window.keys) {
        snapshot::write_key(to, window::encoded_key(one.key));
        to.flag(one.meets);
        for (std::size_t side = 0; side < 2; ++side)
          snapshot::write_rows(to, one.rows[side], plan_.join.sides[side].layout->fields.size());
      }
    });
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    sides_of_rows rows{snapshot::saved_rows(plan_.join.sides[0].layout),
                       snapshot::saved_rows(plan_.join.sides[1].layout)};
    for (auto& one : from) {
      rows_added_ = std::max(rows_added_, one.number());
      open_.load(one, [&](joined_window& window) {
        const auto keys = one.count();
        for (std::size_t i = 0; i < keys; ++i) restore_key(one, share, rows, window);
        return !window.keys.empty();
      });
    }
    for (auto& side : rows) side.finish();
  }

  void set_clock(std::int64_t now_ms) override { condition_.set_clock(now_ms); }
  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t limit) const override {
    std::vector<window::open_window> made;
    for (const auto& [bounds, one] : open_.all()) {
      const auto first = made.size();
      for (const auto& at : one.keys)
        made.push_back({bounds.start, bounds.end, open_.fires_at(bounds), at.rows[0].size() + at.rows[1].size(),
                        std::string(window::encoded_key(at.key)), at.key.empty()});
      std::sort(made.begin() + static_cast<std::ptrdiff_t>(first), made.end(),
                [](const auto& a, const auto& b) { return a.key < b.key; });
      if (made.size() >= limit) break;
    }
    if (made.size() > limit) made.resize(limit);
    return made;
  }
  [[nodiscard]] std::uint64_t open_window_count() const override {
    std::uint64_t count = 0;
    for (const auto& [bounds, one] : open_.all()) count += one.keys.size();
    return count;
  }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    const auto values = std::max(condition_.width(0), condition_.width(1));
    return held_ * (sizeof(kept_row) + values * value_bytes);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  static constexpr std::uint64_t value_bytes = 16; ///< A value with its share of the block, roughly.

  using sides_of_rows = std::array<snapshot::saved_rows, 2>;

  void restore_key(snapshot::state_reader& from, const snapshot::key_share& share, sides_of_rows& rows,
                   joined_window& to) {
    const auto key = snapshot::read_key(from);
    const bool ours = share.holds(share.hash(key));
    meeting made{window::key_text(key, share), from.flag(), {}};
    for (std::size_t side = 0; side < 2; ++side) {
      made.rows[side] = rows[side].read_all(from, ours);
      held_ += made.rows[side].size();
    }
    if (!ours) return;
    to.places.emplace(made.key, to.keys.size());
    to.keys.push_back(std::move(made));
  }

  void close_through(event_time_ms watermark) {
    open_.advance(watermark, [this](const window_bounds&, const joined_window& one) { fire(one); });
  }

  void fire(const joined_window& one) {
    for (const auto& at : one.keys) {
      held_ -= at.rows[0].size() + at.rows[1].size();
      join_rows(at.rows[0], at.meets ? at.rows[1] : no_rows_);
      if (!at.meets && is_outer(plan_.join.kind, 1))
        for (const auto& right : at.rows[1]) out_.add({{}, right}, {});
    }
  }

  /// A block of left rows at a time, so that the condition is asked for many pairs at once.
  void join_rows(const std::vector<kept_row>& left, const std::vector<kept_row>& right) {
    const auto step = std::max<std::size_t>(1, batch_rows_max / std::max<std::size_t>(1, right.size()));
    std::vector<std::uint8_t> right_met(right.size());
    for (std::size_t at = 0; at < left.size(); at += step) {
      const auto count = std::min(step, left.size() - at);
      const auto met = condition_.test({left.data() + at, count}, right);
      for (std::size_t i = 0; i < count; ++i) join_row(left[at + i], right, met.data() + i * right.size(), right_met);
    }
    if (!is_outer(plan_.join.kind, 1)) return;
    for (std::size_t i = 0; i < right.size(); ++i)
      if (right_met[i] == 0) out_.add({{}, right[i]}, {});
  }

  void join_row(const kept_row& left, const std::vector<kept_row>& right, const std::uint8_t* met,
                std::vector<std::uint8_t>& right_met) {
    const bool left_only = keeps_left_only(plan_.join.kind);
    bool any = false;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (met[i] == 0) continue;
      any = true;
      right_met[i] = 1;
      if (!left_only) out_.add({left, right[i]}, {});
    }
    if (left_only && any == (plan_.join.kind == join_kind::semi)) out_.add({left}, {});
    if (!any && is_outer(plan_.join.kind, 0)) out_.add({left, {}}, {});
  }

  window_join_plan plan_;
  pair_condition condition_;
  window::attached_windows<joined_window> open_;
  window::row_output out_;
  const std::vector<kept_row> no_rows_{};
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_window_join(const window_join_plan& plan) {
  return std::make_unique<window_join_operator>(plan);
}

} // namespace core::join
