#include "core/window/session_store.hpp"

#include <algorithm>
#include <utility>

namespace core::window {

session_store::~session_store() {
  if (key_bytes_ == 0) return;
  for (std::uint32_t i = 0; i < end(); ++i)
    if (!is_free(i)) free_key(pool_.at(i));
}

std::uint32_t session_store::open(std::string_view key, std::uint32_t tag, std::uint32_t first, event_time_ms start,
                                  event_time_ms end) {
  const auto made = pool_.add();
  auto* row = pool_.at(made);
  set_key(row, key, tag);
  if (has_long_key(row)) key_bytes_ += key.size();
  set_span(made, {start, end, ++opened_, no_row});
  put({end - 1, opened_, made});
  place(made, tag, first);
  return made;
}

/// Puts a session between those of its key, by time. Most are the latest.
void session_store::place(std::uint32_t made, std::uint32_t tag, std::uint32_t first) {
  const auto start = span(made).start;
  if (first == no_row) return index_.insert(tag, made);
  if (start > span(first).start) {
    index_.replace(tag, first, made);
    set_row_link(pool_.at(made), first);
    set_later(first, made);
    return;
  }
  auto later = first;
  while (next(later) != no_row && span(next(later)).start > start) later = next(later);
  const auto earlier = next(later);
  set_row_link(pool_.at(made), earlier);
  set_row_link(pool_.at(later), made);
  set_later(made, later);
  if (earlier != no_row) set_later(earlier, made);
}

void session_store::set_later(std::uint32_t row, std::uint64_t later) {
  auto now = span(row);
  now.later = later;
  set_span(row, now);
}

void session_store::stretch(std::uint32_t row, event_time_ms start, event_time_ms end) {
  auto now = span(row);
  now.start = std::min(now.start, start);
  now.end = std::max(now.end, end);
  set_span(row, now);
}

void session_store::remove(std::uint32_t gone) {
  auto* row = pool_.at(gone);
  const auto later = static_cast<std::uint32_t>(span(gone).later);
  if (row_link(row) != no_row) set_later(row_link(row), later);
  if (later != no_row) {
    set_row_link(pool_.at(later), row_link(row));
  } else if (row_link(row) == no_row) {
    index_.erase(row_tag(row), gone);
  } else {
    index_.replace(row_tag(row), gone, row_link(row));
  }
  if (has_long_key(row)) key_bytes_ -= key_size_of(row);
  set_span(gone, {0, 0, 0, no_row});
  free_key(row);
  pool_.remove(gone);
}

void session_store::put(const due& one) {
  const auto bucket = floor_div(one.at, bucket_ms_);
  if (opened_bucket_ == no_watermark) opened_bucket_ = bucket - 1;
  if (bucket <= opened_bucket_) return order_.push(one);
  // Beyond the last bucket: looked at when that one's time comes.
  later_[static_cast<std::size_t>(std::min(bucket, opened_bucket_ + buckets - 1) & (buckets - 1))].push_back(one);
}

/// Puts an entry where its session now ends; drops it when the session is gone (its row may hold another).
void session_store::put_live(const due& one) {
  if (is_free(one.row)) return;
  const auto now = span(one.row);
  if (now.number == one.number) put({now.end - 1, one.number, one.row});
}

/// Looks at the next bucket, or at all when the clock has jumped.
void session_store::open_bucket(std::int64_t through) {
  std::vector<due> found;
  if (through - opened_bucket_ < buckets) {
    ++opened_bucket_;
    found.swap(later_[static_cast<std::size_t>(opened_bucket_ & (buckets - 1))]);
  } else {
    for (auto& one : later_) {
      found.insert(found.end(), one.begin(), one.end());
      one.clear();
    }
    opened_bucket_ = through;
  }
  for (const auto& one : found) put_live(one);
  // The bucket keeps its room for the next round.
  auto& bucket = later_[static_cast<std::size_t>(opened_bucket_ & (buckets - 1))];
  if (bucket.empty() && bucket.capacity() < found.capacity() && found.capacity() <= pool_.end() / 8) {
    found.clear();
    bucket.swap(found);
  }
}

std::uint32_t session_store::take_due(event_time_ms watermark) {
  if (opened_bucket_ == no_watermark) return no_row;
  const auto through = floor_div(watermark, bucket_ms_);
  for (;;) {
    if (order_.empty() || order_.top().at > watermark) {
      if (opened_bucket_ >= through) return no_row;
      open_bucket(through);
      continue;
    }
    const auto top = order_.top();
    order_.pop();
    if (is_free(top.row)) continue;
    const auto now = span(top.row);
    if (now.number != top.number) continue; // merged away, its row used again
    if (now.end - 1 == top.at) return top.row;
    put_live(top);
  }
}

void session_store::forget_order() {
  order_ = {};
  later_ = {};
  opened_bucket_ = no_watermark;
}

void session_store::pack() {
  if (pool_.live() == 0) {
    pool_ = row_pool(cells_at + cell_bytes_);
    forget_order();
    return;
  }
  if (!pool_.is_sparse()) return;
  row_pool packed(cells_at + cell_bytes_);
  std::vector<std::uint32_t> moved(pool_.end(), no_row);
  for (std::uint32_t i = 0; i < pool_.end(); ++i) {
    if (is_free(i)) continue;
    moved[i] = packed.add();
    std::memcpy(packed.at(moved[i]), pool_.at(i), cells_at + cell_bytes_);
  }
  tag_index index;
  index.reserve(pool_.live());
  forget_order();
  std::vector<bool> follows(packed.end(), false);
  for (std::uint32_t i = 0; i < packed.end(); ++i) {
    auto* row = packed.at(i);
    auto now = agg::load<session_span>(row + span_at);
    if (now.later != no_row) now.later = moved[now.later];
    agg::store(row + span_at, now);
    if (row_link(row) == no_row) continue;
    set_row_link(row, moved[row_link(row)]);
    follows[row_link(row)] = true;
  }
  for (std::uint32_t i = 0; i < packed.end(); ++i) {
    const auto now = agg::load<session_span>(packed.at(i) + span_at);
    put({now.end - 1, now.number, i});
    if (!follows[i]) index.insert(row_tag(packed.at(i)), i);
  }
  pool_ = std::move(packed);
  index_ = std::move(index);
}

std::uint64_t session_store::bytes() const noexcept {
  auto dues = order_.capacity();
  for (const auto& one : later_) dues += one.capacity();
  return pool_.bytes() + index_.bytes() + dues * sizeof(due) + key_bytes_;
}

} // namespace core::window
