#include "actors/reader_source.hpp"

#include <algorithm>
#include <chrono>

namespace actors {

source_actor::behavior_type reader_source(source_actor::stateful_pointer<reader_source_state> self,
                                          std::shared_ptr<reader_source_args> args) {
  self->state.start(std::move(*args));
  return self->state.behavior();
}

void reader_source_state::start(reader_source_args args) {
  flow_.emplace(self_, std::move(args.flow));
  decoders_ = std::move(args.decoders);
  reader_ = std::move(args.reader);
  chunks_in_flight_max_ = args.chunks_in_flight_max;
  progress_ = std::move(args.progress);
}

source_actor::behavior_type reader_source_state::behavior() {
  return {
      [this](const start_reading&) { start_reading_thread(); },
      [this](const chunk_read& read) { decode(read); },
      [this](const reading_ended& end) { reading_is_over(end); },
      [this](const chunk_prepared& prepared) { keep(prepared.chunk); },
      [](const ingest_request& request) {
        ingest_outcome outcome;
        outcome.refused = core::error{core::errc::unsupported, "this source does not take HTTP bodies"};
        request.respond(std::move(outcome));
      },
      [](const flush_request& request) { request.respond({}); },
      [this](const delivered& answer) {
        if (flow_->take(answer)) pump();
      },
      [this](const idle_check&) { look_whether_idle(); },
      [this](const clock_tick&) { tick(); },
      [this](const throttle& order) {
        flow_->throttle(order.slow);
        pump();
      },
      [this](const hold& order) {
        flow_->hold(order.epoch);
        pump();
      },
      [this](const release&) {
        flow_->release();
        pump();
      },
      [this](const drain& order) { drain_now(order.close_windows); },
      [this](const status_query&) { return flow_->status(thread_ ? thread_->reader().where() : std::string{}); },
  };
}

void reader_source_state::start_reading_thread() {
  tick();
  if (!flow_->is_replaying()) flow_->take_up_watermark();
  if (!reader_) return;
  const auto me = caf::actor_cast<source_actor>(self_);
  thread_ = std::make_unique<io::reader_thread>(
      std::move(reader_), chunks_in_flight_max_,
      [me](std::uint64_t sequence, io::text_chunk chunk) {
        caf::anon_send(me, chunk_read{sequence, std::move(chunk)});
      },
      [me](std::uint64_t chunks, std::optional<core::error> fault) {
        caf::anon_send(me, reading_ended{chunks, std::move(fault)});
      });
  if (flow_->plan().idle_timeout_ms > 0)
    self_->delayed_send(self_, std::chrono::milliseconds(flow_->plan().idle_timeout_ms), idle_check{});
}

void reader_source_state::decode(const chunk_read& read) {
  ++activity_;
  self_->send(decoders_[read.sequence % decoders_.size()], decode_job{read.sequence, read.chunk});
}

void reader_source_state::reading_is_over(const reading_ended& end) {
  if (end.fault) return flow_->fail(*end.fault);
  chunks_in_all_ = end.chunks;
  pump();
}

/// A source may be many files.
void reader_source_state::fail(core::error fault) {
  const auto where = thread_ ? thread_->reader().where() : std::string{};
  if (!where.empty()) fault.message = where + ": " + fault.message;
  flow_->fail(std::move(fault));
}

void reader_source_state::keep(const prepared_chunk_ptr& chunk) {
  ready_.emplace(chunk->sequence, chunk);
  pump();
}

void reader_source_state::pump() {
  for (auto turn = ready_.find(next_chunk_); turn != ready_.end(); turn = ready_.find(next_chunk_)) {
    if (flow_->is_held() && next_table_ == 0) break;
    auto& chunk = *turn->second;
    if (chunk.fault) fail(*chunk.fault);
    flow_->stop_when_strict(chunk);
    if (!send_tables(chunk)) return;
    if (chunk.records && chunk.records->replayed)
      flow_->count_replayed(chunk.bad);
    else
      flow_->count(chunk.bad, chunk.blank, chunk.field_errors);
    note_progress(chunk);
    ready_.erase(turn);
    ++next_chunk_;
    next_table_ = 0;
    if (thread_) thread_->grant();
  }
  if (flow_->is_held()) return flow_->report_when_held();
  if (chunks_in_all_ && next_chunk_ == *chunks_in_all_) flow_->end(close_windows_);
}

bool reader_source_state::send_tables(prepared_chunk& chunk) {
  for (; next_table_ < chunk.tables.size(); ++next_table_) {
    if (!flow_->has_credit()) return false;
    if (chunk.records && chunk.records->replayed)
      flow_->replay(chunk.tables[next_table_]);
    else
      (void)flow_->dispatch(chunk.tables[next_table_], false);
  }
  return true;
}

void reader_source_state::note_progress(const prepared_chunk& chunk) {
  if (!progress_ || !chunk.records) return;
  progress_->log.note(chunk.records->marks.front().offset, chunk.latest_time);
  progress_->next_offset = chunk.records->next_offset;
  if (chunk.records->replayed) {
    if (chunk.records->next_offset >= progress_->position) flow_->take_up_watermark();
    return; // The earlier run's position and watermark still hold.
  }
  progress_->position = chunk.records->next_offset;
  progress_->watermark = flow_->watermark();
}

void reader_source_state::look_whether_idle() {
  if (flow_->ended()) return;
  // Only a reader that has nothing to read makes its source idle; one that waits for credit is stalled.
  const bool silent = activity_ == activity_seen_ && ready_.empty() && flow_->quiet();
  if (silent && thread_ && !thread_->waits_for_credit() && thread_->reader().caught_up()) flow_->become_idle();
  activity_seen_ = activity_;
  self_->delayed_send(self_, std::chrono::milliseconds(flow_->plan().idle_timeout_ms), idle_check{});
}

void reader_source_state::drain_now(bool close_windows) {
  close_windows_ = close_windows;
  if (thread_)
    thread_->stop(); // What it has handed on is still worked off; `reading_ended` follows.
  else if (reader_)
    chunks_in_all_ = 0;
  pump();
}

void reader_source_state::tick() {
  if (flow_->ended() || !flow_->wants_ticks()) return;
  flow_->tick();
  self_->delayed_send(self_, tick_interval, clock_tick{});
}

} // namespace actors
