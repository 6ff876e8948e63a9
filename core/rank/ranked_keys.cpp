#include "core/rank/ranked_keys.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/snapshot/saved_rows.hpp"
#include "core/window/key_text.hpp"

namespace core::rank {

ranked_keys::ranked_keys(const updating_rank_plan& plan)
    : plan_(plan), width_(row_kind_of(*plan.input).value_or(plan.input->fields.size())),
      taken_back_(row_kind_of(*plan.input).has_value()),
      is_deduplication_(plan.to == 1 && !plan.with_number && !taken_back_ &&
                        (plan.by_arrival || plan.keep_first_row || plan.later_wins_ties)),
      shifts_(plan.with_number || plan.from > 1), newest_first_(plan.last_arrival || plan.later_wins_ties),
      counts_only_(plan.by_arrival && !plan.last_arrival && !taken_back_ && !shifts_),
      out_(plan.output, {width_}, plan.output_rows_max) {}

void ranked_keys::add(const window::keyed_rows& rows, window::operator_output& out) {
  const auto& from = *rows.from;
  const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
  packing_.keep(block->rows);
  for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
    ++rows_added_;
    const bool adding = !taken_back_ || is_adding(static_cast<row_kind>(block->columns[width_]->ints[i]));
    const auto [at, fresh] = keys_.try_emplace(window::key_text(from, rows.picked[i]),
                                               ranked_key{ranking(row_before{&plan_.order}), now_ms_});
    auto& [ranked, written] = at->second;
    rows_held_ -= ranked.size();
    if (plan_.state_ttl_ms > 0 && written <= now_ms_ - plan_.state_ttl_ms) ranked.clear();
    written = now_ms_;
    if (adding)
      insert(ranked, {block, i});
    else
      erase(ranked, {block, i});
    rows_held_ += ranked.size();
    if (ranked.empty()) keys_.erase(at);
  }
  pack();
  out_.finish(out);
}

void ranked_keys::insert(ranking& rows, const kept_row& row) {
  const bool full = !taken_back_ && rows.size() >= plan_.to;
  if (full && rows.empty()) return; // rank 0 and before
  if (full) {
    // Of rows that only come, those behind the last rank will never be needed.
    const row_before before{&plan_.order};
    const auto& last = *rows.rbegin();
    if (counts_only_ || (newest_first_ ? before(last, row) : !before(row, last))) return;
    if (is_deduplication_ && plan_.by_arrival && plan_.state_ttl_ms == 0 && same_rows(last, row, width_)) return;
  }
  if (counts_only_) {
    rows.insert(kept_row{});
    return put(row, rows.size(), row_kind::insert);
  }
  const auto at = newest_first_ ? rows.emplace_hint(rows.lower_bound(row), row) : rows.insert(row);
  if (shifts_)
    report_shift(rows, at, rank_of(rows, at), row_kind::insert);
  else
    report_entry(rows, at);
  if (full) rows.erase(std::prev(rows.end()));
}

/// The rank of a row, or some number behind the last that counts.
std::uint64_t ranked_keys::rank_of(const ranking& rows, ranking::const_iterator at) const {
  std::uint64_t rank = 1;
  for (auto i = rows.begin(); i != at && rank <= plan_.to; ++i) ++rank;
  return rank;
}

/// From `rank` on, rows have moved down by one for the row `from` (insert), or will move up when it goes (remove).
void ranked_keys::report_shift(const ranking& rows, ranking::const_iterator from, std::uint64_t rank, row_kind kind) {
  const bool entering = kind == row_kind::insert;
  for (; rank <= plan_.to; ++rank) {
    const auto next = std::next(from);
    if (next == rows.end()) return put(*from, rank, kind);
    put(entering ? *next : *from, rank, row_kind::update_before);
    put(entering ? *from : *next, rank, row_kind::update_after);
    from = next;
  }
}

