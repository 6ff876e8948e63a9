#include "core/window/session_rows.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/snapshot/saved_rows.hpp"
#include "core/time_zone.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"
#include "core/window/window_aggregate.hpp"

namespace core::window {

namespace {

struct row_session {
  event_time_ms start = 0;
  event_time_ms end = 0; ///< Last row + gap.
  std::vector<kept_row> rows{};
};

class session_rows_operator final : public keyed_operator {
public:
  session_rows_operator(const session_rows_plan& plan, const time_zone* zone)
      : plan_(plan), zone_(zone), out_(plan.output, {plan.input->fields.size()}, plan.output_rows_max),
        instants_(plan.output->fields.back().type.kind == type_kind::timestamp_ltz) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > clock_) move_clock(watermark);
      if (!add_row(key_text(from, row), from.event_times[row], {block, i}))
        out.late.push_back({row, from.event_times[row], watermark});
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    if (watermark > clock_) move_clock(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    close_through(end_of_time);
    out_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.plain(clock_);
    to.number(rows_added_);
    to.number(keys_.size());
    for (const auto& [text, sessions] : keys_) {
      snapshot::write_key(to, encoded_key(text));
      to.number(sessions.size());
      for (const auto& one : sessions) {
        to.plain(one.start);
        to.plain(one.end);
        snapshot::write_rows(to, one.rows, plan_.input->fields.size());
      }
    }
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    snapshot::saved_rows rows(plan_.input);
    for (auto& one : from) {
      clock_ = std::max(clock_, one.plain<std::int64_t>());
      rows_added_ = std::max(rows_added_, one.number());
      const auto keys = one.count();
      for (std::size_t i = 0; i < keys; ++i) restore_key(one, share, rows);
    }
    rows.finish();
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override {
    std::vector<open_window> made;
    for (const auto& [end, text] : ends_) {
      if (made.size() >= limit) break;
      for (const auto& one : keys_.at(text))
        if (one.end == end && made.size() < limit)
          made.push_back({local(one.start), local(one.end), one.end - 1, one.rows.size(),
                          std::string(encoded_key(text)), text.empty()});
    }
    return made;
  }
  [[nodiscard]] std::uint64_t open_window_count() const override { return ends_.size(); }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(kept_row) + plan_.input->fields.size() * 16) + ends_.size() * 128;
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  [[nodiscard]] std::int64_t local(event_time_ms time) const { return zone_ == nullptr ? time : zone_->to_local(time); }

  void restore_key(snapshot::state_reader& from, const snapshot::key_share& share, snapshot::saved_rows& rows) {
    const auto key = snapshot::read_key(from);
    const auto text = key_text(key, share);
    const bool ours = share.holds(share.hash(key));
    const auto sessions = from.count();
    for (std::size_t i = 0; i < sessions; ++i) {
      row_session made{from.plain<std::int64_t>(), from.plain<std::int64_t>(), {}};
      made.rows = rows.read_all(from, ours);
      if (made.rows.empty()) continue;
      held_ += made.rows.size();
      ends_.emplace(made.end, text);
      keys_[text].push_back(std::move(made));
    }
  }

  /// False: late. Sessions that the row touches become one.
  bool add_row(const std::string& text, event_time_ms time, const kept_row& row) {
    const auto gap = plan_.window.size_ms;
    const auto found = keys_.find(text);
    row_session made{time, time + gap, {}};
    if (found != keys_.end()) {
      auto& sessions = found->second;
      for (auto at = sessions.begin(); at != sessions.end();) {
        if (time > at->end || time + gap < at->start) {
          ++at;
          continue;
        }
        made.start = std::min(made.start, at->start);
        made.end = std::max(made.end, at->end);
        made.rows.insert(made.rows.end(), at->rows.begin(), at->rows.end());
        forget_end(at->end, text);
        at = sessions.erase(at);
      }
    }
    if (made.end - 1 <= clock_) return false; // It touched nothing that is open.
    made.rows.push_back(row);
    ends_.emplace(made.end, text);
    (found != keys_.end() ? found->second : keys_[text]).push_back(std::move(made));
    ++held_;
    ++rows_added_;
    return true;
  }

  void forget_end(event_time_ms end, const std::string& text) {
    const auto [begin, behind] = ends_.equal_range(end);
    const auto at = std::find_if(begin, behind, [&](const auto& one) { return one.second == text; });
    ends_.erase(at);
  }

  void move_clock(event_time_ms watermark) {
    close_through(watermark);
    clock_ = watermark;
  }

  void close_through(event_time_ms watermark) {
    while (!ends_.empty() && (ends_.begin()->first - 1 <= watermark)) {
      const auto [end, text] = *ends_.begin();
      ends_.erase(ends_.begin());
      const auto key = keys_.find(text);
      auto& sessions = key->second;
      const auto at = std::ranges::find(sessions, end, &row_session::end);
      put_out(*at);
      sessions.erase(at);
      if (sessions.empty()) keys_.erase(key);
    }
  }

  void put_out(const row_session& session) {
    const auto last = session.end - 1;
    for (const auto& row : session.rows)
      out_.add({row}, {local(session.start), local(session.end), instants_ ? last : local(last)});
    held_ -= session.rows.size();
  }

  session_rows_plan plan_;
  const time_zone* zone_; ///< Null: UTC.
  row_output out_;
  bool instants_;
  std::unordered_map<std::string, std::vector<row_session>> keys_{};
  std::multimap<event_time_ms, std::string> ends_{};
  event_time_ms clock_ = no_watermark;
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<keyed_operator>> make_session_rows(const session_rows_plan& plan) {
  if (auto checked = check_window(plan.window); !checked) return std::unexpected(checked.error());
  WEIR_ENSURE(plan.input && plan.output && plan.output->fields.size() == plan.input->fields.size() + 3,
              "the output is the input and three window columns");
  const auto* zone = *time_zone::find(plan.window.time_zone.empty() ? "UTC" : plan.window.time_zone);
  return std::make_unique<session_rows_operator>(plan, zone->is_utc() ? nullptr : zone);
}

} // namespace core::window
