#include "core/rank/updating_rank.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::rank {

namespace {

using window::keyed_rows;
using window::operator_output;

struct ranked_key {
  std::vector<kept_row> rows{}; ///< In order of rank: all when rows may be taken back, else the first `to`.
  std::int64_t touched_ms = 0;
};

bool same_place(const kept_row& a, const kept_row& b) { return a.block == b.block && a.row == b.row; }

class updating_rank_operator final : public window::keyed_operator {
public:
  explicit updating_rank_operator(const updating_rank_plan& plan)
      : plan_(plan), kinds_(row_kind_of(*plan.input)), width_(plan.input->fields.size() - (kinds_ ? 1 : 0)),
        updates_(row_kind_of(*plan.output).has_value()), out_(plan.output, {width_}, plan.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      auto& key = keys_[window::key_text(from, rows.picked[i])];
      key.touched_ms = now_ms_;
      const auto kind = kinds_ ? static_cast<row_kind>(block->columns[*kinds_]->ints[i]) : row_kind::insert;
      if (is_adding(kind))
        insert(key, {block, i});
      else
        take_back(key, {block, i});
    }
    rows_added_ += rows.picked.size();
    out_.finish(out);
  }

  void advance(event_time_ms, operator_output&) override {}
  void flush(operator_output&) override {}
  void set_clock(std::int64_t now_ms) override {
    now_ms_ = now_ms;
    if (plan_.state_ttl_ms == 0 || now_ms - swept_ms_ < plan_.state_ttl_ms / 4) return;
    swept_ms_ = now_ms;
    std::erase_if(keys_, [&](const auto& one) {
      const bool forgotten = now_ms - one.second.touched_ms > plan_.state_ttl_ms;
      if (forgotten) held_ -= one.second.rows.size();
      return forgotten;
    });
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return keys_.size(); }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(kept_row) + width_ * 24) + keys_.size() * 128;
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// The rows whose rank is wanted, in order.
  [[nodiscard]] std::vector<kept_row> wanted(const ranked_key& key) const {
    std::vector<kept_row> made;
    for (std::size_t i = plan_.from - 1; i < key.rows.size() && i < plan_.to; ++i) made.push_back(key.rows[i]);
    return made;
  }

  void insert(ranked_key& key, const kept_row& row) {
    const auto before = [&](const kept_row& a, const kept_row& b) { return compare_rows(a, b, plan_.order) < 0; };
    auto& rows = key.rows;
    const bool later_first = plan_.last_arrival || plan_.later_wins_ties;
    const auto at = later_first ? std::lower_bound(rows.begin(), rows.end(), row, before)
                                : std::upper_bound(rows.begin(), rows.end(), row, before);
    if (!kinds_ && static_cast<std::uint64_t>(at - rows.begin()) >= plan_.to) return;
    const auto old = wanted(key);
    // A row of its own block, so that those beside it need not stay.
    rows.insert(at, {keep_rows(*row.block, {row.row}), 0});
    ++held_;
    if (!kinds_ && rows.size() > plan_.to) {
      rows.pop_back();
      --held_;
    }
    show(old, wanted(key));
  }

  void take_back(ranked_key& key, const kept_row& row) {
    auto& rows = key.rows;
    const auto found = std::ranges::find_if(rows, [&](const kept_row& one) { return same_rows(one, row, width_); });
    if (found == rows.end()) return; // It has been forgotten (state_ttl_ms).
    const auto old = wanted(key);
    rows.erase(found);
    --held_;
    show(old, wanted(key));
  }

  void show(const std::vector<kept_row>& old, const std::vector<kept_row>& now) {
    if (plan_.with_number) return show_numbers(old, now);
    const auto holds = [](const std::vector<kept_row>& rows, const kept_row& row) {
      return std::ranges::any_of(rows, [&](const kept_row& one) { return same_place(one, row); });
    };
    const bool one_row = plan_.from == plan_.to && !old.empty() && !now.empty();
    for (const auto& row : old)
      if (!holds(now, row)) put_out(row, 0, one_row ? row_kind::update_before : row_kind::remove);
    for (const auto& row : now)
      if (!holds(old, row)) put_out(row, 0, one_row ? row_kind::update_after : row_kind::insert);
  }

  void show_numbers(const std::vector<kept_row>& old, const std::vector<kept_row>& now) {
    for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
      const auto number = static_cast<std::int64_t>(plan_.from + i);
      if (i < old.size() && i < now.size()) {
        if (same_place(old[i], now[i])) continue;
        put_out(old[i], number, row_kind::update_before);
        put_out(now[i], number, row_kind::update_after);
      } else if (i < now.size()) {
        put_out(now[i], number, row_kind::insert);
      } else {
        put_out(old[i], number, row_kind::remove);
      }
    }
  }

  void put_out(const kept_row& row, std::int64_t number, row_kind kind) {
    std::vector<std::int64_t> numbers;
    if (plan_.with_number) numbers.push_back(number);
    if (updates_) numbers.push_back(static_cast<std::int64_t>(kind));
    out_.add({row}, numbers);
  }

  updating_rank_plan plan_;
  std::optional<std::size_t> kinds_;
  std::size_t width_;
  bool updates_;
  window::row_output out_;
  std::unordered_map<std::string, ranked_key> keys_{};
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
  std::int64_t now_ms_ = 0;
  std::int64_t swept_ms_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_updating_rank(const updating_rank_plan& plan) {
  WEIR_ENSURE(plan.input && plan.output && plan.from >= 1, "the planner states layouts and bounds");
  return std::make_unique<updating_rank_operator>(plan);
}

} // namespace core::rank
