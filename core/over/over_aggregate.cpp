#include "core/over/over_aggregate.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/over/over_state.hpp"
#include "core/window/key_text.hpp"

namespace core::over {

namespace {

using window::keyed_rows;
using window::operator_output;

class over_operator final : public window::keyed_operator {
public:
  over_operator(const over_plan& plan, agg::accumulators state) : plan_(plan), writer_(plan, std::move(state)) {}
  ~over_operator() override {
    for (auto& [text, key] : keys_) writer_.drop(key);
  }

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > clock_) move_clock(watermark);
      auto& key = keys_[window::key_text(from, row)];
      const auto time = from.event_times[row];
      if (plan_.by_arrival) {
        put_out(key, time, {{block, i}});
      } else if (is_late(key, time)) {
        out.late.push_back({row, time, watermark});
        continue;
      } else {
        waiting_[time].push_back({&key, {block, i}});
        ++held_;
        keep_for_a_while(key, window::key_text(from, row), time);
      }
      ++rows_added_;
    }
    writer_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    if (watermark > clock_) move_clock(watermark);
    writer_.finish(out);
  }

  void flush(operator_output& out) override {
    put_out_through(end_of_time);
    writer_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.plain(clock_);
    to.number(rows_added_);
    to.number(writer_.arrivals());
    std::unordered_map<const key_state*, std::vector<std::pair<event_time_ms, kept_row>>> waiting;
    for (const auto& [time, rows] : waiting_)
      for (const auto& one : rows) waiting[one.key].emplace_back(time, one.row);
    to.number(keys_.size());
    for (const auto& [text, key] : keys_) {
      snapshot::write_key(to, window::encoded_key(text));
      snapshot::state_writer state;
      writer_.save(key, state);
      const auto& rows = waiting[&key];
      state.number(rows.size());
      for (const auto& [time, row] : rows) {
        state.plain(time);
        snapshot::write_row(state, row, plan_.input->fields.size());
      }
      to.text(state.take());
    }
    to.number(forgetting_.size());
    for (const auto& [time, text] : forgetting_) {
      to.plain(time);
      snapshot::write_key(to, window::encoded_key(text));
    }
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    snapshot::saved_rows rows(plan_.input);
    for (auto& one : from) {
      clock_ = std::max(clock_, one.plain<event_time_ms>());
      rows_added_ = std::max(rows_added_, one.number());
      writer_.set_arrivals(std::max(writer_.arrivals(), one.number()));
      const auto keys = one.count();
      for (std::size_t i = 0; i < keys; ++i) {
        const auto key = snapshot::read_key(one);
        snapshot::state_reader state(one.text());
        if (!share.holds(share.hash(key))) continue;
        restore_key(keys_[window::key_text(key, share)], state, rows);
        if (state.failed()) one.fail();
      }
      const auto forgotten = one.count();
      for (std::size_t i = 0; i < forgotten; ++i) {
        const auto time = one.plain<event_time_ms>();
        const auto key = snapshot::read_key(one);
        if (share.holds(share.hash(key))) forgetting_.emplace(time, window::key_text(key, share));
      }
    }
    rows.finish();
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    std::uint64_t rows = held_;
    for (const auto& [text, key] : keys_) rows += key.frame.size() + 2;
    return rows * (sizeof(framed_row) + plan_.input->fields.size() * 16);
  }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_ + keys_.size(); }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  struct waiting_row {
    key_state* key;
    kept_row row;
  };

  void restore_key(key_state& key, snapshot::state_reader& from, snapshot::saved_rows& rows) {
    writer_.load(key, from, rows);
    const auto count = from.count();
    for (std::size_t i = 0; i < count; ++i) {
      const auto time = from.plain<event_time_ms>();
      waiting_[time].push_back({&key, rows.read(from)});
      ++held_;
    }
  }

  /// Without bounds a row must be ahead of the watermark, else of what came out for its key (Flink's two rules).
  [[nodiscard]] bool is_late(const key_state& key, event_time_ms time) const {
    return plan_.preceding ? time <= key.last_time : time <= std::max(clock_, key.last_time);
  }

  void move_clock(event_time_ms watermark) {
    put_out_through(watermark);
    clock_ = watermark;
    for (; !forgetting_.empty() && forgetting_.begin()->first <= watermark; forgetting_.erase(forgetting_.begin())) {
      const auto key = keys_.find(forgetting_.begin()->second);
      if (key == keys_.end()) continue;
      if (key->second.forgotten_at > forgetting_.begin()->first) {
        // Rows have come since. The moment still counts as one at which the key has put out (Flink's rule).
        key->second.last_time = std::max(key->second.last_time, forgetting_.begin()->first);
        continue;
      }
      writer_.drop(key->second);
      keys_.erase(key);
    }
  }

  /// By RANGE with a distance nothing of a key matters half a distance after its last frame: it is forgotten, what came
  /// out last included (Flink's rule and times).
  void keep_for_a_while(key_state& key, const std::string& text, event_time_ms time) {
    if (!plan_.preceding || plan_.in_rows) return;
    const auto distance = *plan_.preceding;
    if (key.forgotten_at >= saturating_add(time, distance + 1)) return;
    key.forgotten_at = saturating_add(time, distance + distance / 2 + 1);
    forgetting_.emplace(key.forgotten_at, text);
  }

  void put_out_through(event_time_ms watermark) {
    while (!waiting_.empty() && waiting_.begin()->first <= watermark) {
      const auto time = waiting_.begin()->first;
      // Rows of one time, key by key.
      std::vector<std::pair<key_state*, std::vector<kept_row>>> groups;
      for (auto& one : waiting_.begin()->second) {
        const auto known = std::ranges::find(groups, one.key, [](const auto& group) { return group.first; });
        if (known == groups.end())
          groups.push_back({one.key, {std::move(one.row)}});
        else
          known->second.push_back(std::move(one.row));
      }
      held_ -= waiting_.begin()->second.size();
      waiting_.erase(waiting_.begin());
      for (auto& [key, rows] : groups) put_out(*key, time, rows);
    }
  }

  /// Rows of one key and time: one after the other, or, by RANGE, all with the frame that holds all of them.
  void put_out(key_state& key, event_time_ms time, const std::vector<kept_row>& rows) {
    if (key.rows == 0 || time != key.last_time) {
      key.rank = key.rows + 1;
      ++key.dense_rank;
    }
    key.last_time = time;
    if (plan_.in_rows || plan_.by_arrival) {
      for (const auto& row : rows) {
        writer_.take(key, time, row);
        writer_.put_out(key, row, ++key.rows);
        writer_.shrink(key);
      }
      return;
    }
    const auto first = key.rows;
    for (const auto& row : rows) {
      writer_.take(key, time, row);
      ++key.rows;
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
      writer_.put_out(key, rows[i], first + static_cast<std::int64_t>(i) + 1);
    writer_.shrink(key);
  }

  over_plan plan_;
  over_writer writer_;
  std::unordered_map<std::string, key_state> keys_{}; ///< States do not move.
  std::map<event_time_ms, std::vector<waiting_row>> waiting_{};
  std::multimap<event_time_ms, std::string> forgetting_{}; ///< When which key is forgotten.
  event_time_ms clock_ = no_watermark;
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_over(const over_plan& plan) {
  WEIR_ENSURE(plan.input && plan.output, "the planner states both layouts");
  WEIR_ENSURE(plan.output->fields.size() == plan.input->fields.size() + plan.calls.size(), "one column per call");
  auto state = agg::accumulators::make(aggregates_of(plan), *plan.input);
  if (!state) return std::unexpected(state.error());
  return std::make_unique<over_operator>(plan, std::move(*state));
}

} // namespace core::over
