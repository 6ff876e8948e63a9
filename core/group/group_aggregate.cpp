#include "core/group/group_aggregate.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/agg/accumulators.hpp"
#include "core/data/kept_rows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"

namespace core::group {

namespace {

using window::keyed_rows;
using window::operator_output;

struct group_state {
  kept_row key{};   ///< Of a block that holds the keys' columns only.
  kept_row shown{}; ///< The values that came out last; of a block with the calls' columns.
  std::vector<std::byte> cells{};
  std::vector<kept_row> rows{}; ///< When rows may be taken back and the aggregates cannot subtract: all that count.
  std::uint64_t count = 0;
  std::int64_t touched_ms = 0;
};

class group_operator final : public window::keyed_operator {
public:
  group_operator(const group_aggregate_plan& plan, agg::accumulators state)
      : plan_(plan), state_(std::move(state)), kinds_(row_kind_of(*plan.input)),
        out_(plan.output, {plan.keys.size(), plan.calls.size()}, plan.output_rows_max), scratch_(state_.bytes()) {
    auto values = std::make_shared<schema>();
    for (std::size_t i = 0; i < plan.calls.size(); ++i)
      values->fields.push_back(plan.output->fields[plan.keys.size() + i]);
    values_ = std::move(values);
  }
  ~group_operator() override {
    for (auto& [text, group] : groups_) clear(group);
  }

  void add(const keyed_rows& rows, operator_output& out) override {
    const auto& from = *rows.from;
    const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
    const auto keys = keys_of(*block);
    for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
      const auto text = window::key_text(from, rows.picked[i]);
      const auto kind = kinds_ ? static_cast<row_kind>(block->columns[*kinds_]->ints[i]) : row_kind::insert;
      if (is_adding(kind))
        add_row(text, {block, i}, {keys, i});
      else
        take_back(text, {block, i});
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
    for (auto one = groups_.begin(); one != groups_.end();) {
      const bool forgotten = now_ms - one->second.touched_ms > plan_.state_ttl_ms;
      if (forgotten) clear(one->second);
      one = forgotten ? groups_.erase(one) : std::next(one);
    }
  }

  [[nodiscard]] schema_ptr layout() const override { return plan_.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return groups_.size(); }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return groups_.size() * (sizeof(group_state) + 96 + state_.bytes() + plan_.output->fields.size() * 32) +
           state_.side_bytes();
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  /// The keys' columns of a block, so that a group keeps no more of its first row.
  [[nodiscard]] batch_ptr keys_of(const batch& block) const {
    auto made = std::make_shared<batch>();
    made->rows = block.rows;
    for (const auto key : plan_.keys) made->columns.push_back(block.columns[key]);
    return made;
  }

  [[nodiscard]] bool keeps_rows() const { return kinds_.has_value() && !state_.subtracts(); }

  void update(group_state& group, const kept_row& row) {
    std::byte* cells = group.cells.data();
    state_.update(*row.block, {&row.row, &cells, 1, ++arrivals_, false});
  }

  void add_row(const std::string& text, const kept_row& row, const kept_row& key) {
    const auto [found, is_new] = groups_.try_emplace(text);
    auto& group = found->second;
    if (is_new) {
      group.key = {keep_rows(*key.block, {key.row}), 0};
      group.cells.resize(state_.bytes());
      state_.start(group.cells.data());
    }
    update(group, row);
    ++group.count;
    group.touched_ms = now_ms_;
    if (keeps_rows()) group.rows.push_back({keep_rows(*row.block, {row.row}), 0});
    show(group, is_new);
  }

  void take_back(const std::string& text, const kept_row& row) {
    const auto found = groups_.find(text);
    if (found == groups_.end()) return; // It has been forgotten (state_ttl_ms).
    auto& group = found->second;
    group.touched_ms = now_ms_;
    if (--group.count == 0) {
      put_out(group, group.shown, row_kind::remove);
      clear(group);
      groups_.erase(found);
      return;
    }
    if (keeps_rows())
      recompute(group, row);
    else
      subtract(group, row);
    show(group, false);
  }

  void subtract(group_state& group, const kept_row& row) {
    std::byte* gone = scratch_.data();
    state_.start(gone);
    state_.update(*row.block, {&row.row, &gone, 1, ++arrivals_, false});
    state_.subtract(group.cells.data(), gone);
  }

  void recompute(group_state& group, const kept_row& row) {
    const auto columns = plan_.input->fields.size() - 1;
    const auto gone =
        std::ranges::find_if(group.rows, [&](const kept_row& one) { return same_rows(one, row, columns); });
    if (gone != group.rows.end()) group.rows.erase(gone);
    clear(group);
    state_.start(group.cells.data());
    for (const auto& one : group.rows) update(group, one);
  }

  void clear(group_state& group) {
    if (state_.has_side()) state_.clear(group.cells.data());
  }

  /// The values as they are now, in a block of one row.
  [[nodiscard]] kept_row values_of(const group_state& group) const {
    auto made = std::make_shared<batch>();
    made->rows = 1;
    const auto texts = std::make_shared<text_arena>();
    const std::byte* cells = group.cells.data();
    for (std::size_t i = 0; i < plan_.calls.size(); ++i) {
      auto values = make_column(values_->fields[i].type, 0);
      state_.append_results(i, &cells, 1, values, *texts);
      if (!values.texts.empty()) values.owners.push_back(texts);
      made->columns.push_back(std::make_shared<const column>(std::move(values)));
    }
    return {std::move(made), 0};
  }

  void show(group_state& group, bool is_new) {
    auto now = values_of(group);
    if (is_new) {
      put_out(group, now, row_kind::insert);
    } else {
      if (plan_.state_ttl_ms == 0 && same_rows(group.shown, now, plan_.calls.size())) return;
      if (plan_.emit_update_before) put_out(group, group.shown, row_kind::update_before);
      put_out(group, now, row_kind::update_after);
    }
    group.shown = std::move(now);
  }

  void put_out(const group_state& group, const kept_row& values, row_kind kind) {
    out_.add({group.key, values}, {static_cast<std::int64_t>(kind)});
  }

  group_aggregate_plan plan_;
  agg::accumulators state_;
  std::optional<std::size_t> kinds_;
  schema_ptr values_{};
  window::row_output out_;
  std::vector<std::byte> scratch_;
  std::unordered_map<std::string, group_state> groups_{};
  std::uint64_t arrivals_ = 0;
  std::uint64_t rows_added_ = 0;
  std::int64_t now_ms_ = 0;
  std::int64_t swept_ms_ = 0;
};

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_group_aggregate(const group_aggregate_plan& plan) {
  WEIR_ENSURE(plan.input && plan.output, "the planner states both layouts");
  WEIR_ENSURE(plan.output->fields.size() == plan.keys.size() + plan.calls.size() + 1,
              "the output is keys, calls, kind");
  auto state = agg::accumulators::make(plan.calls, *plan.input);
  if (!state) return std::unexpected(state.error());
  return std::make_unique<group_operator>(plan, std::move(*state));
}

} // namespace core::group