void ranked_keys::report_entry(const ranking& rows, ranking::const_iterator at) {
  if (rows.size() <= plan_.to) return put(*at, 1, row_kind::insert);
  if (rank_of(rows, at) > plan_.to) return;
  const auto displaced =
      !taken_back_ ? std::prev(rows.end()) : std::next(rows.begin(), static_cast<std::ptrdiff_t>(plan_.to));
  put(*displaced, 1, is_deduplication_ ? row_kind::update_before : row_kind::remove);
  put(*at, 1, is_deduplication_ ? row_kind::update_after : row_kind::insert);
}

void ranked_keys::erase(ranking& rows, const kept_row& row) {
  auto [at, end] = rows.equal_range(row);
  at = std::find_if(at, end, [&](const kept_row& one) { return same_rows(one, row, width_); });
  if (at == end) return; // its state has run out
  const auto rank = rank_of(rows, at);
  if (shifts_) {
    report_shift(rows, at, rank, row_kind::remove);
  } else if (rank <= plan_.to) {
    put(*at, rank, row_kind::remove);
    if (rows.size() > plan_.to)
      put(*std::next(rows.begin(), static_cast<std::ptrdiff_t>(plan_.to)), rank, row_kind::insert);
  }
  rows.erase(at);
}

void ranked_keys::put(const kept_row& row, std::uint64_t rank, row_kind kind) {
  if (rank < plan_.from) return;
  std::vector<std::int64_t> numbers;
  if (plan_.with_number) numbers.push_back(static_cast<std::int64_t>(rank));
  numbers.push_back(static_cast<std::int64_t>(kind));
  out_.add({row}, numbers);
}

void ranked_keys::save(snapshot::state_writer& to) const {
  to.number(rows_added_);
  to.number(keys_.size());
  for (const auto& [text, key] : keys_) {
    snapshot::write_key(to, window::encoded_key(text));
    to.plain(key.written_ms);
    snapshot::write_rows(to, key.rows, plan_.input->fields.size());
  }
}

/// Rows are put in order once they have their values.
void ranked_keys::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  struct saved_key {
    std::string text;
    std::int64_t written_ms;
    std::vector<kept_row> rows;
  };
  std::vector<saved_key> found;
  snapshot::saved_rows rows(plan_.input);
  for (auto& one : from) {
    rows_added_ = std::max(rows_added_, one.number());
    const auto keys = one.count();
    for (std::size_t i = 0; i < keys; ++i) {
      const auto key = snapshot::read_key(one);
      const auto written = one.plain<std::int64_t>();
      auto kept = rows.read_all(one, share.holds(share.hash(key)));
      if (!kept.empty()) found.push_back({window::key_text(key, share), written, std::move(kept)});
    }
  }
  rows.finish();
  for (auto& [text, written, kept] : found) {
    rows_held_ += kept.size();
    packing_.keep(kept.size());
    ranking ordered(row_before{&plan_.order});
    for (auto& row : kept) ordered.insert(ordered.end(), std::move(row));
    keys_.emplace(std::move(text), ranked_key{std::move(ordered), written});
  }
}

void ranked_keys::set_clock(std::int64_t now_ms) {
  now_ms_ = std::max(now_ms_, now_ms);
  if (plan_.state_ttl_ms == 0 || now_ms_ < next_sweep_ms_) return;
  std::erase_if(keys_, [this](const auto& one) {
    if (one.second.written_ms > now_ms_ - plan_.state_ttl_ms) return false;
    rows_held_ -= one.second.rows.size();
    return true;
  });
  next_sweep_ms_ = now_ms_ + std::max<std::int64_t>(1, plan_.state_ttl_ms / 2);
}

void ranked_keys::pack() {
  if (counts_only_ || !packing_.is_due(rows_held_)) return;
  std::vector<kept_row*> living;
  for (auto& [key, ranked] : keys_)
    for (const auto& row : ranked.rows) living.push_back(const_cast<kept_row*>(&row)); // same values, other block
  packing_.pack(living, *plan_.input);
}

std::uint64_t ranked_keys::state_bytes() const {
  constexpr std::uint64_t key_bytes = 128; // these are rough
  constexpr std::uint64_t node_bytes = 64;
  return keys_.size() * key_bytes + rows_held_ * node_bytes + (counts_only_ ? 0 : packing_.bytes(*plan_.input));
}

} // namespace core::rank
