#include "core/join/regular_join.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/data/key_codec.hpp"
#include "core/join/pair_condition.hpp"
#include "core/join/row_bag.hpp"
#include "core/snapshot/saved_rows.hpp"
#include "core/window/key_text.hpp"
#include "core/window/row_output.hpp"
#include "core/window/row_packing.hpp"

namespace core::join {

namespace {

using window::keyed_rows;
using window::operator_output;

using key_bags = std::array<row_bag, 2>;

/// A row on its way in.
struct arrival {
  std::size_t side = 0;
  kept_row row{};
  std::uint64_t hash = 0;
  row_kind kind = row_kind::insert;
  [[nodiscard]] bool adds() const { return is_adding(kind); }
};

/// Changes come out in the order in which Flink's StreamingJoinOperator and StreamingSemiAntiJoinOperator have them.
class regular_join_operator final : public window::keyed_operator {
public:
  explicit regular_join_operator(const regular_join_plan& plan)
      : plan_(plan), condition_(plan.join), left_only_(keeps_left_only(plan.join.kind)),
        anti_(plan.join.kind == join_kind::anti),
        out_(plan.join.output,
             left_only_ ? std::vector{condition_.width(0)} : std::vector{condition_.width(0), condition_.width(1)},
             plan.join.output_rows_max) {}

  void add(const keyed_rows& rows, operator_output& out) override;
  void advance(event_time_ms /*watermark*/, operator_output& /*out*/) override {}
  void flush(operator_output& /*out*/) override {}
  void save(snapshot::state_writer& to) const override;
  void restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void set_clock(std::int64_t now_ms) override;
  [[nodiscard]] schema_ptr layout() const override { return plan_.join.output; }
  [[nodiscard]] std::vector<window::open_window> open_windows(std::size_t /*limit*/) const override { return {}; }
  [[nodiscard]] std::uint64_t open_window_count() const override { return 0; }
  [[nodiscard]] std::uint64_t held_groups() const override { return held_[0] + held_[1]; }
  [[nodiscard]] std::uint64_t state_bytes() const override {
    return states_.size() * key_bytes + held_groups() * sizeof(bagged_row) +
           packing_[0].bytes(*plan_.join.sides[0].layout) + packing_[1].bytes(*plan_.join.sides[1].layout);
  }
  [[nodiscard]] std::uint64_t rows_added() const override { return rows_added_; }

private:
  static constexpr std::uint64_t key_bytes = 256; ///< Roughly.

  void take(key_bags& bags, const arrival& one);
  void join(row_bag& others, const arrival& one, const std::vector<std::size_t>& met);
  void keep_left(row_bag& others, const arrival& one, const std::vector<std::size_t>& met);
  void take_alone(const arrival& one);
  [[nodiscard]] bool update_own(row_bag& own, const arrival& one, std::uint64_t partners);
  [[nodiscard]] std::vector<std::size_t> met_by(row_bag& others, const arrival& one) const;
  void count_partner(bagged_row& one, bool adds) const;
  void expire(key_bags& bags);
  void pack();
  void put(std::size_t side, const kept_row& row, const kept_row& other, row_kind kind);
  [[nodiscard]] bool outer(std::size_t side) const { return is_outer(plan_.join.kind, side); }

