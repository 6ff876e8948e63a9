#include "core/over/over_state.hpp"

#include <algorithm>
#include <utility>

namespace core::over {

std::vector<agg::aggregate_call> aggregates_of(const over_plan& plan) {
  std::vector<agg::aggregate_call> made;
  for (const auto& call : plan.calls)
    if (call.what == over_function::aggregate) made.push_back(call.aggregate);
  return made;
}

over_writer::over_writer(const over_plan& plan, agg::accumulators state)
    : plan_(plan), state_(std::move(state)), scratch_(state_.bytes()), lagged_(plan.calls.size()),
      otherwise_(plan.calls.size()) {
  for (const auto& call : plan_.calls) {
    values_.push_back(make_column(call.result_type, 0));
    if (call.what == over_function::lag) lag_max_ = std::max(lag_max_, call.distance);
  }
}

void over_writer::take(key_state& key, event_time_ms time, const kept_row& row) {
  key.frame.push_back({time, row});
  if (plan_.preceding) return;
  if (key.cells.empty()) {
    key.cells.resize(state_.bytes());
    state_.start(key.cells.data());
  }
  std::byte* cells = key.cells.data();
  state_.update(*row.block, {&row.row, &cells, 1, ++arrivals_, false});
}

/// The first row of the frame of the row that was taken last.
std::size_t over_writer::frame_begin(const key_state& key) const {
  const auto size = key.frame.size();
  if (plan_.in_rows) {
    const auto wanted = static_cast<std::size_t>(*plan_.preceding) + 1;
    return size > wanted ? size - wanted : 0;
  }
  const auto first = saturating_add(key.frame.back().time, -*plan_.preceding);
  const auto at = std::ranges::lower_bound(key.frame, first, {}, &framed_row::time);
  return static_cast<std::size_t>(at - key.frame.begin());
}

void over_writer::put_out(key_state& key, const kept_row& row, std::int64_t position) {
  rows_.push_back(row);
  add_values(key, position);
  if (rows_.size() >= std::max<std::size_t>(1, plan_.output_rows_max)) close_batch();
}

kept_row over_writer::lagged(const key_state& key, std::uint64_t distance, std::int64_t position) const {
  // The frame's last row is number key.rows; the row asked for is `distance` before `position`.
  const auto wanted = position - static_cast<std::int64_t>(distance);
  const auto first = key.rows - static_cast<std::int64_t>(key.frame.size()) + 1;
  if (wanted < first || wanted < 1) return {};
  return key.frame[static_cast<std::size_t>(wanted - first)].row;
}

void over_writer::add_values(key_state& key, std::int64_t position) {
  std::byte* cells = key.cells.data();
  if (plan_.preceding) {
    cells = scratch_.data();
    state_.start(cells);
    for (auto i = frame_begin(key); i < key.frame.size(); ++i) {
      const auto& one = key.frame[i].row;
      state_.update(*one.block, {&one.row, &cells, 1, ++arrivals_, false});
    }
  }
  std::size_t aggregate = 0;
  for (std::size_t i = 0; i < plan_.calls.size(); ++i) {
    const auto& call = plan_.calls[i];
    auto& to = values_[i];
    if (call.what == over_function::aggregate) {
      state_.append_results(aggregate++, &cells, 1, to, *texts_);
    } else if (call.what != over_function::lag) {
      to.ints.push_back(call.what == over_function::row_number ? position
                        : call.what == over_function::rank     ? key.rank
                                                               : key.dense_rank);
      ++to.rows;
    } else {
      const auto found = lagged(key, call.distance, position);
      lagged_[i].push_back(found.block ? found : rows_.back());
      otherwise_[i].push_back(!found.block);
    }
  }
  if (plan_.preceding && state_.has_side()) state_.clear(cells);
}

void over_writer::shrink(key_state& key) {
  std::size_t keep = plan_.preceding ? key.frame.size() : 0;
  if (plan_.preceding && plan_.in_rows) keep = static_cast<std::size_t>(*plan_.preceding);
  keep = std::max(keep, static_cast<std::size_t>(lag_max_));
  while (key.frame.size() > keep) key.frame.pop_front();
  if (!plan_.preceding || plan_.in_rows || key.frame.empty()) return;
  const auto first = saturating_add(key.frame.back().time, -*plan_.preceding);
  while (key.frame.size() > lag_max_ && key.frame.front().time < first) key.frame.pop_front();
}

void over_writer::drop(key_state& key) {
  if (!key.cells.empty() && state_.has_side()) state_.clear(key.cells.data());
  key.cells.clear();
}

void over_writer::save(const key_state& key, snapshot::state_writer& to) const {
  to.plain(key.last_time);
  to.plain(key.rows);
  to.plain(key.rank);
  to.plain(key.dense_rank);
  to.plain(key.forgotten_at);
  to.number(key.frame.size());
  for (const auto& one : key.frame) {
    to.plain(one.time);
    snapshot::write_row(to, one.row, plan_.input->fields.size());
  }
  to.flag(!key.cells.empty());
  if (!key.cells.empty()) state_.save(key.cells.data(), to);
}

void over_writer::load(key_state& key, snapshot::state_reader& from, snapshot::saved_rows& rows) {
  key.last_time = from.plain<event_time_ms>();
  key.rows = from.plain<std::int64_t>();
  key.rank = from.plain<std::int64_t>();
  key.dense_rank = from.plain<std::int64_t>();
  key.forgotten_at = from.plain<event_time_ms>();
  const auto framed = from.count();
  for (std::size_t i = 0; i < framed; ++i) {
    const auto time = from.plain<event_time_ms>();
    key.frame.push_back({time, rows.read(from)});
  }
  if (!from.flag()) return;
  key.cells.resize(state_.bytes());
  state_.restore(key.cells.data(), from);
}

void over_writer::close_batch() {
  auto made = std::make_shared<batch>();
  made->layout = plan_.output;
  made->rows = static_cast<std::uint32_t>(rows_.size());
  made->columns = collect_columns(rows_, *plan_.input);
  for (std::size_t i = 0; i < plan_.calls.size(); ++i) {
    const auto& call = plan_.calls[i];
    if (call.what != over_function::lag) {
      if (storage_of(values_[i].type.kind) == storage::text) values_[i].owners.push_back(texts_);
      made->columns.push_back(
          std::make_shared<const column>(std::exchange(values_[i], make_column(call.result_type, 0))));
      continue;
    }
    // Where there is no such row, the default of the row itself.
    auto defaults = lagged_[i];
    for (std::size_t row = 0; row < defaults.size(); ++row)
      if (otherwise_[i][row] && call.otherwise < 0) lagged_[i][row] = {};
    auto value = *collect_column(lagged_[i], call.column, call.result_type);
    if (call.otherwise >= 0) {
      const auto other = collect_column(defaults, static_cast<std::size_t>(call.otherwise), call.result_type);
      std::vector<std::uint32_t> picked;
      for (std::uint32_t row = 0; row < defaults.size(); ++row)
        picked.push_back(otherwise_[i][row] ? row + static_cast<std::uint32_t>(defaults.size()) : row);
      const auto both = concat({std::make_shared<const column>(std::move(value)), other});
      value = *gather(*both, picked.data(), picked.size());
    }
    made->columns.push_back(std::make_shared<const column>(std::move(value)));
    lagged_[i].clear();
    otherwise_[i].clear();
  }
  rows_.clear();
  texts_ = std::make_shared<text_arena>();
  done_.push_back(std::move(made));
}

void over_writer::finish(window::operator_output& out) {
  if (!rows_.empty()) close_batch();
  for (auto& one : done_) out.rows.push_back(std::move(one));
  done_.clear();
}

} // namespace core::over
