#include "core/window/cumulate_operator.hpp"

#include <map>
#include <string>

#include "core/window/open_list.hpp"
#include "core/window/saved_groups.hpp"

namespace core::window {

cumulate_operator::~cumulate_operator() {
  while (!slices_.empty()) drop_first_slice();
  drop_running();
}

void cumulate_operator::drop_running() {
  if (!running_) return;
  for (std::uint32_t i = 0; i < running_->groups.end(); ++i) state_.clear(running_->groups.cells(i));
  running_.reset();
}

void cumulate_operator::fire(std::int64_t through) {
  while (running_ || !slices_.empty()) {
    const auto end = running_ ? running_end_ + grid_.step_ms() : slices_.front()->start + grid_.slice_ms();
    if (end > through) return;
    const auto start = grid_.start_of(end);
    if (!running_) running_ = std::make_unique<slice>(start, empty_);
    running_end_ = end;
    if (!slices_.empty() && slices_.front()->start + grid_.slice_ms() == end) take_slice(*slices_.front());
    writer_.open(start, end);
    for (std::uint32_t i = 0; i < running_->groups.end(); ++i)
      writer_.add(row_key(running_->groups.row(i)), running_->groups.cells(i));
    writer_.settle();
    if (end == start + grid_.size_ms()) drop_running();
  }
}

void cumulate_operator::take_slice(slice& closed) {
  auto& groups = running_->groups;
  for (std::uint32_t i = 0; i < closed.groups.end(); ++i) {
    const auto* row = closed.groups.row(i);
    state_.merge(groups.cells(groups.find_or_add(row_key(row), row_tag(row))), closed.groups.cells(i),
                 agg::merge_side::behind);
  }
  drop_first_slice();
}

void cumulate_operator::add_behind(const batch& from, const keyed_row& one) {
  if (!running_) {
    running_ = std::make_unique<slice>(grid_.start_of(grid_.last_end(grid_.slice_start(one.local))), empty_);
    running_end_ = fired_;
  }
  auto* cells = running_->groups.cells(running_->groups.find_or_add(one.key, one.tag));
  update_one(from, one.row, &cells, 1);
  ++rows_added_;
}

void cumulate_operator::save_more(snapshot::state_writer& to) const {
  to.flag(running_ != nullptr);
  if (!running_) return;
  to.plain(running_->start);
  to.plain(running_end_);
  save_groups(running_->groups, state_, to);
}

/// All shards have come to the same end.
void cumulate_operator::restore_more(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  for (auto& one : from) {
    if (!one.flag()) continue;
    const auto start = one.plain<std::int64_t>();
    if (!running_) running_ = std::make_unique<slice>(start, empty_);
    if (running_->start != start) one.fail();
    running_end_ = one.plain<std::int64_t>();
    (void)load_groups(running_->groups, state_, one, share);
  }
  if (running_ && running_->groups.size() == 0) running_.reset();
}

void cumulate_operator::close_keys(flushed_keys& to) const {
  sliced_operator::close_keys(to);
  if (running_) close_keys_of(*running_, to);
}

std::vector<open_window> cumulate_operator::open_windows(std::size_t limit) const {
  std::vector<open_window> made;
  std::map<std::string, std::uint64_t> rows; // of the full window that the walk is in
  std::int64_t start = 0;
  const auto take = [&](const slice& one) {
    for (std::uint32_t i = 0; i < one.groups.end(); ++i)
      rows[std::string(row_key(one.groups.row(i)))] += agg::accumulators::rows_of(one.groups.cells(i));
  };
  const auto list = [&](std::int64_t end) {
    std::vector<open_window> groups;
    for (const auto& [key, count] : rows) groups.push_back({start, end, grid_.fires_at(end), count, key});
    list_open(made, std::move(groups), limit);
  };
  auto end = running_ ? running_end_ : 0;
  if (running_) {
    start = running_->start;
    take(*running_);
  }
  for (auto next = slices_.begin(); made.size() < limit;) {
    if (rows.empty()) {
      if (next == slices_.end()) break;
      end = (*next)->start;
      start = grid_.start_of(end + grid_.slice_ms());
    }
    end += grid_.step_ms();
    if (next != slices_.end() && (*next)->start + grid_.slice_ms() == end) take(**next++);
    list(end);
    if (end == start + grid_.size_ms()) rows.clear();
  }
  return made;
}

std::uint64_t cumulate_operator::open_window_count() const {
  // A key is in all windows from its first slice that still comes to the end of the full window.
  std::map<std::string, std::int64_t, std::less<>> seen; // the full window's end that the key is counted for
  std::uint64_t count = 0;
  const auto take = [&](const slice& one, std::int64_t first_end, std::int64_t last_end) {
    for (std::uint32_t i = 0; i < one.groups.end(); ++i) {
      const auto [found, added] = seen.try_emplace(std::string(row_key(one.groups.row(i))), last_end);
      if (!added && found->second == last_end) continue;
      found->second = last_end;
      count += static_cast<std::uint64_t>((last_end - first_end) / grid_.step_ms() + 1);
    }
  };
  if (running_) take(*running_, running_end_ + grid_.step_ms(), running_->start + grid_.size_ms());
  for (const auto& one : slices_) take(*one, one->start + grid_.slice_ms(), grid_.last_end(one->start));
  return count;
}

std::uint64_t cumulate_operator::state_bytes() const {
  return sliced_operator::state_bytes() + (running_ ? running_->groups.bytes() : 0);
}

} // namespace core::window
