#include "core/group/changing_groups.hpp"

#include <algorithm>
#include <utility>

#include "core/snapshot/saved_rows.hpp"
#include "core/window/saved_groups.hpp"

namespace core::group {

namespace {
constexpr std::size_t run_max = 512;
constexpr std::size_t written_offset = 0; // behind the aggregates' cells: when the group was last written, its last run
constexpr std::size_t run_offset = 8;
constexpr std::size_t extra_bytes = 16;
} // namespace

narrowed_calls narrow_calls(const group_aggregate_plan& plan) {
  narrowed_calls made{plan.calls, {}, {}};
  schema layout;
  const auto narrow = [&](int& index) {
    if (index < 0) return;
    const auto wide = static_cast<std::size_t>(index);
    const auto at = std::ranges::find(made.columns, wide);
    index = static_cast<int>(at - made.columns.begin());
    if (at != made.columns.end()) return;
    made.columns.push_back(wide);
    layout.fields.push_back(plan.input->fields[wide]);
  };
  for (auto& call : made.calls) {
    narrow(call.argument);
    narrow(call.filter);
    narrow(call.weight);
  }
  made.layout = std::make_shared<const schema>(std::move(layout));
  return made;
}

changing_groups::changing_groups(const group_aggregate_plan& plan, narrowed_calls calls, agg::accumulators state)
    : output_(plan.output), calls_(std::move(calls)), update_before_(plan.emit_update_before),
      ttl_ms_(plan.state_ttl_ms), rows_max_(std::max<std::size_t>(1, plan.output_rows_max)),
      kind_at_(row_kind_of(*plan.input)), state_(std::move(state)) {
  for (std::size_t i = 0; i < plan.keys.size(); ++i) key_types_.push_back(output_->fields[i].type);
  if (kind_at_ && !state_.subtracts()) history_.emplace();
  gone_.resize(state_.bytes());
  make_table();
  begin_results();
}

changing_groups::~changing_groups() {
  for (std::uint32_t i = 0; i < table_->end(); ++i)
    if (!window::is_free_row(table_->row(i))) state_.clear(table_->cells(i));
}

void changing_groups::make_table() {
  std::vector<std::byte> empty(state_.bytes() + extra_bytes);
  state_.start(empty.data());
  table_.emplace(std::move(empty));
}

void changing_groups::begin_results() {
  results_.clear();
  for (std::size_t call = 0; call < state_.calls(); ++call)
    results_.push_back(make_column(output_->fields[key_types_.size() + call].type, 0));
  texts_ = std::make_shared<text_arena>();
  result_rows_ = 0;
}

void changing_groups::add(const window::keyed_rows& rows, window::operator_output& out) {
  const auto& from = *rows.from;
  batch narrow;
  narrow.rows = from.rows->rows;
  for (const auto index : calls_.columns) narrow.columns.push_back(from.rows->columns[index]);
  batch_ptr kept; // for the history: the picked rows, one below the other
  if (history_) kept = keep_rows(narrow, {rows.picked.begin(), rows.picked.end()});
  const auto* kinds = kind_at_ ? from.rows->columns[*kind_at_].get() : nullptr;
  ++run_;
  for (std::size_t i = 0; i < rows.picked.size(); ++i) {
    const auto row = rows.picked[i];
    const bool keyed = !from.keys.keys.empty();
    const auto key = keyed ? from.keys.keys[row] : std::string_view("", 0);
    const auto tag = keyed ? window::tag_of(from.keys.hashes[row]) : 0;
    const bool adding = kinds == nullptr || is_adding(static_cast<row_kind>(kinds->ints[row]));
    member one{history_ ? static_cast<std::uint32_t>(i) : row, table_->find(key, tag), false, adding, key};
    const auto& source = history_ ? *kept : narrow;
    const bool again = one.group != window::no_row &&
                       agg::load<std::uint64_t>(table_->cells(one.group) + state_.bytes() + run_offset) == run_;
    if (again || members_.size() == run_max) {
      settle(source);
      one.group = table_->find(key, tag);
    }
    if (one.group != window::no_row && is_expired(one.group)) {
      drop(one.group);
      one.group = window::no_row;
    }
    if (one.group == window::no_row) {
      if (!adding) continue; // nothing to take it from: its state has run out
      one.group = table_->add(key, tag);
      one.fresh = true;
    }
    if (history_ && adding) history_->add(one.group, {kept, one.row});
    if (history_ && !adding && !history_->remove(one.group, {kept, one.row})) continue;
    ++rows_added_;
    auto* extra = table_->cells(one.group) + state_.bytes();
    agg::store(extra + written_offset, now_ms_);
    agg::store(extra + run_offset, run_);
    members_.push_back(one);
  }
  settle(history_ ? *kept : narrow);
  finish(out);
}

/// Works the run off: results before, rows, results after.
void changing_groups::settle(const batch& from) {
  ++run_;
  if (members_.empty()) return;
  cells_.clear();
  for (const auto& one : members_) cells_.push_back(table_->cells(one.group));
  const auto before = result_rows_;
  append_results();
  update_members(from);
  const auto after = result_rows_;
  append_results();
  for (std::uint32_t i = 0; i < members_.size(); ++i) report(members_[i], before + i, after + i);
  members_.clear();
}

void changing_groups::append_results() {
  for (std::size_t call = 0; call < results_.size(); ++call)
    state_.append_results(call, cells_.data(), cells_.size(), results_[call], *texts_);
  result_rows_ += static_cast<std::uint32_t>(cells_.size());
}

void changing_groups::update_members(const batch& from) {
  rows_.clear();
  std::vector<std::byte*> targets;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].adding) {
      take_back(from, members_[i].row, members_[i].group);
      continue;
    }
    rows_.push_back(members_[i].row);
    targets.push_back(cells_[i]);
  }
  state_.update(from, {rows_.data(), targets.data(), rows_.size(), rows_added_ - rows_.size() + 1, false});
}

