#include "core/group/group_history.hpp"

#include <algorithm>
#include <utility>

namespace core::group {

void group_history::add(std::uint32_t group, kept_row row) {
  groups_[group].push_back(std::move(row));
  ++rows_;
  packing_.keep(1);
}

bool group_history::remove(std::uint32_t group, const kept_row& row) {
  auto& rows = groups_[group];
  const auto at =
      std::ranges::find_if(rows, [&](const kept_row& one) { return same_rows(one, row, row.block->columns.size()); });
  if (at == rows.end()) return false;
  rows.erase(at);
  --rows_;
  return true;
}

void group_history::forget(std::uint32_t group) {
  const auto at = groups_.find(group);
  if (at == groups_.end()) return;
  rows_ -= at->second.size();
  groups_.erase(at);
}

void group_history::replay(std::uint32_t group, agg::accumulators& into, std::byte* cells) const {
  const auto& rows = groups_.at(group);
  std::vector<std::uint32_t> numbers;
  for (std::size_t at = 0; at < rows.size();) {
    const auto& block = rows[at].block;
    const auto first = at;
    numbers.clear();
    for (; at < rows.size() && rows[at].block == block; ++at) numbers.push_back(rows[at].row);
    const std::vector<std::byte*> targets(numbers.size(), cells);
    into.update(*block, {numbers.data(), targets.data(), numbers.size(), first + 1, false});
  }
}

const std::vector<kept_row>& group_history::rows_of(std::uint32_t group) const {
  static const std::vector<kept_row> none;
  const auto at = groups_.find(group);
  return at == groups_.end() ? none : at->second;
}

void group_history::pack(const schema& layout) {
  if (!packing_.is_due(rows_)) return;
  std::vector<kept_row*> living;
  for (auto& [group, rows] : groups_)
    for (auto& one : rows) living.push_back(&one);
  packing_.pack(living, layout);
}

std::uint64_t group_history::bytes(const schema& layout) const noexcept {
  return rows_ * sizeof(kept_row) + packing_.bytes(layout);
}

} // namespace core::group
