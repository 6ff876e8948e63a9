#include "core/window/result_writer.hpp"

#include <algorithm>

namespace core::window {

namespace {
constexpr std::size_t pending_max = 512; // enough for the columns' loops, little enough to stay in the nearest cache
constexpr std::size_t window_columns = 3;
} // namespace

result_writer::result_writer(const window_aggregate_plan& plan, const time_zone* zone, const agg::accumulators& state)
    : output_(plan.output), rows_max_(std::max<std::size_t>(1, plan.output_rows_max)), sorted_(plan.sort_output),
      zone_(zone), state_(state) {
  for (std::size_t i = 0; i < plan.keys.size(); ++i) key_types_.push_back(output_->fields[i].type);
}

void result_writer::add(std::string_view key, const std::byte* cells) {
  if (pending_.size() >= pending_max && !sorted_) settle();
  pending_.push_back({key, cells, start_, end_});
}

void result_writer::settle() {
  if (sorted_)
    std::stable_sort(pending_.begin(), pending_.end(), [](const pending_row& a, const pending_row& b) {
      if (a.start != b.start || a.end != b.end) return std::pair(a.end, a.start) < std::pair(b.end, b.start);
      if (a.key.data() == nullptr || b.key.data() == nullptr) return b.key.data() != nullptr;
      return a.key < b.key;
    });
  for (std::size_t at = 0; at < pending_.size();) {
    const auto count = std::min({pending_.size() - at, rows_max_ - made_rows_, pending_max});
    take(pending_.data() + at, count);
    at += count;
    if (made_rows_ == rows_max_) close_batch();
  }
  pending_.clear();
}

/// An empty column with room for as many rows as the batch before had.
column result_writer::begin_column(const data_type& type) const {
  auto made = make_column(type, 0);
  switch (storage_of(type.kind)) {
  case storage::integer: made.ints.reserve(rows_hint_); break;
  case storage::real: made.reals.reserve(rows_hint_); break;
  case storage::decimal: made.decimals.reserve(rows_hint_); break;
  default: made.texts.reserve(rows_hint_);
  }
  return made;
}

void result_writer::take(const pending_row* rows, std::size_t count) {
  if (made_rows_ == 0) {
    texts_ = std::make_shared<text_arena>();
    if (!key_types_.empty()) keys_.reserve(rows_hint_);
    for (std::size_t i = key_types_.size(); i < output_->fields.size(); ++i)
      columns_.push_back(begin_column(output_->fields[i].type));
  }
  cells_.resize(count);
  auto& start = columns_[0];
  auto& end = columns_[1];
  auto& time = columns_[2];
  const auto first = agg::grow(start, count);
  (void)agg::grow(end, count);
  (void)agg::grow(time, count);
  const bool instant = zone_ != nullptr && time.type.kind == type_kind::timestamp_ltz;
  for (std::size_t i = 0; i < count; ++i) {
    cells_[i] = rows[i].cells;
    start.ints[first + i] = rows[i].start;
    end.ints[first + i] = rows[i].end;
    const auto last = rows[i].end - 1;
    time.ints[first + i] = !instant                                  ? last
                           : i > 0 && rows[i - 1].end == rows[i].end ? time.ints[first + i - 1]
                                                                     : zone_->to_utc(last);
  }
  if (!key_types_.empty())
    for (std::size_t i = 0; i < count; ++i)
      keys_.push_back(rows[i].key.data() == nullptr ? std::string_view() : texts_->store(rows[i].key));
  for (std::size_t call = 0; call < state_.calls(); ++call)
    state_.append_results(call, cells_.data(), count, columns_[window_columns + call], *texts_);
  made_rows_ += count;
}

std::vector<column_ptr> result_writer::key_columns() {
  if (key_types_.empty()) return {};
  if (key_types_.size() > 1 || storage_of(key_types_[0].kind) != storage::text)
    return decode_keys(keys_.data(), keys_.size(), key_types_);
  column made;
  made.type = key_types_[0];
  made.rows = static_cast<std::uint32_t>(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i)
    if (keys_[i].data() == nullptr) made.set_null(i);
  made.texts = std::move(keys_);
  made.owners.push_back(texts_);
  return {std::make_shared<const column>(std::move(made))};
}

void result_writer::close_batch() {
  auto made = std::make_shared<batch>();
  made->layout = output_;
  made->rows = static_cast<std::uint32_t>(made_rows_);
  made->columns = key_columns();
  for (auto& one : columns_) {
    if (storage_of(one.type.kind) == storage::text) one.owners.push_back(texts_);
    made->columns.push_back(std::make_shared<const column>(std::move(one)));
  }
  done_.push_back(std::move(made));
  columns_.clear();
  keys_.clear();
  texts_.reset();
  rows_hint_ = made_rows_;
  made_rows_ = 0;
}

void result_writer::finish(operator_output& out) {
  settle();
  if (made_rows_ > 0) close_batch();
  for (auto& one : done_) out.rows.push_back(std::move(one));
  done_.clear();
}

} // namespace core::window
