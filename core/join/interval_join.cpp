#include "core/join/interval_join.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/join/pair_condition.hpp"
#include "core/snapshot/saved_rows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;

/// When a row came, and its event time: rows are kept and put out in this order.
using row_place = std::pair<event_time_ms, std::uint64_t>;

struct waiting_row {
  kept_row row{};
  bool met = false;
};

struct key_rows {
  std::array<std::map<row_place, waiting_row>, 2> sides{};
};
using key_states = std::unordered_map<std::string, key_rows>;

/// When a row is let go of: no partner can come any more.
struct ending {
  event_time_ms at = 0;
  row_place place{};
  std::size_t side = 0;
  key_states::value_type* key = nullptr;
  /// The earliest is the greatest, for the queue.
  friend bool operator<(const ending& a, const ending& b) {
    return std::pair(a.at, a.place.second) > std::pair(b.at, b.place.second);
  }
};

class interval_join_operator final : public window::keyed_operator {
public:
  explicit interval_join_operator(const interval_join_plan& plan)
      : plan_(plan), condition_(plan.join), reach_{plan.upper_ms, saturating_sub(0, plan.lower_ms)},
        out_(plan.join.output, {condition_.width(0), condition_.width(1)}, plan.join.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    const auto& times = *from.rows->columns[plan_.times[from.side]];
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      let_go(std::min(from.watermarks_before[row], rows.others_watermark));
      const kept_row kept{block, i};
      if (times.is_null(row) || !key_meets(plan_.join, from.side, *from.rows, row)) {
        ++rows_added_;
        if (is_outer(plan_.join.kind, from.side)) put_alone(from.side, kept);
        continue;
      }
      const auto time = times.ints[row];
      if (take(from.side, window::key_text(from, row), time, kept))
        ++rows_added_;
      else
        out.late.push_back({row, time, clock_});
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    let_go(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    while (!endings_.empty()) end_first();
    out_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.plain(clock_);
    to.number(rows_added_);
    to.number(arrivals_);
    to.number(states_.size());
    for (const auto& [key, state] : states_) {
      snapshot::write_key(to, window::encoded_key(key));
      for (std::size_t side = 0; side < 2; ++side) {
        to.number(state.sides[side].size());
        for (const auto& [place, one] : state.sides[side]) {
          to.plain(place.first);
          to.number(place.second);
          to.flag(one.met);
          snapshot::write_row(to, one.row, plan_.join.sides[side].layout->fields.size());
        }
      }
    }
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    std::array rows{snapshot::saved_rows(plan_.join.sides[0].layout), snapshot::saved_rows(plan_.join.sides[1].layout)};
    for (auto& one : from) {
      clock_ = std::max(clock_, one.plain<std::int64_t>());
      rows_added_ = std::max(rows_added_, one.number());
      arrivals_ = std::max(arrivals_, one.number());
      const auto keys = one.count();
      for (std::size_t i = 0; i < keys; ++i) {
        const auto key = snapshot::read_key(one);
        auto* state =
            share.holds(share.hash(key)) ? &*states_.try_emplace(window::key_text(key, share)).first : nullptr;
        for (std::size_t side = 0; side < 2; ++side) restore_side(one, rows[side], side, state);
      }
    }
    for (auto& side : rows) side.finish();
  }

  void set_clock(std::int64_t now_ms) override { condition_.set_clock(now_ms); }
  /// Pairs hold rows as old as the bounds reach; outer rows wait one step longer.
  [[nodiscard]] event_time_ms watermark_behind(event_time_ms watermark) const override {
    if (watermark == no_watermark || watermark == end_of_time) return watermark;
    return saturating_sub(watermark, saturating_add(std::max<std::int64_t>({reach_[0], reach_[1], 0}), 1));
  }
  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t /*limit*/) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return 0; }
  [[nodiscard]] std::uint64_t held_groups() const override { return endings_.size(); }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    const auto values = std::max(condition_.width(0), condition_.width(1));
    return endings_.size() * (node_bytes + sizeof(ending) + values * value_bytes) + states_.size() * key_bytes;
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  static constexpr std::uint64_t node_bytes = 96; ///< Of a waiting row; the others are as rough.
  static constexpr std::uint64_t value_bytes = 16;
  static constexpr std::uint64_t key_bytes = 192;

  /// `state` null: of another shard.
  void restore_side(snapshot::state_reader& from, snapshot::saved_rows& rows, std::size_t side,
                    key_states::value_type* state) {
    const auto count = from.count();
    for (std::size_t i = 0; i < count; ++i) {
      const auto time = from.plain<event_time_ms>();
      const row_place place{time, from.number()};
      const bool met = from.flag();
      if (state == nullptr) {
        rows.skip(from);
        continue;
      }
      state->second.sides[side].emplace(place, waiting_row{rows.read(from), met});
      endings_.push({saturating_add(saturating_add(time, reach_[side]), 1), place, side, state});
    }
  }

  /// Joins the row with those that wait, and lets it wait itself. False when it came too late to do anything.
  bool take(std::size_t side, std::string key, event_time_ms time, const kept_row& row) {
    auto& at = *states_.try_emplace(std::move(key)).first;
    const bool met = join_with_waiting(side, time, row, at.second.sides[1 - side]);
    const auto last = saturating_add(time, reach_[side]);
    if (clock_ < last) {
      const row_place place{time, ++arrivals_};
      at.second.sides[side].emplace(place, waiting_row{row, met});
      endings_.push({saturating_add(last, 1), place, side, &at});
      return true;
    }
    if (at.second.sides[0].empty() && at.second.sides[1].empty()) states_.erase(at.first);
    const bool outer = is_outer(plan_.join.kind, side);
    if (!met && outer) put_alone(side, row);
    return met || outer || time > clock_;
  }

  bool join_with_waiting(std::size_t side, event_time_ms time, const kept_row& row,
                         std::map<row_place, waiting_row>& others) {
    const auto first = saturating_sub(time, reach_[1 - side]);
    const auto last = saturating_add(time, reach_[side]);
    std::vector<waiting_row*> near;
    std::vector<kept_row> rows;
    for (auto at = others.lower_bound({first, 0}); at != others.end() && at->first.first <= last; ++at) {
      near.push_back(&at->second);
      rows.push_back(at->second.row);
    }
    const auto met = side == 0 ? condition_.test({&row, 1}, rows) : condition_.test(rows, {&row, 1});
    bool any = false;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (met[i] == 0) continue;
      any = true;
      near[i]->met = true;
      if (side == 0)
        out_.add({row, rows[i]}, {});
      else
        out_.add({rows[i], row}, {});
    }
    return any;
  }

  void put_alone(std::size_t side, const kept_row& row) {
    if (side == 0)
      out_.add({row, {}}, {});
    else
      out_.add({{}, row}, {});
  }

  void let_go(event_time_ms watermark) {
    clock_ = std::max(clock_, watermark);
    while (!endings_.empty() && endings_.top().at <= clock_) end_first();
  }

  void end_first() {
    const auto first = endings_.top();
    endings_.pop();
    auto& rows = first.key->second.sides[first.side];
    const auto at = rows.find(first.place);
    if (!at->second.met && is_outer(plan_.join.kind, first.side)) put_alone(first.side, at->second.row);
    rows.erase(at);
    const auto& sides = first.key->second.sides;
    if (sides[0].empty() && sides[1].empty()) states_.erase(first.key->first);
  }

  interval_join_plan plan_;
  pair_condition condition_;
  /// How far behind a row of this side its last partner may be; the left's is the upper bound.
  std::array<std::int64_t, 2> reach_;
  window::row_output out_;
  key_states states_{};
  std::priority_queue<ending> endings_{};
  event_time_ms clock_ = no_watermark;
  std::uint64_t arrivals_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_interval_join(const interval_join_plan& plan) {
  if (keeps_left_only(plan.join.kind))
    return fail(errc::unsupported, "an interval join that keeps only rows of the left");
  return std::make_unique<interval_join_operator>(plan);
}

} // namespace core::join