  regular_join_plan plan_;
  pair_condition condition_;
  bool left_only_;
  bool anti_;
  window::row_output out_;
  std::unordered_map<std::string, key_bags> states_{};
  std::array<std::uint64_t, 2> held_{}; ///< Distinct rows of each side.
  std::array<window::row_packing, 2> packing_{};
  std::int64_t now_ms_ = 0;
  std::int64_t next_sweep_ms_ = 0;
  std::uint64_t rows_added_ = 0;
};

void regular_join_operator::add(const keyed_rows& rows, operator_output& out) {
  const auto& from = *rows.from;
  const std::size_t side = from.side;
  const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
  packing_[side].keep(block->rows);
  std::vector<std::size_t> columns(condition_.width(side));
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const auto hashes = encode_keys(*block, columns).hashes;
  const auto kind_at = row_kind_of(*plan_.join.sides[side].layout);
  for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
    arrival one{side, {block, i}, hashes.empty() ? 0 : hashes[i], row_kind::insert};
    if (kind_at) one.kind = static_cast<row_kind>(block->columns[*kind_at]->ints[i]);
    ++rows_added_;
    if (!key_meets(plan_.join, side, *block, i)) {
      take_alone(one);
      continue;
    }
    auto key = window::key_text(from, rows.picked[i]);
    auto& bags = states_[key];
    if (plan_.state_ttl_ms > 0) expire(bags);
    for (std::size_t s = 0; s < 2; ++s) held_[s] -= bags[s].distinct();
    take(bags, one);
    for (std::size_t s = 0; s < 2; ++s) held_[s] += bags[s].distinct();
    if (bags[0].distinct() + bags[1].distinct() == 0) states_.erase(key);
  }
  pack();
  out_.finish(out);
}

void regular_join_operator::take(key_bags& bags, const arrival& one) {
  auto& others = bags[1 - one.side];
  const auto met = met_by(others, one);
  std::uint64_t partners = 0;
  for (const auto at : met) partners += others.rows()[at].count;
  if (!update_own(bags[one.side], one, partners)) return;
  if (left_only_)
    keep_left(others, one, met);
  else
    join(others, one, met);
}

/// False for a row taken back that is not there: its state has run out.
bool regular_join_operator::update_own(row_bag& own, const arrival& one, std::uint64_t partners) {
  const auto columns = condition_.width(one.side);
  if (one.adds()) {
    own.add({one.row, one.hash, 1, partners, now_ms_}, columns);
    return true;
  }
  const auto at = own.find(one.row, one.hash, columns);
  if (at == row_bag::nothing) return false;
  own.remove(at);
  return true;
}

std::vector<std::size_t> regular_join_operator::met_by(row_bag& others, const arrival& one) const {
  std::vector<std::size_t> numbers;
  std::vector<kept_row> rows;
  for (std::size_t at = 0; at < others.rows().size(); ++at) {
    if (others.rows()[at].count == 0) continue;
    numbers.push_back(at);
    rows.push_back(others.rows()[at].row);
  }
  const auto met = one.side == 0 ? condition_.test({&one.row, 1}, rows) : condition_.test(rows, {&one.row, 1});
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (met[i] != 0) made.push_back(numbers[i]);
  return made;
}

void regular_join_operator::join(row_bag& others, const arrival& one, const std::vector<std::size_t>& met) {
  const bool other_outer = outer(1 - one.side);
  const bool adds = one.adds();
  if (met.empty()) {
    if (outer(one.side)) put(one.side, one.row, {}, adds ? row_kind::insert : row_kind::remove);
    return;
  }
  auto kind = one.kind;
  if (outer(one.side) || (other_outer && adds)) kind = adds ? row_kind::insert : row_kind::remove;
  for (const auto at : met) {
    auto& other = others.rows()[at];
    const bool lone = other_outer && other.partners == (adds ? 0U : 1U); // before this row, or without it
    for (std::uint64_t i = 0; i < other.count; ++i) {
      if (lone && adds) put(1 - one.side, other.row, {}, row_kind::remove);
      put(one.side, one.row, other.row, kind);
      if (lone && !adds) put(1 - one.side, other.row, {}, row_kind::insert);
    }
    if (other_outer) count_partner(other, adds);
  }
}

void regular_join_operator::keep_left(row_bag& others, const arrival& one, const std::vector<std::size_t>& met) {
  if (one.side == 0) {
    if (met.empty() == anti_) put(0, one.row, {}, one.kind);
    return;
  }
  const bool adds = one.adds();
  for (const auto at : met) {
    auto& left = others.rows()[at];
    if (left.partners == (adds ? 0U : 1U)) {
      const auto kind = !anti_ ? one.kind : adds ? row_kind::remove : row_kind::insert;
      for (std::uint64_t i = 0; i < left.count; ++i) put(0, left.row, {}, kind);
    }
    count_partner(left, adds);
  }
}

/// A row whose key meets nothing needs no state.
void regular_join_operator::take_alone(const arrival& one) {
  if (outer(one.side))
    put(one.side, one.row, {}, one.adds() ? row_kind::insert : row_kind::remove);
  else if (anti_ && one.side == 0)
    put(0, one.row, {}, one.kind);
}

void regular_join_operator::count_partner(bagged_row& one, bool adds) const {
  one.partners = adds ? one.partners + 1 : std::max<std::uint64_t>(one.partners, 1) - 1;
  one.written_ms = now_ms_;
}

void regular_join_operator::put(std::size_t side, const kept_row& row, const kept_row& other, row_kind kind) {
  const std::vector<std::int64_t> numbers{static_cast<std::int64_t>(kind)};
  if (side == 0)
    out_.add({row, other}, numbers);
  else
    out_.add({other, row}, numbers);
}

void regular_join_operator::save(snapshot::state_writer& to) const {
  to.number(rows_added_);
  to.number(states_.size());
  for (const auto& [key, bags] : states_) {
    snapshot::write_key(to, window::encoded_key(key));
    for (std::size_t side = 0; side < 2; ++side) bags[side].save(to, plan_.join.sides[side].layout->fields.size());
  }
}

void regular_join_operator::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  std::array rows{snapshot::saved_rows(plan_.join.sides[0].layout), snapshot::saved_rows(plan_.join.sides[1].layout)};
  for (auto& one : from) {
    rows_added_ = std::max(rows_added_, one.number());
    const auto keys = one.count();
    for (std::size_t i = 0; i < keys; ++i) {
      const auto key = snapshot::read_key(one);
      const bool ours = share.holds(share.hash(key));
      key_bags bags;
      for (std::size_t side = 0; side < 2; ++side) bags[side].load(one, rows[side], ours);
      if (!ours) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        held_[side] += bags[side].distinct();
        packing_[side].keep(bags[side].distinct());
      }
      states_[window::key_text(key, share)] = std::move(bags);
    }
  }
  for (auto& side : rows) side.finish();
}

