#include "actors/http_source.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors {

source_actor::behavior_type http_source(source_actor::stateful_pointer<http_source_state> self,
                                        std::shared_ptr<http_source_args> args) {
  self->state.start(std::move(*args));
  return self->state.behavior();
}

void http_source_state::start(http_source_args args) {
  args_ = std::move(args);
  args_.prepare.keep_lines = true;
  auto made = preparer::make(args_.prepare);
  WEIR_ENSURE(made.has_value(), "the topology has made such a decoder before");
  preparer_.emplace(std::move(*made));
  flow_.emplace(self_, std::move(args_.flow));
}

source_actor::behavior_type http_source_state::behavior() {
  return {
      [this](const start_reading&) {
        if (flow_->plan().idle_timeout_ms > 0) look_whether_idle();
        tick();
      },
      [](const chunk_read&) {},
      [](const reading_ended&) {},
      [](const chunk_prepared&) {},
      [this](const ingest_request& request) { take(request); },
      [this](const flush_request& request) { take_flush(request); },
      [this](const delivered& answer) { answered(answer); },
      [this](const idle_check&) { look_whether_idle(); },
      [this](const clock_tick&) { tick(); },
      [this](const throttle& order) {
        flow_->throttle(order.slow);
        pump();
      },
      [this](const hold& order) {
        flow_->hold(order.epoch);
        flow_->report_when_held();
      },
      [this](const release&) { go_on(); },
      [this](const drain& order) {
        draining_ = order.close_windows;
        pump();
      },
      [this](const status_query&) { return flow_->status("http"); },
  };
}

void http_source_state::take(const ingest_request& request) {
  ++activity_;
  if (draining_) {
    ingest_outcome outcome;
    outcome.unavailable = true;
    outcome.refused = core::error{core::errc::shutdown, "the engine is stopping"};
    return request.respond(std::move(outcome));
  }
  waiting_.push_back(request);
  pump();
}

void http_source_state::take_flush(const flush_request& request) {
  if (flow_->is_held()) {
    held_flushes_.push_back(request);
    return;
  }
  // In-band: bodies that came before are sent first, whatever the credit.
  while (!waiting_.empty()) send_group();
  const auto ticket = flow_->send_clock(clock_event::flush);
  if (!flow_->is_open(ticket)) return request.respond({});
  flushes_.emplace(ticket, open_flush{request.respond, {}});
}

void http_source_state::go_on() {
  flow_->release();
  for (const auto& request : std::exchange(held_flushes_, {})) take_flush(request);
  pump();
}

void http_source_state::pump() {
  if (flow_->is_held()) return flow_->report_when_held();
  while (!waiting_.empty() && groups_.size() < args_.groups_in_flight_max && flow_->has_credit()) send_group();
  end_when_quiet();
}

std::vector<ingest_request> http_source_state::next_requests() {
  std::vector<ingest_request> taken;
  std::size_t bytes = 0;
  while (!waiting_.empty() && taken.size() < args_.group_requests_max) {
    const auto size = waiting_.front().body->size();
    if (!taken.empty() && bytes + size > args_.group_bytes_max) break;
    bytes += size;
    taken.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return taken;
}

void http_source_state::send_group() {
  const auto id = next_group_++;
  auto& open = groups_.emplace(id, open_group{ingest_group(next_requests(), *preparer_)}).first->second;
  dispatch_pieces(id, open);
  if (open.tickets > 0) return;
  open.group.respond(args_.answer.value_or(answer_layout{}));
  groups_.erase(id);
}

void http_source_state::dispatch_pieces(std::uint64_t id, open_group& open) {
  auto& pieces = open.group.pieces();
  for (const auto& piece : pieces) flow_->stop_when_strict(piece);
  if (flow_->failed()) {
    open.group.refuse_all();
    return;
  }
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    for (auto& table : pieces[piece].tables) {
      auto sent = flow_->dispatch(table, args_.answer.has_value());
      const auto ticket = sent.ticket;
      const auto batch = open.group.note(piece, table, std::move(sent));
      if (!flow_->is_open(ticket)) continue;
      places_.emplace(ticket, ticket_place{id, batch});
      ++open.tickets;
    }
    flow_->count(pieces[piece].bad, pieces[piece].blank, pieces[piece].field_errors);
  }
  pieces.clear();
}

void http_source_state::answered(const delivered& answer) {
  const bool last = flow_->take(answer);
  if (const auto flush = flushes_.find(answer.ticket); flush != flushes_.end()) {
    for (const auto& rows : answer.answer) flush->second.rows.push_back(rows);
    if (last) {
      flush->second.respond(std::move(flush->second.rows));
      flushes_.erase(flush);
    }
  }
  if (const auto place = places_.find(answer.ticket); place != places_.end()) {
    auto& open = groups_.at(place->second.group);
    open.group.add_answer(place->second.batch, outlet_of(self_->current_sender()), answer,
                          args_.answer.value_or(answer_layout{}));
    if (last) {
      if (--open.tickets == 0) {
        open.group.respond(args_.answer.value_or(answer_layout{}));
        groups_.erase(place->second.group);
      }
      places_.erase(place);
    }
  }
  if (last) pump();
}

/// The number of the outlet that leads to that shard (or 0: sinks answer without rows).
std::size_t http_source_state::outlet_of(const caf::strong_actor_ptr& sender) const {
  const auto& outlets = flow_->args().row_outlets;
  for (std::size_t i = 0; i < outlets.size(); ++i)
    if (std::ranges::any_of(outlets[i].shards, [&](const shard_actor& one) { return one == sender; })) return i;
  return 0;
}

void http_source_state::look_whether_idle() {
  if (flow_->ended()) return;
  if (activity_ == activity_seen_ && waiting_.empty() && flow_->quiet()) flow_->become_idle();
  activity_seen_ = activity_;
  self_->delayed_send(self_, std::chrono::milliseconds(flow_->plan().idle_timeout_ms), idle_check{});
}

void http_source_state::end_when_quiet() {
  if (draining_ && waiting_.empty() && groups_.empty() && flow_->quiet()) flow_->end(*draining_);
}

void http_source_state::tick() {
  if (flow_->ended() || !flow_->wants_ticks()) return;
  flow_->tick();
  self_->delayed_send(self_, tick_interval, clock_tick{});
}

} // namespace actors
