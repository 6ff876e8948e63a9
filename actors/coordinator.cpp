#include "actors/coordinator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "actors/status_collector.hpp"

namespace actors {

coordinator_actor::behavior_type coordinator(coordinator_actor::stateful_pointer<coordinator_state> self,
                                             std::shared_ptr<coordinator_args> args) {
  self->state.start(std::move(*args));
  return self->state.behavior();
}

void coordinator_state::start(coordinator_args args) {
  args_ = std::move(args);
  epochs_.emplace(self_, std::move(args_.epochs));
}

coordinator_actor::behavior_type coordinator_state::behavior() {
  // An actor that goes without being told to is our mistake, and the pipeline must not go on without it.
  self_->set_down_handler([this](const caf::down_msg& down) {
    if (phase_ == phase::running && down.reason != caf::exit_reason::user_shutdown)
      fail({"engine", {core::errc::shutdown, "an actor ended: " + self_->system().render(down.reason)}});
  });
  return {
      [this](const crew& all) { meet(all); },
      [this](const progress& news) { hear(news); },
      [this](const source_finished&) { source_is_done(); },
      [this](const shard_finished&) {
        --shards_left_;
        close_sinks_when_done();
      },
      [this](const sink_closed&) { sink_is_closed(); },
      [this](const pipeline_failed& news) { fail(news); },
      [this](const drain& order) { drain_sources(order); },
      [this](const status_request& request) { answer_status(request); },
      [this](const epoch_tick&) {
        if (phase_ == phase::running) epochs_->begin_round();
      },
      [this](const source_held& held) { epochs_->take(held); },
      [this](const sink_flushed& flushed) { epochs_->take(flushed); },
      [this](const state_saved& saved) { epochs_->take(saved); },
      [this](const epoch_committed& done) { commit_is_done(done); },
      [this](const suspend&) { suspend_run(); },
  };
}

void coordinator_state::meet(const crew& all) {
  crew_ = all;
  sources_left_ = crew_.sources.size();
  shards_left_ = crew_.shards.size();
  sinks_left_ = crew_.sinks.size();
  for (const auto& one : crew_.sources) self_->monitor(one);
  for (const auto& one : crew_.shards) self_->monitor(one);
  for (const auto& one : crew_.sinks) self_->monitor(one);
  for (const auto& one : crew_.decoders) self_->monitor(one);
  for (; sources_started_ < std::min<std::size_t>(sources_left_, args_.readers_at_once); ++sources_started_)
    self_->send(crew_.sources[sources_started_], start_reading{});
  epochs_->start(crew_, args_.stages);
  close_sinks_when_done();
}

void coordinator_state::hear(const progress& news) {
  shards_[{news.stage, news.shard}] = news;
  epochs_->note_watermark(news.stage, news.watermark);
  watch_limits();
}

void coordinator_state::watch_limits() {
  std::uint64_t bytes = 0;
  std::uint64_t groups = 0;
  for (const auto& [place, shard] : shards_) {
    bytes += shard.state_bytes;
    groups += shard.groups;
  }
  const auto filled = fill_of(args_.limits, bytes, groups);
  const bool slow = filled != fill::low;
  if (slow != slow_) {
    slow_ = slow;
    for (const auto& source : crew_.sources) self_->send(source, throttle{slow});
  }
  const bool over = filled == fill::over;
  if (over == over_limit_) return; // Once per time that the limit is passed.
  over_limit_ = over;
  if (!over) return;
  ++limit_actions_;
  if (args_.limits.policy == limit_policy::close) {
    for (const auto& shard : crew_.shards) self_->send(shard, shard_clock{.what = clock_event::flush});
    return;
  }
  fail({"engine",
        {core::errc::limit,
         fmt::format("open windows hold {} bytes in {} groups: more than allowed", bytes, groups),
         {},
         "raise memory_limit or open_windows_limit, use smaller windows, or choose on_limit: close"}});
}

void coordinator_state::source_is_done() {
  --sources_left_;
  if (sources_started_ < crew_.sources.size()) self_->send(crew_.sources[sources_started_++], start_reading{});
  close_sinks_when_done();
}

void coordinator_state::close_sinks_when_done() {
  if (phase_ != phase::running || sources_left_ > 0 || shards_left_ > 0) return;
  close_sinks();
}

void coordinator_state::close_sinks() {
  phase_ = phase::closing_sinks;
  for (const auto& sink : crew_.sinks) self_->send(sink, sink_end{!failure_});
  if (sinks_left_ == 0) end_or_commit();
}

/// What an unfinished round would have committed is in the last commit.
void coordinator_state::end_or_commit() {
  if (!epochs_->is_used() || failure_ || is_suspended_) return end();
  phase_ = phase::committing;
  epochs_->commit_last();
}

void coordinator_state::commit_is_done(const epoch_committed& done) {
  if (done.fault) {
    if (phase_ != phase::committing) return fail({"commit", *done.fault});
    if (!failure_) failure_ = pipeline_failed{"commit", *done.fault};
  }
  if (phase_ == phase::committing) return end();
  if (!epochs_->take(done) || phase_ != phase::running) return;
  is_suspended_ = true;
  close_sinks();
}

void coordinator_state::suspend_run() {
  if (!epochs_->is_used()) return drain_sources({false});
  if (phase_ == phase::running) epochs_->suspend();
}

void coordinator_state::sink_is_closed() {
  if (--sinks_left_ == 0 && phase_ == phase::closing_sinks) end_or_commit();
}

void coordinator_state::fail(const pipeline_failed& news) {
  if (failure_) return;
  failure_ = news;
  if (phase_ != phase::running) return; // The sinks are closing already; `end` will tell.
  phase_ = phase::closing_sinks;
  for (const auto& source : crew_.sources) self_->send(source, drain{false});
  for (const auto& sink : crew_.sinks) self_->send(sink, sink_end{false});
  if (sinks_left_ == 0) end_or_commit();
}

void coordinator_state::drain_sources(const drain& order) {
  sources_started_ = crew_.sources.size();
  for (const auto& source : crew_.sources) self_->send(source, order);
}

void coordinator_state::answer_status(const status_request& request) {
  if (phase_ == phase::ended) return request.respond({});
  collect_status(self_, crew_, request.query, [this, respond = request.respond](engine_status status) {
    status.watermark = global_watermark();
    status.limit_actions = limit_actions_;
    respond(std::move(status));
  });
}

core::event_time_ms coordinator_state::global_watermark() const {
  auto least = core::end_of_time;
  for (const auto& [place, shard] : shards_) least = std::min(least, shard.watermark);
  return shards_.empty() ? core::no_watermark : least;
}

void coordinator_state::end() {
  phase_ = phase::ended;
  collect_status(self_, crew_, {}, [this](engine_status status) {
    status.watermark = global_watermark();
    status.limit_actions = limit_actions_;
    run_end ended;
    if (failure_) {
      ended.fault = failure_->fault;
      ended.who = failure_->who;
    }
    ended.status = std::move(status);
    dismiss();
    args_.done(std::move(ended));
  });
}

void coordinator_state::dismiss() {
  const auto reason = caf::exit_reason::user_shutdown;
  for (const auto& one : crew_.sources) self_->send_exit(one, reason);
  for (const auto& one : crew_.decoders) self_->send_exit(one, reason);
  for (const auto& one : crew_.shards) self_->send_exit(one, reason);
  for (const auto& one : crew_.sinks) self_->send_exit(one, reason);
  epochs_->dismiss();
  self_->quit(reason);
}

} // namespace actors