void changing_groups::take_back(const batch& from, std::uint32_t row, std::uint32_t group) {
  auto* cells = table_->cells(group);
  if (history_) {
    state_.clear(cells);
    state_.start(cells);
    return history_->replay(group, state_, cells);
  }
  state_.start(gone_.data());
  auto* target = gone_.data();
  state_.update(from, {&row, &target, 1, 1, false});
  state_.subtract(cells, gone_.data());
}

void changing_groups::report(const member& one, std::uint32_t before, std::uint32_t after) {
  if (one.fresh) return put(one, after, row_kind::insert);
  if (agg::accumulators::rows_of(table_->cells(one.group)) == 0) {
    put(one, before, row_kind::remove);
    return drop(one.group);
  }
  // With a time to live readers must see that the row lives on, as in Flink.
  if (ttl_ms_ == 0 && same_results(before, after)) return;
  if (update_before_) put(one, before, row_kind::update_before);
  put(one, after, row_kind::update_after);
}

void changing_groups::put(const member& one, std::uint32_t result, row_kind kind) {
  changes_.push_back({result, kind, one.key});
}

bool changing_groups::same_results(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::all_of(results_, [&](const column& one) { return same_values(one, a, one, b); });
}

void changing_groups::drop(std::uint32_t group) {
  state_.clear(table_->cells(group));
  table_->remove(group);
  if (history_) history_->forget(group);
}

bool changing_groups::is_expired(std::uint32_t group) const {
  if (ttl_ms_ == 0) return false;
  return agg::load<std::int64_t>(table_->cells(group) + state_.bytes() + written_offset) <= now_ms_ - ttl_ms_;
}

void changing_groups::set_clock(std::int64_t now_ms) {
  now_ms_ = std::max(now_ms_, now_ms);
  if (ttl_ms_ == 0 || now_ms_ < next_sweep_ms_) return;
  for (std::uint32_t i = 0; i < table_->end(); ++i)
    if (!window::is_free_row(table_->row(i)) && is_expired(i)) drop(i);
  if (table_->size() == 0) make_table();
  next_sweep_ms_ = now_ms_ + std::max<std::int64_t>(1, ttl_ms_ / 2);
}

void changing_groups::save(snapshot::state_writer& to) const {
  to.number(run_);
  to.number(rows_added_);
  window::save_groups(*table_, state_, to, extra_bytes);
  if (!history_) return;
  const auto columns = calls_.layout->fields.size();
  for (std::uint32_t i = 0; i < table_->end(); ++i) {
    if (window::is_free_row(table_->row(i))) continue;
    snapshot::write_key(to, window::row_key(table_->row(i)));
    snapshot::write_rows(to, history_->rows_of(i), columns);
  }
}

void changing_groups::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  snapshot::saved_rows rows(calls_.layout);
  for (auto& one : from) {
    run_ = std::max(run_, one.number());
    rows_added_ = std::max(rows_added_, one.number());
    const auto groups = window::load_groups(*table_, state_, one, share, extra_bytes);
    for (std::size_t i = 0; history_ && i < groups; ++i) {
      const auto key = snapshot::read_key(one);
      const auto hash = share.hash(key);
      const auto group = share.holds(hash) ? table_->find(key, window::tag_of(hash)) : window::no_row;
      for (auto& row : rows.read_all(one, group != window::no_row)) history_->add(group, std::move(row));
    }
  }
  rows.finish();
}

batch_ptr changing_groups::take_changes(std::size_t begin, std::size_t end) const {
  std::vector<std::string_view> keys;
  std::vector<std::uint32_t> picked;
  auto kinds = make_column(row_kind_type(), end - begin);
  for (auto i = begin; i < end; ++i) {
    keys.push_back(changes_[i].key);
    picked.push_back(changes_[i].result);
    kinds.ints[i - begin] = static_cast<std::int64_t>(changes_[i].kind);
  }
  auto made = std::make_shared<batch>();
  made->layout = output_;
  made->rows = static_cast<std::uint32_t>(end - begin);
  if (!key_types_.empty()) made->columns = decode_keys(keys.data(), keys.size(), key_types_);
  for (const auto& one : results_) made->columns.push_back(gather(one, picked.data(), picked.size()));
  made->columns.push_back(std::make_shared<const column>(std::move(kinds)));
  return made;
}

void changing_groups::finish(window::operator_output& out) {
  for (auto& one : results_)
    if (storage_of(one.type.kind) == storage::text) one.owners.push_back(texts_);
  for (std::size_t at = 0; at < changes_.size(); at += rows_max_)
    out.rows.push_back(take_changes(at, std::min(at + rows_max_, changes_.size())));
  changes_.clear();
  begin_results();
  if (table_->size() == 0 && table_->end() > 0) make_table();
  if (history_) history_->pack(*calls_.layout);
}

std::uint64_t changing_groups::state_bytes() const {
  return table_->bytes() + state_.side_bytes() + (history_ ? history_->bytes(*calls_.layout) : 0);
}

} // namespace core::group
