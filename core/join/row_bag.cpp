#include "core/join/row_bag.hpp"

namespace core::join {

namespace {
constexpr std::size_t indexed_min = 17; // fewer rows are looked through faster
constexpr std::size_t dead_slack = 16;
} // namespace

void row_bag::add(const bagged_row& one, std::size_t columns) {
  if (const auto at = find(one.row, one.hash, columns); at != nothing) {
    rows_[at].count += one.count;
    rows_[at].partners = one.partners;
    rows_[at].written_ms = one.written_ms;
    return;
  }
  append(one);
}

void row_bag::append(const bagged_row& one) {
  rows_.push_back(one);
  if (!index_.empty())
    index_.emplace(one.hash, rows_.size() - 1);
  else if (rows_.size() >= indexed_min)
    build_index();
}

std::size_t row_bag::find(const kept_row& row, std::uint64_t hash, std::size_t columns) const {
  const auto is_it = [&](std::size_t at) {
    const auto& one = rows_[at];
    return one.count > 0 && one.hash == hash && same_rows(one.row, row, columns);
  };
  if (index_.empty()) {
    for (std::size_t at = 0; at < rows_.size(); ++at)
      if (is_it(at)) return at;
    return nothing;
  }
  for (auto [at, end] = index_.equal_range(hash); at != end; ++at)
    if (is_it(at->second)) return at->second;
  return nothing;
}

void row_bag::remove(std::size_t at) {
  auto& one = rows_[at];
  if (--one.count > 0) return;
  one.row = {};
  ++dead_;
  tidy_up();
}

void row_bag::expire(std::int64_t written_ms) {
  for (auto& one : rows_) {
    if (one.count == 0 || one.written_ms > written_ms) continue;
    one.count = 0;
    one.row = {};
    ++dead_;
  }
  tidy_up();
}

void row_bag::save(snapshot::state_writer& to, std::size_t columns) const {
  to.number(distinct());
  for (const auto& one : rows_) {
    if (one.count == 0) continue;
    snapshot::write_row(to, one.row, columns);
    to.plain(one.hash);
    to.number(one.count);
    to.number(one.partners);
    to.plain(one.written_ms);
  }
}

void row_bag::load(snapshot::state_reader& from, snapshot::saved_rows& rows, bool wanted) {
  const auto count = from.count();
  for (std::size_t i = 0; i < count; ++i) {
    bagged_row one;
    if (wanted)
      one.row = rows.read(from);
    else
      rows.skip(from);
    one.hash = from.plain<std::uint64_t>();
    one.count = from.number();
    one.partners = from.number();
    one.written_ms = from.plain<std::int64_t>();
    if (wanted) append(one);
  }
}

void row_bag::tidy_up() {
  if (dead_ <= distinct() + dead_slack && distinct() > 0) return;
  std::erase_if(rows_, [](const bagged_row& one) { return one.count == 0; });
  dead_ = 0;
  index_.clear();
  if (rows_.size() >= indexed_min) build_index();
}

void row_bag::build_index() {
  for (std::size_t at = 0; at < rows_.size(); ++at) index_.emplace(rows_[at].hash, at);
}

} // namespace core::join
