#include <algorithm>
#include <random>

#include "core/time.hpp"
#include "tests/core/window/stream.hpp"

namespace core::stream {

engine::engine(const window::window_aggregate_plan& plan, const settings& how)
    : plan_(plan), how_(how), clocks_(how.inputs) {
  for (std::size_t i = 0; i < how.shards; ++i) shards_.push_back(std::move(*window::make_window_aggregate(plan)));
  for (const auto& one : shards_) made_.bytes_before += one->state_bytes();
  newest_.assign(how.inputs, no_watermark);
}

template <class Work>
void engine::each(Work work) {
  for (auto& one : shards_) {
    work(*one);
    collect(0);
  }
}

outcome engine::run(const std::vector<row>& rows) {
  std::mt19937_64 random(how_.seed);
  for (std::size_t at = 0; at < rows.size();) {
    auto count = how_.seed == 0 ? how_.batch_rows : 1 + random() % how_.batch_rows;
    std::size_t end = at;
    while (end < rows.size() && end - at < count && rows[end].input == rows[at].input) ++end;
    if (how_.flush_after > at && how_.flush_after < end) end = how_.flush_after;
    send(rows, at, end);
    at = end;
    if (at != how_.flush_after) continue;
    each([&](auto& shard) { shard.flush(out_); });
    if (how_.restart) restart();
  }
  if (how_.end) each([&](auto& shard) { shard.advance(end_of_time, out_); });
  for (const auto& one : shards_) {
    made_.added += one->rows_added();
    made_.bytes_after += one->state_bytes();
  }
  std::sort(made_.rows.begin(), made_.rows.end());
  std::sort(made_.late.begin(), made_.late.end());
  return made_;
}

void engine::restart() {
  std::vector<std::string> saved;
  for (const auto& one : shards_) {
    snapshot::state_writer to;
    one->save(to);
    saved.push_back(to.take());
  }
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    std::vector<snapshot::state_reader> from(saved.begin(), saved.end());
    const auto added = shards_[i]->rows_added();
    shards_[i] = std::move(*window::make_window_aggregate(plan_));
    shards_[i]->restore(
        from, {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(shards_.size()), !plan_.keys.empty()});
    for (const auto& one : from) CHECK((!one.failed() && one.at_end()));
    made_.added += added - shards_[i]->rows_added();
  }
}

void engine::collect(std::size_t first_row) {
  std::int64_t last_end = no_watermark;
  for (const auto& one : out_.rows) {
    CHECK(one->rows <= plan_.output_rows_max);
    CHECK(one->layout == plan_.output);
    const auto& ends = one->columns[plan_.keys.size() + 1]->ints;
    for (const auto end : ends) {
      made_.ordered &= end >= last_end;
      last_end = end;
    }
    lines_of(*one, made_.rows);
  }
  for (const auto& one : out_.late)
    made_.late.push_back(std::to_string(first_row + one.row) + " at " + std::to_string(one.event_time) + " by " +
                         std::to_string(one.watermark));
  out_.rows.clear();
  out_.late.clear();
}

void engine::send(const std::vector<row>& all, std::size_t begin, std::size_t end) {
  const std::vector<row> rows(all.begin() + static_cast<std::ptrdiff_t>(begin),
                              all.begin() + static_cast<std::ptrdiff_t>(end));
  const auto input = rows[0].input;
  window::keyed_batch sent;
  sent.rows = batch_of(rows);
  sent.keys = encode_keys(*sent.rows, plan_.keys);
  sent.input = input;
  sent.selections.resize(how_.shards);
  const auto shards = static_cast<std::uint32_t>(how_.shards);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    sent.event_times.push_back(rows[i].time);
    sent.watermarks_before.push_back(newest_[input]);
    newest_[input] = std::max(newest_[input], saturating_sub(rows[i].time, how_.delay));
    sent.selections[sent.keys.hashes.empty() ? 0 : shard_of(sent.keys.hashes[i], shards)].push_back(i);
  }
  sent.watermark_after = newest_[input];
  const auto others = clocks_.others(input);
  (void)clocks_.update(input, sent.watermark_after);
  for (std::size_t s = 0; s < how_.shards; ++s) {
    shards_[s]->add({&sent, sent.selections[s], others}, out_);
    collect(begin);
    shards_[s]->advance(clocks_.combined(), out_);
    collect(begin);
  }
}

outcome run(const window::window_aggregate_plan& plan, const std::vector<row>& rows, const settings& how) {
  return engine(plan, how).run(rows);
}

} // namespace core::stream
