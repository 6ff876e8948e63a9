#include "core/join/regular_join.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/join/join_matcher.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;

/// A row and how many of the other side it meets.
struct joined_row {
  kept_row row{};
  std::size_t partners = 0;
  std::int64_t touched_ms = 0;
};
struct joined_key {
  std::array<std::vector<joined_row>, 2> rows{};
};

bool keeps_left_only(join_kind kind) { return kind == join_kind::semi || kind == join_kind::anti; }

std::vector<std::size_t> widths_of(const join_plan& plan) {
  if (keeps_left_only(plan.kind)) return {width_of(plan.sides[0])};
  return {width_of(plan.sides[0]), width_of(plan.sides[1])};
}

class regular_join_operator final : public window::keyed_operator {
public:
  explicit regular_join_operator(const regular_join_plan& plan)
      : plan_(plan), matcher_(plan.join), out_(plan.join.output, widths_of(plan.join), plan.join.output_rows_max),
        updates_(row_kind_of(*plan.join.output).has_value()) {}

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto kinds = row_kind_of(*plan_.join.sides[from.side].layout);
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto text = window::key_text(from, rows.picked[i]);
      const kept_row row{block, i};
      const auto kind = kinds ? static_cast<row_kind>(block->columns[*kinds]->ints[i]) : row_kind::insert;
      auto& key = keys_[text];
      if (is_adding(kind))
        add_row(key, from.side, row);
      else
        take_back(key, from.side, row);
      if (key.rows[0].empty() && key.rows[1].empty()) keys_.erase(text);
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
    for (auto key = keys_.begin(); key != keys_.end();) {
      for (auto& rows : key->second.rows)
        held_ -=
            std::erase_if(rows, [&](const joined_row& one) { return now_ms - one.touched_ms > plan_.state_ttl_ms; });
      key = key->second.rows[0].empty() && key->second.rows[1].empty() ? keys_.erase(key) : std::next(key);
    }
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return held_; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return held_ * (sizeof(joined_row) + plan_.join.sides[0].layout->fields.size() * 16);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// Rows of that side come out even when they meet nothing.
  [[nodiscard]] bool is_outer(std::size_t side) const {
    const auto kind = plan_.join.kind;
    return kind == join_kind::full || kind == (side == 0 ? join_kind::left : join_kind::right);
  }

  /// The places of the other side's rows that meet `row`.
  std::vector<std::size_t> partners_of(const joined_key& key, std::size_t side, const kept_row& row) {
    std::vector<std::size_t> found;
    if (!matcher_.may_meet(side, row)) return found;
    std::vector<kept_row> others;
    for (const auto& one : key.rows[1 - side]) others.push_back(one.row);
    if (side == 0)
      matcher_.match({row}, others, [&](std::size_t, std::size_t r) { found.push_back(r); });
    else
      matcher_.match(others, {row}, [&](std::size_t l, std::size_t) { found.push_back(l); });
    return found;
  }

  void add_row(joined_key& key, std::size_t side, const kept_row& row) {
    const auto partners = partners_of(key, side, row);
    auto& others = key.rows[1 - side];
    for (const auto place : partners) meet(side, others[place], row);
    if (partners.empty()) come_alone(side, row);
    if (keeps_left_only(plan_.join.kind) && side == 0 && !partners.empty() && plan_.join.kind == join_kind::semi)
      put_out(0, row, {}, row_kind::insert);
    key.rows[side].push_back({row, partners.size(), now_ms_});
    ++held_;
  }

  /// `other`, already there, gets `row` as a partner.
  void meet(std::size_t side, joined_row& other, const kept_row& row) {
    const bool first = other.partners++ == 0;
    other.touched_ms = now_ms_;
    if (keeps_left_only(plan_.join.kind)) {
      if (side == 1 && first)
        put_out(0, other.row, {}, plan_.join.kind == join_kind::semi ? row_kind::insert : row_kind::remove);
      return;
    }
    if (first && is_outer(1 - side)) put_out(1 - side, other.row, {}, row_kind::remove);
    put_out(side, row, other.row, row_kind::insert);
  }

  void come_alone(std::size_t side, const kept_row& row) {
    if (keeps_left_only(plan_.join.kind)) {
      if (side == 0 && plan_.join.kind == join_kind::anti) put_out(0, row, {}, row_kind::insert);
    } else if (is_outer(side)) {
      put_out(side, row, {}, row_kind::insert);
    }
  }

  void take_back(joined_key& key, std::size_t side, const kept_row& row) {
    auto& own = key.rows[side];
    const auto found = std::ranges::find_if(
        own, [&](const joined_row& one) { return same_rows(one.row, row, width_of(plan_.join.sides[side])); });
    if (found == own.end()) return; // It has been forgotten (state_ttl_ms).
    const auto partners = partners_of(key, side, found->row);
    const bool was_alone = found->partners == 0;
    own.erase(found);
    --held_;
    auto& others = key.rows[1 - side];
    for (const auto place : partners) part(side, others[place], row);
    if (keeps_left_only(plan_.join.kind)) {
      if (side == 0 && was_alone == (plan_.join.kind == join_kind::anti)) put_out(0, row, {}, row_kind::remove);
    } else if (was_alone && is_outer(side)) {
      put_out(side, row, {}, row_kind::remove);
    }
  }

  void part(std::size_t side, joined_row& other, const kept_row& row) {
    const bool last = --other.partners == 0;
    if (keeps_left_only(plan_.join.kind)) {
      if (side == 1 && last)
        put_out(0, other.row, {}, plan_.join.kind == join_kind::semi ? row_kind::remove : row_kind::insert);
      return;
    }
    put_out(side, row, other.row, row_kind::remove);
    if (last && is_outer(1 - side)) put_out(1 - side, other.row, {}, row_kind::insert);
  }

  /// `row` is of that side, `other` of the other one.
  void put_out(std::size_t side, const kept_row& row, const kept_row& other, row_kind kind) {
    const std::vector<std::int64_t> numbers =
        updates_ ? std::vector<std::int64_t>{static_cast<std::int64_t>(kind)} : std::vector<std::int64_t>{};
    if (keeps_left_only(plan_.join.kind))
      out_.add({row}, numbers);
    else
      out_.add(side == 0 ? std::vector<kept_row>{row, other} : std::vector<kept_row>{other, row}, numbers);
  }

  regular_join_plan plan_;
  join_matcher matcher_;
  window::row_output out_;
  bool updates_;
  std::unordered_map<std::string, joined_key> keys_{};
  std::uint64_t held_ = 0;
  std::uint64_t rows_added_ = 0;
  std::int64_t now_ms_ = 0;
  std::int64_t swept_ms_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_regular_join(const regular_join_plan& plan) {
  WEIR_ENSURE(plan.join.output && plan.join.sides[0].layout && plan.join.sides[1].layout,
              "the planner states all layouts");
  return std::make_unique<regular_join_operator>(plan);
}

} // namespace core::join
