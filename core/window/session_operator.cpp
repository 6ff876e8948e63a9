#include "core/window/session_operator.hpp"

#include <algorithm>
#include <utility>

#include "core/window/open_list.hpp"
#include "core/window/window_grid.hpp"

namespace core::window {

namespace {

constexpr std::size_t chunk_rows = 64;
constexpr std::size_t fired_max = 512;

/// Flink merges two sessions in the order in which Java's HashSet lists their windows; only LISTAGG shows it. This is
/// that place.
std::uint32_t flink_place(const session_span& span) {
  const auto odd = (static_cast<std::uint32_t>(span.end) << 1U) + 1;
  auto inverse = odd * odd * odd; // modulo 2^32, by Newton's steps
  for (int step = 0; step < 3; ++step) inverse *= 2 - odd * inverse;
  const auto hash = static_cast<std::uint32_t>(span.start) + inverse;
  return (hash ^ (hash >> 16U)) & 15U;
}

} // namespace

session_operator::session_operator(const window_aggregate_plan& plan, const time_zone* zone, agg::accumulators state)
    : gap_ms_(plan.window.size_ms), zone_(zone), state_(std::move(state)), writer_(plan, zone, state_),
      store_(state_.bytes(), plan.window.size_ms) {}

session_operator::~session_operator() {
  if (!state_.has_side()) return;
  for (std::uint32_t i = 0; i < store_.end(); ++i)
    if (!store_.is_free(i)) state_.clear(store_.cells(i));
}

void session_operator::add(const keyed_rows& rows, operator_output& out) {
  // Sessions that end inside the batch come out behind it: until then rows see by their own watermark that they are
  // closed.
  const auto& from = *rows.from;
  for (std::size_t i = 0; i < rows.picked.size(); ++i) {
    if (i % chunk_rows == 0) prefetch(rows, i);
    const auto row = rows.picked[i];
    clock_ = std::max(clock_, std::min(from.watermarks_before[row], rows.others_watermark));
    add_row(from, row, clock_, out);
  }
  apply(*from.rows);
  fire(clock_);
  flushed_.forget(clock_);
  writer_.finish(out);
}

void session_operator::prefetch(const keyed_rows& rows, std::size_t at) const {
  const auto& hashes = rows.from->keys.hashes;
  if (hashes.empty()) return;
  const auto end = std::min(rows.picked.size(), at + chunk_rows);
  for (auto i = at; i < end; ++i) store_.prefetch(tag_of(hashes[rows.picked[i]]));
  for (auto i = at; i < end; ++i) store_.prefetch_row(tag_of(hashes[rows.picked[i]]));
}

session_operator::touched session_operator::touched_by(std::uint32_t first, event_time_ms time,
                                                       event_time_ms watermark) const {
  touched found;
  for (auto at = first; at != no_row; at = store_.next(at)) {
    const auto span = store_.span(at);
    if (span.end < time) break; // And so do all before it.
    if (span.end - 1 <= watermark || time > span.end || time + gap_ms_ < span.start) continue;
    if (found.one == no_row)
      found.one = at;
    else
      found.other = at;
  }
  return found;
}

void session_operator::add_row(const keyed_batch& from, std::uint32_t row, event_time_ms watermark,
                               operator_output& out) {
  const bool keyed = !from.keys.keys.empty();
  const auto key = keyed ? from.keys.keys[row] : std::string_view("", 0);
  const auto tag = keyed ? tag_of(from.keys.hashes[row]) : 0;
  const auto time = std::clamp(from.event_times[row], -local_time_max, local_time_max);
  auto judged = watermark;
  if (!flushed_.empty()) judged = std::max(judged, flushed_.closed_through(key, tag));

  const auto first = store_.first(key, tag);
  const auto met = touched_by(first, time, judged);
  auto session = met.one;
  if (met.other != no_row) session = join(*from.rows, met);
  if (session != no_row) {
    store_.stretch(session, time, time + gap_ms_);
  } else if (time + gap_ms_ - 1 <= judged) {
    out.late.push_back({row, from.event_times[row], watermark});
    return;
  } else {
    session = store_.open(key, tag, first, time, time + gap_ms_);
    state_.start(store_.cells(session));
  }
  rows_.push_back(row);
  cells_.push_back(store_.cells(session));
}

/// Makes one session of two, and says which row it is in.
std::uint32_t session_operator::join(const batch& from, touched both) {
  apply(from);
  auto [into, gone] = both;
  const auto a = store_.span(into);
  const auto b = store_.span(gone);
  // In one place of the set the later window stands first: it is looked up first.
  const auto place_a = flink_place(a);
  const auto place_b = flink_place(b);
  if (place_b < place_a || (place_a == place_b && b.start > a.start)) std::swap(into, gone);
  state_.merge(store_.cells(into), store_.cells(gone), agg::merge_side::behind);
  state_.clear(store_.cells(gone));
  store_.stretch(into, std::min(a.start, b.start), std::max(a.end, b.end));
  store_.remove(gone);
  return into;
}

void session_operator::apply(const batch& from) {
  if (rows_.empty()) return;
  state_.update(from, {rows_.data(), cells_.data(), rows_.size(), rows_added_ + 1, false});
  rows_added_ += rows_.size();
  rows_.clear();
  cells_.clear();
}

void session_operator::fire(event_time_ms watermark) {
  const auto settle = [&] {
    writer_.settle();
    for (const auto row : fired_) {
      state_.clear(store_.cells(row));
      store_.remove(row);
    }
    fired_.clear();
  };
  const auto local = [&](event_time_ms time) { return zone_ == nullptr ? time : zone_->to_local(time); };
  bool any = false;
  for (auto row = store_.take_due(watermark); row != no_row; row = store_.take_due(watermark)) {
    const auto span = store_.span(row);
    writer_.open(local(span.start), local(span.end));
    writer_.add(store_.key(row), store_.cells(row));
    fired_.push_back(row);
    any = true;
    if (fired_.size() == fired_max) settle();
  }
  if (!any) return;
  settle();
  store_.pack();
}

void session_operator::advance(event_time_ms watermark, operator_output& out) {
  if (watermark <= clock_) return;
  clock_ = watermark;
  fire(watermark);
  flushed_.forget(watermark);
  writer_.finish(out);
}

void session_operator::flush(operator_output& out) {
  for (std::uint32_t i = 0; i < store_.end(); ++i)
    if (!store_.is_free(i)) flushed_.close(store_.key(i), store_.tag(i), store_.span(i).end - 1);
  fire(end_of_time);
  writer_.finish(out);
}

void session_operator::save(snapshot::state_writer& to) const {
  to.plain(clock_);
  to.number(rows_added_);
  flushed_.save(to);
  to.number(store_.size());
  for (std::uint32_t i = 0; i < store_.end(); ++i) {
    if (store_.is_free(i)) continue;
    snapshot::write_key(to, store_.key(i));
    to.plain(store_.span(i).start);
    to.plain(store_.span(i).end);
    state_.save(store_.cells(i), to);
  }
}

void session_operator::restore(std::span<snapshot::state_reader> from, const snapshot::key_share& share) {
  for (auto& one : from) {
    clock_ = std::max(clock_, one.plain<std::int64_t>());
    rows_added_ = std::max(rows_added_, one.number());
    flushed_.load(one, share);
    const auto sessions = one.count();
    for (std::size_t i = 0; i < sessions; ++i) {
      const auto key = snapshot::read_key(one);
      const auto hash = share.hash(key);
      const auto start = one.plain<std::int64_t>();
      const auto end = one.plain<std::int64_t>();
      if (!share.holds(hash) || one.failed()) {
        state_.skip(one);
        continue;
      }
      const auto tag = tag_of(hash);
      state_.restore(store_.cells(store_.open(key, tag, store_.first(key, tag), start, end)), one);
    }
  }
}

std::vector<open_window> session_operator::open_windows(std::size_t limit) const {
  std::vector<open_window> all;
  const auto local = [&](event_time_ms time) { return zone_ == nullptr ? time : zone_->to_local(time); };
  for (std::uint32_t i = 0; i < store_.end(); ++i) {
    if (store_.is_free(i)) continue;
    const auto span = store_.span(i);
    all.push_back({local(span.start), local(span.end), span.end - 1, agg::accumulators::rows_of(store_.cells(i)),
                   std::string(store_.key(i))});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.fires_at != b.fires_at ? a.fires_at < b.fires_at : a.key < b.key;
  });
  if (all.size() > limit) all.resize(limit);
  return all;
}

std::uint64_t session_operator::state_bytes() const { return store_.bytes() + state_.side_bytes() + flushed_.bytes(); }

} // namespace core::window
