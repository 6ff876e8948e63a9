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
  set_span(made, {start, end, ++opened_});
  order_.push({end - 1, opened_, made});
  if (first == no_row) {
    index_.insert(tag, made);
  } else { // behind the first, which the index knows
    set_row_link(row, row_link(pool_.at(first)));
    set_row_link(pool_.at(first), made);
  }
  return made;
}

void session_store::stretch(std::uint32_t row, event_time_ms start, event_time_ms end) {
  auto now = span(row);
  now.start = std::min(now.start, start);
  now.end = std::max(now.end, end);
  set_span(row, now);
}

void session_store::remove(std::uint32_t gone) {
  auto* row = pool_.at(gone);
  const auto head = first(row_key(row), row_tag(row));
  if (head != gone) {
    auto before = head;
    while (next(before) != gone) before = next(before);
    set_row_link(pool_.at(before), row_link(row));
  } else if (row_link(row) == no_row) {
    index_.erase(row_tag(row), gone);
  } else {
    index_.replace(row_tag(row), gone, row_link(row));
  }
  if (has_long_key(row)) key_bytes_ -= key_size_of(row);
  set_span(gone, {0, 0, 0});
  free_key(row);
  pool_.remove(gone);
}

std::uint32_t session_store::take_due(event_time_ms watermark) {
  while (!order_.empty() && order_.top().at <= watermark) {
    auto top = order_.top();
    order_.pop();
    if (is_free(top.row)) continue;
    const auto now = span(top.row);
    if (now.number != top.number) continue; // merged away, its row used again
    if (now.end - 1 == top.at) return top.row;
    top.at = now.end - 1;
    order_.push(top);
  }
  return no_row;
}

void session_store::pack() {
  if (pool_.live() == 0) {
    pool_ = row_pool(cells_at + cell_bytes_);
    order_ = {};
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
  due_order order;
  index.reserve(pool_.live());
  std::vector<bool> follows(packed.end(), false);
  for (std::uint32_t i = 0; i < packed.end(); ++i) {
    auto* row = packed.at(i);
    if (row_link(row) == no_row) continue;
    set_row_link(row, moved[row_link(row)]);
    follows[row_link(row)] = true;
  }
  for (std::uint32_t i = 0; i < packed.end(); ++i) {
    const auto now = agg::load<session_span>(packed.at(i) + span_at);
    order.push({now.end - 1, now.number, i});
    if (!follows[i]) index.insert(row_tag(packed.at(i)), i);
  }
  pool_ = std::move(packed);
  index_ = std::move(index);
  order_ = std::move(order);
}

std::uint64_t session_store::bytes() const noexcept {
  return pool_.bytes() + index_.bytes() + order_.capacity() * sizeof(due) + key_bytes_;
}

} // namespace core::window