void regular_join_operator::expire(key_bags& bags) {
  for (std::size_t side = 0; side < 2; ++side) {
    held_[side] -= bags[side].distinct();
    bags[side].expire(now_ms_ - plan_.state_ttl_ms);
    held_[side] += bags[side].distinct();
  }
}

void regular_join_operator::set_clock(std::int64_t now_ms) {
  now_ms_ = std::max(now_ms_, now_ms);
  condition_.set_clock(now_ms_);
  if (plan_.state_ttl_ms == 0 || now_ms_ < next_sweep_ms_) return;
  for (auto at = states_.begin(); at != states_.end();) {
    expire(at->second);
    at = at->second[0].distinct() + at->second[1].distinct() == 0 ? states_.erase(at) : std::next(at);
  }
  next_sweep_ms_ = now_ms_ + std::max<std::int64_t>(1, plan_.state_ttl_ms / 2);
}

void regular_join_operator::pack() {
  for (std::size_t side = 0; side < 2; ++side) {
    if (!packing_[side].is_due(held_[side])) continue;
    std::vector<kept_row*> living;
    for (auto& [key, bags] : states_)
      for (auto& one : bags[side].rows())
        if (one.count > 0) living.push_back(&one.row);
    packing_[side].pack(living, *plan_.join.sides[side].layout);
  }
}

} // namespace

result<std::unique_ptr<window::keyed_operator>> make_regular_join(const regular_join_plan& plan) {
  return std::make_unique<regular_join_operator>(plan);
}

} // namespace core::join
