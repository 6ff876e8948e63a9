#include "core/window/hop_records.hpp"

#include <algorithm>
#include <memory>

namespace core::window {

using agg::merge_side;

hop_records::hop_records(way how, agg::accumulators& state)
    : how_(how), state_(state), total_at_(state_at + (how == way::stacks ? state.bytes() : 0)),
      pool_(total_at_ + state.bytes()) {}

hop_records::~hop_records() {
  for (std::uint32_t i = 0; i < pool_.end(); ++i)
    if (!is_free_row(pool_.at(i))) remove(i);
}

/// Where the slice's entry is, or would be.
std::size_t hop_records::chain::place_of(std::int64_t slice) const {
  const auto from = entries.begin() + static_cast<std::ptrdiff_t>(first);
  const auto found = std::lower_bound(from, entries.end(), slice,
                                      [](const entry& one, std::int64_t start) { return one.slice < start; });
  return static_cast<std::size_t>(found - entries.begin());
}

std::uint32_t hop_records::record_of(const std::byte* row, std::int64_t silent_through) {
  const auto key = row_key(row);
  const auto tag = row_tag(row);
  const auto known = index_.find(tag, [&](std::uint32_t record) { return has_key(pool_.at(record), key); });
  if (known != no_row) return known;
  const auto made = pool_.add();
  auto* record = pool_.at(made);
  set_key(record, key, tag);
  if (has_long_key(record)) side_bytes_ += key.size();
  auto* const none = how_ == way::subtract ? nullptr : new chain;
  if (none != nullptr) side_bytes_ += none->bytes();
  agg::store(record + chain_at, none);
  agg::store(record + silent_at, silent_through);
  agg::store(record + touched_at, std::uint64_t{0});
  if (how_ == way::stacks) state_.start(record + state_at);
  state_.start(record + total_at_);
  index_.insert(tag, made);
  return made;
}

void hop_records::remove(std::uint32_t number) {
  auto* record = pool_.at(number);
  if (how_ == way::stacks) state_.clear(record + state_at);
  state_.clear(record + total_at_);
  if (how_ != way::subtract) {
    const std::unique_ptr<chain> gone(&chain_of(record));
    side_bytes_ -= gone->bytes();
  }
  if (has_long_key(record)) side_bytes_ -= key_size_of(record);
  index_.erase(row_tag(record), number);
  free_key(record);
  pool_.remove(number);
}

void hop_records::touch(std::uint32_t number) {
  auto* record = pool_.at(number);
  if (agg::load<std::uint64_t>(record + touched_at) != 0) return;
  agg::store(record + touched_at, std::uint64_t{1});
  touched_.push_back(number);
}

void hop_records::attach(std::int64_t slice, std::byte* row, std::int64_t silent_through) {
  const auto number = record_of(row, silent_through);
  auto* record = pool_.at(number);
  set_row_link(row, number);
  if (how_ == way::subtract) return state_.merge(record + total_at_, cells_of(row), merge_side::behind);
  auto& all = chain_of(record);
  side_bytes_ -= all.bytes();
  all.entries.push_back({slice, row});
  side_bytes_ += all.bytes();
  if (how_ == way::stacks) state_.merge(record + state_at, cells_of(row), merge_side::before);
  touch(number);
}

void hop_records::attach_behind(std::int64_t slice, std::byte* row, std::int64_t silent_through) {
  const auto number = record_of(row, silent_through);
  set_row_link(row, number);
  if (how_ == way::subtract) return;
  auto& all = chain_of(pool_.at(number));
  const auto at = all.place_of(slice);
  side_bytes_ -= all.bytes();
  all.entries.insert(all.entries.begin() + static_cast<std::ptrdiff_t>(at), {slice, row});
  side_bytes_ += all.bytes();
  if (at >= all.split) return;
  // In the older stack a group holds the younger ones too.
  ++all.split;
  if (at + 1 < all.split) state_.copy(cells_of(row), cells_of(all.entries[at + 1].row));
}

void hop_records::targets_of(std::int64_t slice, std::byte* row, std::vector<std::byte*>& to) {
  to.assign(1, cells_of(row));
  const auto number = row_link(row);
  auto* record = pool_.at(number);
  if (how_ == way::subtract) return to.push_back(record + total_at_);
  touch(number);
  if (how_ == way::fold) return;
  const auto& all = chain_of(record);
  const auto at = all.place_of(slice);
  if (at >= all.split) return to.push_back(record + state_at);
  to.clear();
  for (auto i = all.first; i <= at; ++i) to.push_back(cells_of(all.entries[i].row));
}

/// Moves the younger stack over to the older one, which is empty: each group takes in all younger ones.
void hop_records::turn(std::uint32_t number) {
  auto* record = pool_.at(number);
  auto& all = chain_of(record);
  for (auto i = all.entries.size() - 1; i > all.first; --i)
    state_.merge(cells_of(all.entries[i - 1].row), cells_of(all.entries[i].row), merge_side::before);
  all.split = all.entries.size();
  state_.clear(record + state_at);
  state_.start(record + state_at);
}

void hop_records::detach(const std::byte* row) {
  const auto number = row_link(row);
  auto* record = pool_.at(number);
  if (how_ == way::subtract) {
    state_.subtract(record + total_at_, row + row_head_bytes);
    if (agg::accumulators::rows_of(record + total_at_) == 0) remove(number);
    return;
  }
  auto& all = chain_of(record);
  WEIR_ENSURE(all.entries[all.first].row == row, "slices go in the order in which they came");
  if (how_ == way::stacks && all.split == all.first) turn(number);
  ++all.first;
  if (all.empty()) return remove(number);
  if (all.first > 32 && all.first * 2 > all.entries.size()) {
    all.entries.erase(all.entries.begin(), all.entries.begin() + static_cast<std::ptrdiff_t>(all.first));
    all.split -= std::min(all.split, all.first);
    all.first = 0;
  }
  all.split = std::max(all.split, all.first);
  touch(number);
}

void hop_records::attach_again(std::int64_t slice, std::byte* row) {
  const auto number = record_of(row, no_watermark);
  set_row_link(row, number);
  if (how_ == way::subtract) return state_.merge(pool_.at(number) + total_at_, cells_of(row), merge_side::behind);
  auto& all = chain_of(pool_.at(number));
  side_bytes_ -= all.bytes();
  all.entries.push_back({slice, row});
  side_bytes_ += all.bytes();
  touch(number);
}

void hop_records::save(snapshot::state_writer& to) const {
  to.number(pool_.live());
  for (std::uint32_t i = 0; i < pool_.end(); ++i) {
    const auto* record = pool_.at(i);
    if (is_free_row(record)) continue;
    snapshot::write_key(to, row_key(record));
    to.plain(agg::load<std::int64_t>(record + silent_at));
    if (how_ != way::stacks) continue;
    to.number(chain_of(record).split - chain_of(record).first);
    state_.save(record + state_at, to);
  }
}

void hop_records::load(snapshot::state_reader& from, const snapshot::key_share& share) {
  const auto records = from.count();
  for (std::size_t i = 0; i < records; ++i) {
    const auto key = snapshot::read_key(from);
    const auto hash = share.hash(key);
    const auto silent = from.plain<std::int64_t>();
    const auto older = how_ == way::stacks ? from.number() : 0;
    const auto known =
        share.holds(hash)
            ? index_.find(tag_of(hash), [&](std::uint32_t record) { return has_key(pool_.at(record), key); })
            : no_row;
    if (known == no_row) {
      if (how_ == way::stacks) state_.skip(from);
      continue;
    }
    auto* record = pool_.at(known);
    agg::store(record + silent_at, silent);
    if (how_ != way::stacks) continue;
    auto& all = chain_of(record);
    all.split = std::min<std::size_t>(older, all.entries.size());
    state_.clear(record + state_at);
    state_.restore(record + state_at, from);
  }
}

void hop_records::make_total(std::byte* record) {
  auto* total = record + total_at_;
  const auto& all = chain_of(record);
  state_.clear(total);
  if (how_ == way::fold) {
    auto i = all.entries.size() - 1;
    state_.copy(total, cells_of(all.entries[i].row));
    while (i-- > all.first) state_.merge(total, cells_of(all.entries[i].row), merge_side::behind);
    return;
  }
  const auto* back = record + state_at;
  if (all.first == all.split) return state_.copy(total, back);
  const auto* older = cells_of(all.entries[all.first].row);
  if (agg::accumulators::rows_of(back) == 0) return state_.copy(total, older);
  state_.copy(total, back);
  state_.merge(total, older, merge_side::behind);
}

void hop_records::refresh() {
  for (const auto number : touched_) {
    auto* record = pool_.at(number);
    // A record that went and came again may be listed twice.
    if (is_free_row(record) || agg::load<std::uint64_t>(record + touched_at) == 0) continue;
    agg::store(record + touched_at, std::uint64_t{0});
    make_total(record);
  }
  touched_.clear();
}

std::uint64_t hop_records::own_rows(std::int64_t slice, const std::byte* row) const {
  const auto rows = agg::accumulators::rows_of(row + row_head_bytes);
  if (how_ != way::stacks || row_link(row) == no_row) return rows;
  const auto& all = chain_of(pool_.at(row_link(row)));
  const auto at = all.place_of(slice);
  return at + 1 < all.split ? rows - agg::accumulators::rows_of(cells_of(all.entries[at + 1].row)) : rows;
}

void hop_records::pack(std::vector<std::uint32_t>& moved) {
  refresh();
  row_pool packed(total_at_ + state_.bytes());
  tag_index index;
  if (pool_.live() > 0) index.reserve(pool_.live());
  moved.assign(pool_.end(), no_row);
  for (std::uint32_t i = 0; i < pool_.end(); ++i) {
    const auto* record = pool_.at(i);
    if (is_free_row(record)) continue;
    moved[i] = packed.add();
    std::memcpy(packed.at(moved[i]), record, total_at_ + state_.bytes());
    index.insert(row_tag(record), moved[i]);
  }
  pool_ = std::move(packed);
  index_ = std::move(index);
  std::vector<std::uint32_t>().swap(touched_);
}

std::uint64_t hop_records::bytes() const noexcept {
  return pool_.bytes() + index_.bytes() + touched_.capacity() * sizeof(std::uint32_t) + side_bytes_;
}

} // namespace core::window
