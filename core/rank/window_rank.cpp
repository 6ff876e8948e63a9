#include "core/rank/window_rank.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/snapshot/saved_rows.hpp"
#include "core/window/attached_windows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::rank {

namespace {

using window::keyed_batch;
using window::keyed_rows;
using window::operator_output;
using window::window_bounds;

/// The best rows of each key, in order of rank.
struct ranked_window {
  std::unordered_map<std::string, std::size_t> places{};             ///< Into `keys`.
  std::vector<std::pair<std::string, std::vector<kept_row>>> keys{}; ///< In order of arrival.
};

class window_rank_operator final : public window::keyed_operator {
public:
  explicit window_rank_operator(const window_rank_plan& plan)
      : plan_(plan), open_(plan.window.time_zone),
        out_(plan.output, {plan.input->fields.size()}, plan.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > open_.clock()) close_through(watermark);
      const auto bounds = window::bounds_of(*from.rows, plan_.window, row);
      if (open_.is_late(bounds)) {
        out.late.push_back({row, from.event_times[row], watermark});
        continue;
      }
      ++rows_added_;
      insert(open_.at(bounds), window::key_text(from, row), {block, i});
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    close_through(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    open_.flush([this](const window_bounds&, ranked_window& window) { put_out(window); });
    held_ = 0;
    out_.finish(out);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(rows_added_);
    open_.save(to, [&](const ranked_window& window) {
      to.number(window.keys.size());
      for (const auto& [key, ranked] : window.keys) {
        snapshot::write_key(to, window::encoded_key(key));
        snapshot::write_rows(to, ranked, plan_.input->fields.size());
      }
    });
  }

  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override {
    snapshot::saved_rows rows(plan_.input);
    for (auto& one : from) {
      rows_added_ = std::max(rows_added_, one.number());
      open_.load(one, [&](ranked_window& window) {
        const auto keys = one.count();
        for (std::size_t i = 0; i < keys; ++i) restore_key(one, share, rows, window);
        return !window.keys.empty();
      });
    }
    rows.finish();
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t limit) const override {
    std::vector<window::open_window> made;
    for (const auto& [bounds, window] : open_.all())
      for (const auto& [key, ranked] : window.keys)
        if (made.size() < limit)
          made.push_back({bounds.start, bounds.end, open_.fires_at(bounds), ranked.size(),
                          std::string(window::encoded_key(key)), key.empty()});
    return made;
  }
  [[nodiscard]] std::uint64_t open_window_count() const override {
    std::uint64_t count = 0;
    for (const auto& [bounds, window] : open_.all()) count += window.keys.size();
    return count;
  }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(kept_row) + plan_.input->fields.size() * row_cell_bytes);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  static constexpr std::uint64_t row_cell_bytes = 24; ///< A value with its share of the block, roughly.

  /// Behind the rows that are before it or equal; before equal ones where the later wins.
  void insert(ranked_window& window, std::string key, const kept_row& row) {
    const auto place = window.places.try_emplace(key, window.keys.size());
    if (place.second) window.keys.emplace_back(std::move(key), std::vector<kept_row>{});
    auto& ranked = window.keys[place.first->second].second;
    const auto before = [&](const kept_row& a, const kept_row& b) { return compare_rows(a, b, plan_.order) < 0; };
    const auto at = plan_.later_wins_ties ? std::lower_bound(ranked.begin(), ranked.end(), row, before)
                                          : std::upper_bound(ranked.begin(), ranked.end(), row, before);
    if (static_cast<std::uint64_t>(at - ranked.begin()) >= plan_.to) return;
    ranked.insert(at, row);
    ++held_;
    if (ranked.size() <= plan_.to) return;
    ranked.pop_back();
    --held_;
  }

  void restore_key(snapshot::state_reader& from, const snapshot::key_share& share, snapshot::saved_rows& rows,
                   ranked_window& to) {
    const auto key = snapshot::read_key(from);
    auto ranked = rows.read_all(from, share.holds(share.hash(key)));
    if (ranked.empty()) return;
    held_ += ranked.size();
    auto text = window::key_text(key, share);
    to.places.emplace(text, to.keys.size());
    to.keys.emplace_back(std::move(text), std::move(ranked));
  }

  void close_through(event_time_ms watermark) {
    open_.advance(watermark, [this](const window_bounds&, ranked_window& window) { put_out(window); });
  }

  void put_out(const ranked_window& window) {
    for (const auto& [key, ranked] : window.keys) {
      held_ -= ranked.size();
      for (std::size_t i = plan_.from - 1; i < ranked.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i + 1);
        out_.add({ranked[i]}, plan_.with_number ? std::vector<std::int64_t>{number} : std::vector<std::int64_t>{});
      }
    }
  }

  window_rank_plan plan_;
  window::attached_windows<ranked_window> open_;
  window::row_output out_;
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_window_rank(const window_rank_plan& plan) {
  WEIR_ENSURE(plan.input && plan.output && plan.from >= 1, "the planner states layouts and bounds");
  return std::make_unique<window_rank_operator>(plan);
}

} // namespace core::rank
