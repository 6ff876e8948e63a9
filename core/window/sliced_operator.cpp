#include "core/window/sliced_operator.hpp"

#include <algorithm>

#include "core/window/saved_groups.hpp"

namespace core::window {

/// Rows that go into slices, found but not yet added.
struct sliced_operator::chunk {
  std::array<slice*, chunk_rows> slices;
  std::array<std::string_view, chunk_rows> keys;
  std::array<std::uint32_t, chunk_rows> tags;
  std::array<std::uint32_t, chunk_rows> rows;
  std::size_t count = 0;
};

sliced_operator::sliced_operator(const window_aggregate_plan& plan, agg::accumulators state)
    : grid_(plan.window), state_(std::move(state)), empty_(state_.bytes()), writer_(plan, grid_.zone(), state_) {
  state_.start(empty_.data());
}

void sliced_operator::add(const keyed_rows& rows, operator_output& out) {
  const auto& watermarks = rows.from->watermarks_before;
  const auto judged = [&](std::size_t i) { return std::min(watermarks[rows.picked[i]], rows.others_watermark); };
  const auto count = rows.picked.size();
  for (std::size_t at = 0; at < count;) {
    move_clock(judged(at));
    auto end = count;
    // Watermarks ascend: when the last row's closes nothing, none does.
    if (clock_ != end_of_time && judged(count - 1) >= next_fire_) {
      end = at + 1;
      for (auto step = count - end; step > 0;) { // the first row whose watermark closes a window
        const auto half = step / 2;
        if (judged(end + half) < next_fire_) {
          end += half + 1;
          step -= half + 1;
        } else {
          step = half;
        }
      }
    }
    add_run(rows, at, end, out);
    // Within the run the clock moves without closing anything.
    clock_ = std::max(clock_, judged(end - 1));
    at = end;
  }
  writer_.finish(out);
}

void sliced_operator::advance(event_time_ms watermark, operator_output& out) {
  move_clock(watermark);
  writer_.finish(out);
}

void sliced_operator::move_clock(event_time_ms watermark) {
  if (watermark <= clock_) return;
  clock_ = watermark;
  if (watermark < next_fire_) return;
  fired_ = grid_.fired_through(watermark);
  fire(fired_);
  late_before_ = grid_.late_before(fired_);
  next_fire_ = grid_.next_fire(fired_);
  flushed_.forget(fired_);
}

void sliced_operator::flush(operator_output& out) {
  flushed_keys closed;
  close_keys(closed);
  fire(all_fired);
  flushed_.close_all(closed); // not before: what comes out now is closed only behind it
  writer_.finish(out);
}

void sliced_operator::save(snapshot::state_writer& to) const {
  to.plain(clock_);
  to.plain(fired_);
  to.number(rows_added_);
  flushed_.save(to);
  to.number(slices_.size());
  for (const auto& one : slices_) {
    to.plain(one->start);
    save_groups(one->groups, state_, to);
  }
  save_more(to);
}

void sliced_operator::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  for (auto& one : from) {
    clock_ = std::max(clock_, one.plain<std::int64_t>());
    fired_ = std::max(fired_, one.plain<std::int64_t>());
    rows_added_ = std::max(rows_added_, one.number());
    flushed_.load(one, share);
    const auto slices = one.count();
    for (std::size_t i = 0; i < slices; ++i)
      (void)load_groups(slice_at(one.plain<std::int64_t>()).groups, state_, one, share);
  }
  std::erase_if(slices_, [](const auto& one) { return one->groups.size() == 0; });
  late_before_ = grid_.late_before(fired_);
  next_fire_ = grid_.next_fire(fired_);
  restore_more(from, share);
}

void sliced_operator::close_keys(flushed_keys& to) const {
  for (const auto& one : slices_) close_keys_of(*one, to);
}

void sliced_operator::close_keys_of(const slice& one, flushed_keys& to) const {
  const auto through = grid_.last_end(one.start);
  for (std::uint32_t i = 0; i < one.groups.end(); ++i) {
    const auto* row = one.groups.row(i);
    to.close(row_key(row), row_tag(row), through);
  }
}

slice& sliced_operator::slice_of(std::int64_t local) {
  const auto start = grid_.slice_start(local);
  auto& recent = recent_[static_cast<std::size_t>(floor_div(start, grid_.slice_ms()) & 7)];
  if (recent == nullptr || recent->start != start) recent = &slice_at(start);
  return *recent;
}

