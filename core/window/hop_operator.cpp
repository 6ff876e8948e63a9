#include "core/window/hop_operator.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "core/window/open_list.hpp"

namespace core::window {

namespace {

/// Up to so many slices a window are folded anew for a changed key, as Flink does: cheap, and the sums of doubles are
/// Flink's to the last bit.
constexpr std::int64_t fold_slices_max = 16;

hop_records::way way_of(const agg::accumulators& state, std::int64_t slices) {
  if (state.subtracts()) return hop_records::way::subtract;
  return slices <= fold_slices_max ? hop_records::way::fold : hop_records::way::stacks;
}

} // namespace

hop_operator::hop_operator(const window_aggregate_plan& plan, agg::accumulators state)
    : sliced_operator(plan, std::move(state)), records_(way_of(state_, grid_.slices_per_window()), state_) {}

hop_operator::~hop_operator() {
  while (!slices_.empty()) drop_first_slice();
}

void hop_operator::fire(std::int64_t through) {
  while (records_.size() > 0 || !slices_.empty()) {
    const auto end = records_.size() > 0 ? last_end_ + grid_.step_ms() : grid_.first_end(slices_.front()->start);
    if (end > through) return;
    attach_through(end);
    records_.refresh();
    writer_.open(end - grid_.size_ms(), end);
    records_.each(end, [&](std::string_view key, const std::byte* total) { writer_.add(key, total); });
    writer_.settle();
    last_end_ = end;
    detach_before(end + grid_.step_ms() - grid_.size_ms());
    if (records_.is_sparse()) pack();
  }
}

void hop_operator::attach_through(std::int64_t end) {
  for (; attached_ < slices_.size(); ++attached_) {
    auto& one = *slices_[attached_];
    if (one.start + grid_.slice_ms() > end) return;
    for (std::uint32_t i = 0; i < one.groups.end(); ++i) {
      auto* row = one.groups.row(i);
      records_.attach(one.start, row, silent_through(row_key(row), row_tag(row)));
    }
  }
}

void hop_operator::detach_before(std::int64_t start) {
  while (attached_ > 0 && slices_.front()->start < start) {
    const auto& groups = slices_.front()->groups;
    for (std::uint32_t i = 0; i < groups.end(); ++i) records_.detach(groups.row(i));
    drop_first_slice();
    --attached_;
  }
}

void hop_operator::pack() {
  std::vector<std::uint32_t> moved;
  records_.pack(moved);
  for (std::size_t s = 0; s < attached_; ++s) {
    const auto& groups = slices_[s]->groups;
    for (std::uint32_t i = 0; i < groups.end(); ++i) set_row_link(groups.row(i), moved[row_link(groups.row(i))]);
  }
}

void hop_operator::save_more(snapshot::state_writer& to) const {
  to.plain(records_.size() > 0 ? last_end_ : none_fired);
  records_.save(to);
}

/// Which slices are attached follows from the last end; only what the records' totals are made of was saved.
void hop_operator::restore_more(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  last_end_ = none_fired;
  for (auto& one : from) last_end_ = std::max(last_end_, one.plain<std::int64_t>());
  while (attached_ < slices_.size() && slices_[attached_]->start + grid_.slice_ms() <= last_end_) {
    auto& one = *slices_[attached_++];
    for (std::uint32_t i = 0; i < one.groups.end(); ++i) records_.attach_again(one.start, one.groups.row(i));
  }
  for (auto& one : from) records_.load(one, share);
}

void hop_operator::add_behind(const batch& from, const keyed_row& one) {
  if (records_.size() == 0) last_end_ = fired_;
  const auto start = grid_.slice_start(one.local);
  const auto slices_before = slices_.size();
  auto& groups = slice_at(start).groups;
  if (slices_.size() > slices_before) ++attached_;
  auto found = groups.find(one.key, one.tag);
  if (found == no_row) {
    found = groups.add(one.key, one.tag);
    records_.attach_behind(start, groups.row(found), silent_through(one.key, one.tag));
  }
  records_.targets_of(start, groups.row(found), targets_);
  update_one(from, one.row, targets_.data(), targets_.size());
  ++rows_added_;
}

std::vector<open_window> hop_operator::open_windows(std::size_t limit) const {
  std::vector<open_window> made;
  struct counted {
    std::uint64_t rows;
    std::int64_t silent;
  };
  std::map<std::string, counted> keys; // in the window that the walk is at
  const auto change = [&](const slice& one, bool comes) {
    for (std::uint32_t i = 0; i < one.groups.end(); ++i) {
      const auto* row = one.groups.row(i);
      const auto own = records_.own_rows(one.start, row);
      const counted none{0, silent_through(row_key(row), row_tag(row))};
      const auto found = keys.try_emplace(std::string(row_key(row)), none).first;
      found->second.rows += comes ? own : 0 - own;
      if (found->second.rows == 0) keys.erase(found);
    }
  };
  std::size_t in = 0;
  std::size_t gone = 0;
  for (auto end = records_.size() > 0 ? last_end_ : none_fired; made.size() < limit;) {
    if (in == gone && in == slices_.size()) break;
    end = in == gone && end == none_fired ? grid_.first_end(slices_[in]->start) : end + grid_.step_ms();
    if (in == gone && gone > 0) end = std::max(end, grid_.first_end(slices_[in]->start));
    while (in < slices_.size() && slices_[in]->start + grid_.slice_ms() <= end) change(*slices_[in++], true);
    while (gone < in && slices_[gone]->start < end - grid_.size_ms()) change(*slices_[gone++], false);
    std::vector<open_window> groups;
    for (const auto& [key, one] : keys)
      if (one.silent < end) groups.push_back({end - grid_.size_ms(), end, grid_.fires_at(end), one.rows, key});
    list_open(made, std::move(groups), limit);
  }
  return made;
}

std::uint64_t hop_operator::open_window_count() const {
  std::map<std::string, std::int64_t, std::less<>> counted; // ends up to here, for each key
  std::uint64_t count = 0;
  const auto step = grid_.step_ms();
  for (const auto& one : slices_) {
    const auto first = grid_.first_end(one->start);
    const auto last = grid_.last_end(one->start);
    for (std::uint32_t i = 0; i < one->groups.end(); ++i) {
      const auto* row = one->groups.row(i);
      const auto silent = std::max(fired_, silent_through(row_key(row), row_tag(row)));
      const auto through = counted.try_emplace(std::string(row_key(row)), silent).first;
      const auto next = through->second < first ? first : through->second + step;
      if (next > last) continue;
      count += static_cast<std::uint64_t>((last - next) / step + 1);
      through->second = last;
    }
  }
  return count;
}

std::uint64_t hop_operator::state_bytes() const { return sliced_operator::state_bytes() + records_.bytes(); }

} // namespace core::window
