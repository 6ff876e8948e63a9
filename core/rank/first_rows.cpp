#include "core/rank/first_rows.hpp"

#include <algorithm>

#include "core/snapshot/saved_rows.hpp"
#include "core/window/key_text.hpp"

namespace core::rank {

first_rows::first_rows(const updating_rank_plan& plan)
    : input_(plan.input), time_(plan.order[0].column), width_(plan.input->fields.size()), ttl_ms_(plan.state_ttl_ms),
      out_(plan.output, {width_}, plan.output_rows_max) {}

void first_rows::add(const window::keyed_rows& rows, window::operator_output& out) {
  const auto& from = *rows.from;
  const auto block = keep_rows(*from.rows, {rows.picked.begin(), rows.picked.end()});
  for (std::uint32_t i = 0; i < rows.picked.size(); ++i) {
    const auto row = rows.picked[i];
    put_through(std::min(from.watermarks_before[row], rows.others_watermark));
    const auto time = block->columns[time_]->ints[i];
    if (time < clock_) {
      out.late.push_back({row, time, clock_});
      continue;
    }
    ++rows_added_;
    auto key = window::key_text(from, row);
    auto [at, fresh] = keys_.try_emplace(key);
    auto& known = at->second;
    if (known.is_out) continue;
    if (!fresh) {
      if (known.place.first <= time) continue;
      waiting_.erase(known.place);
    }
    known = {{time, ++arrivals_}, false, now_ms_};
    waiting_.emplace(known.place, waiting_row{{block, i}, std::move(key)});
  }
  out_.finish(out);
}

void first_rows::put_through(event_time_ms watermark) {
  if (watermark <= clock_) return; // a row of the clock's own time waits until the clock moves on
  clock_ = watermark;
  while (!waiting_.empty() && waiting_.begin()->first.first <= clock_) {
    const auto& [row, key] = waiting_.begin()->second;
    out_.add({row}, {});
    auto& known = keys_.at(key);
    known.is_out = true;
    known.written_ms = now_ms_;
    waiting_.erase(waiting_.begin());
  }
}

void first_rows::advance(event_time_ms watermark, window::operator_output& out) {
  put_through(watermark);
  out_.finish(out);
}

void first_rows::flush(window::operator_output& out) {
  const auto clock = clock_;
  put_through(end_of_time);
  clock_ = clock;
  out_.finish(out);
}

void first_rows::save(snapshot::state_writer& to) const {
  to.plain(clock_);
  to.number(arrivals_);
  to.number(rows_added_);
  to.number(keys_.size());
  for (const auto& [text, key] : keys_) {
    snapshot::write_key(to, window::encoded_key(text));
    to.plain(key.place.first);
    to.number(key.place.second);
    to.plain(key.written_ms);
    to.flag(key.is_out);
    if (!key.is_out) snapshot::write_row(to, waiting_.at(key.place).row, width_);
  }
}

void first_rows::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  snapshot::saved_rows rows(input_);
  std::uint64_t arrivals_before = 0; // Of shards read before: places stay apart.
  for (auto& one : from) {
    clock_ = std::max(clock_, one.plain<event_time_ms>());
    const auto arrivals = one.number();
    rows_added_ = std::max(rows_added_, one.number());
    const auto keys = one.count();
    for (std::size_t i = 0; i < keys; ++i) {
      const auto encoded = snapshot::read_key(one);
      const auto time = one.plain<event_time_ms>();
      key_state key{{time, arrivals_before + one.number()}, false, one.plain<std::int64_t>()};
      key.is_out = one.flag();
      const bool ours = share.holds(share.hash(encoded));
      auto text = window::key_text(encoded, share);
      if (!key.is_out && !ours) rows.skip(one);
      if (!ours) continue;
      if (!key.is_out) waiting_.emplace(key.place, waiting_row{rows.read(one), text});
      keys_.emplace(std::move(text), key);
    }
    arrivals_before += arrivals;
  }
  arrivals_ = arrivals_before;
  rows.finish();
}

void first_rows::set_clock(std::int64_t now_ms) {
  now_ms_ = std::max(now_ms_, now_ms);
  if (ttl_ms_ == 0 || now_ms_ < next_sweep_ms_) return;
  // A row that waits is never given up.
  std::erase_if(keys_,
                [this](const auto& one) { return one.second.is_out && one.second.written_ms <= now_ms_ - ttl_ms_; });
  next_sweep_ms_ = now_ms_ + std::max<std::int64_t>(1, ttl_ms_ / 2);
}

std::uint64_t first_rows::state_bytes() const {
  constexpr std::uint64_t key_bytes = 128; // these are rough
  constexpr std::uint64_t value_bytes = 16;
  return keys_.size() * key_bytes + waiting_.size() * (key_bytes + width_ * value_bytes);
}

} // namespace core::rank