slice& sliced_operator::slice_at(std::int64_t start) {
  auto at = slices_.end();
  if (!slices_.empty() && slices_.back()->start >= start)
    at = std::lower_bound(slices_.begin(), slices_.end(), start,
                          [](const auto& one, auto time) { return one->start < time; });
  if (at != slices_.end() && (*at)->start == start) return **at;
  auto& made = **slices_.insert(at, std::make_unique<slice>(start, empty_));
  if (groups_hint_ > 0) made.groups.reserve(groups_hint_);
  return made;
}

void sliced_operator::drop_first_slice() {
  auto& gone = *slices_.front();
  groups_hint_ = gone.groups.size();
  if (state_.has_side())
    for (std::uint32_t i = 0; i < gone.groups.end(); ++i) state_.clear(gone.groups.cells(i));
  for (auto& one : recent_)
    if (one == &gone) one = nullptr;
  slices_.pop_front();
}

void sliced_operator::add_run(const keyed_rows& rows, std::size_t begin, std::size_t end, operator_output& out) {
  chunk part;
  for (auto at = begin; at < end; at += chunk_rows) {
    part.count = 0;
    sort_chunk(rows, at, std::min(end, at + chunk_rows), part, out);
    if (part.count > 0) add_chunk(*rows.from->rows, part);
  }
}

/// Which rows are late, which lie behind the last fired end, and the slices of the others.
void sliced_operator::sort_chunk(const keyed_rows& rows, std::size_t begin, std::size_t end, chunk& to,
                                 operator_output& out) {
  const auto& from = *rows.from;
  const bool keyed = !from.keys.keys.empty();
  const auto width = static_cast<std::uint64_t>(grid_.slice_ms());
  const auto inside = [&](const slice& one, std::int64_t time) {
    return static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(one.start) < width;
  };
  slice* last = nullptr;
  for (auto i = begin; i < end; ++i) {
    const auto row = rows.picked[i];
    const auto time = from.event_times[row];
    const auto local = grid_.is_utc() ? time : grid_.to_local(time);
    const keyed_row one{keyed ? from.keys.keys[row] : std::string_view("", 0),
                        keyed ? tag_of(from.keys.hashes[row]) : 0, row, local};
    auto late_before = late_before_;
    if (!flushed_.empty()) {
      const auto closed = flushed_.closed_through(one.key, one.tag);
      late_before = std::max(late_before, grid_.late_before(closed));
    }
    if (local < late_before || late_before == all_fired) {
      out.late.push_back({row, time, std::max(clock_, std::min(from.watermarks_before[row], rows.others_watermark))});
      continue;
    }
    if (local < fired_) {
      add_behind(*from.rows, one);
      continue;
    }
    if (last == nullptr || !inside(*last, local)) last = &slice_of(local);
    to.slices[to.count] = last;
    to.keys[to.count] = one.key;
    to.tags[to.count] = one.tag;
    to.rows[to.count] = row;
    ++to.count;
  }
}

void sliced_operator::add_chunk(const batch& from, const chunk& rows) {
  std::array<std::byte*, chunk_rows> cells;
  for (std::size_t i = 0; i < rows.count; ++i) rows.slices[i]->groups.prefetch(rows.tags[i]);
  for (std::size_t i = 0; i < rows.count; ++i) rows.slices[i]->groups.prefetch_row(rows.tags[i]);
  for (std::size_t i = 0; i < rows.count; ++i) {
    auto& groups = rows.slices[i]->groups;
    cells[i] = groups.cells(groups.find_or_add(rows.keys[i], rows.tags[i]));
  }
  state_.update(from, {rows.rows.data(), cells.data(), rows.count, rows_added_ + 1, false});
  rows_added_ += rows.count;
}

void sliced_operator::update_one(const batch& from, std::uint32_t row, std::byte* const* cells, std::size_t count) {
  same_row_.assign(count, row);
  state_.update(from, {same_row_.data(), cells, count, rows_added_ + 1, true});
}

std::uint64_t sliced_operator::held_groups() const {
  std::uint64_t count = 0;
  for (const auto& one : slices_) count += one->groups.size();
  return count;
}

std::uint64_t sliced_operator::state_bytes() const {
  auto bytes = flushed_.bytes() + state_.side_bytes();
  for (const auto& one : slices_) bytes += sizeof(std::int64_t) + one->groups.bytes();
  return bytes;
}

} // namespace core::window
