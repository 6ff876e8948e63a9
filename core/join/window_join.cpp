#include "core/join/window_join.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/join/join_matcher.hpp"
#include "core/window/attached_windows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;
using window::window_bounds;

/// The rows of one key, and those that meet nothing because their key is NULL.
struct joined_key {
  std::array<std::vector<kept_row>, 2> rows{};
  std::array<std::vector<kept_row>, 2> alone{};
};
struct joined_window {
  std::unordered_map<std::string, std::size_t> places{};
  std::vector<std::pair<std::string, joined_key>> keys{}; ///< In order of arrival.
};

bool keeps_left_only(join_kind kind) { return kind == join_kind::semi || kind == join_kind::anti; }

std::vector<std::size_t> widths_of(const join_plan& plan) {
  if (keeps_left_only(plan.kind)) return {width_of(plan.sides[0])};
  return {width_of(plan.sides[0]), width_of(plan.sides[1])};
}

class window_join_operator final : public window::keyed_operator {
public:
  explicit window_join_operator(const window_join_plan& plan)
      : plan_(plan), matcher_(plan.join), open_(plan.windows[0].time_zone),
        out_(plan.join.output, widths_of(plan.join), plan.join.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto side = from.side;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto row = rows.picked[i];
      const auto watermark = std::min(from.watermarks_before[row], rows.others_watermark);
      if (watermark > open_.clock()) close_through(watermark);
      const auto bounds = window::bounds_of(*from.rows, plan_.windows[side], row);
      if (open_.is_late(bounds)) {
        out.late.push_back({row, from.event_times[row], watermark});
        continue;
      }
      auto& key = key_of(open_.at(bounds), window::key_text(from, row));
      const kept_row kept{block, i};
      (matcher_.may_meet(side, kept) ? key.rows : key.alone)[side].push_back(kept);
      ++held_;
      ++rows_added_;
    }
    out_.finish(out);
  }

  void advance(event_time_ms watermark, operator_output& out) override {
    close_through(watermark);
    out_.finish(out);
  }

  void flush(operator_output& out) override {
    open_.flush([this](const window_bounds&, joined_window& window) { put_out(window); });
    out_.finish(out);
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t limit) const override {
    std::vector<window::open_window> made;
    for (const auto& [bounds, window] : open_.all())
      for (const auto& [text, key] : window.keys)
        if (made.size() < limit)
          made.push_back({bounds.start, bounds.end, open_.fires_at(bounds),
                          key.rows[0].size() + key.rows[1].size() + key.alone[0].size() + key.alone[1].size(),
                          std::string(window::encoded_key(text)), text.empty()});
    return made;
  }
  [[nodiscard]] std::uint64_t open_window_count() const override {
    std::uint64_t count = 0;
    for (const auto& [bounds, window] : open_.all()) count += window.keys.size();
    return count;
  }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(kept_row) + plan_.join.sides[0].layout->fields.size() * 16);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  static joined_key& key_of(joined_window& window, std::string text) {
    const auto place = window.places.try_emplace(text, window.keys.size());
    if (place.second) window.keys.emplace_back(std::move(text), joined_key{});
    return window.keys[place.first->second].second;
  }

  void close_through(event_time_ms watermark) {
    open_.advance(watermark, [this](const window_bounds&, joined_window& window) { put_out(window); });
  }

  void put_out(const joined_window& window) {
    for (const auto& [text, key] : window.keys) put_out(key);
  }

  void put_out(const joined_key& key) {
    const auto kind = plan_.join.kind;
    const auto& left = key.rows[0];
    const auto& right = key.rows[1];
    std::vector<bool> left_met(left.size(), false);
    std::vector<bool> right_met(right.size(), false);
    matcher_.match(left, right, [&](std::size_t l, std::size_t r) {
      left_met[l] = true;
      right_met[r] = true;
      if (!keeps_left_only(kind)) out_.add({left[l], right[r]}, {});
    });
    held_ -= left.size() + right.size() + key.alone[0].size() + key.alone[1].size();
    if (keeps_left_only(kind)) {
      for (std::size_t l = 0; l < left.size(); ++l)
        if (left_met[l] == (kind == join_kind::semi)) out_.add({left[l]}, {});
      if (kind == join_kind::anti)
        for (const auto& row : key.alone[0]) out_.add({row}, {});
      return;
    }
    if (kind == join_kind::left || kind == join_kind::full) {
      for (std::size_t l = 0; l < left.size(); ++l)
        if (!left_met[l]) out_.add({left[l], {}}, {});
      for (const auto& row : key.alone[0]) out_.add({row, {}}, {});
    }
    if (kind == join_kind::right || kind == join_kind::full) {
      for (std::size_t r = 0; r < right.size(); ++r)
        if (!right_met[r]) out_.add({{}, right[r]}, {});
      for (const auto& row : key.alone[1]) out_.add({{}, row}, {});
    }
  }

  window_join_plan plan_;
  join_matcher matcher_;
  window::attached_windows<joined_window> open_;
  window::row_output out_;
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_window_join(const window_join_plan& plan) {
  WEIR_ENSURE(plan.join.output && plan.join.sides[0].layout && plan.join.sides[1].layout, "the planner states all layouts");
  return std::make_unique<window_join_operator>(plan);
}

} // namespace core::join
