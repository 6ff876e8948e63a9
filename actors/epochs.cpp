#include "actors/epochs.hpp"

#include <algorithm>
#include <utility>

namespace actors {

committer_actor::behavior_type committer(committer_actor::pointer self, commit_function commit) {
  return {
      [self, commit = std::move(commit)](const commit_order& order) {
        const auto done = commit(*order.what);
        epoch_committed answer{order.what->epoch, {}};
        if (!done) answer.fault = done.error();
        if (const auto to = caf::actor_cast<coordinator_actor>(self->current_sender()))
          self->send(to, std::move(answer));
      },
  };
}

void epoch_keeper::start(const crew& all, std::size_t stages) {
  if (!is_used()) return;
  crew_ = all;
  fired_.assign(stages, core::no_watermark);
  committer_ = self_->spawn<caf::detached>(committer, settings_.commit); // It blocks in the brokers' client.
  self_->delayed_send(self_, settings_.interval, epoch_tick{});
}

void epoch_keeper::note_watermark(std::uint32_t stage, core::event_time_ms watermark) {
  if (stage < fired_.size()) fired_[stage] = std::max(fired_[stage], watermark);
}

void epoch_keeper::begin_round() {
  if (!is_used() || in_round_) return;
  in_round_ = true;
  ++epoch_;
  waited_for_ = crew_.sources.size();
  for (const auto& source : crew_.sources) self_->send(source, hold{epoch_});
  if (waited_for_ == 0) flush_sinks();
}

void epoch_keeper::take(const source_held& held) {
  if (held.epoch != epoch_ || waited_for_ == 0) return;
  if (--waited_for_ == 0) flush_sinks();
}

void epoch_keeper::flush_sinks() {
  waited_for_ = crew_.sinks.size();
  for (const auto& sink : crew_.sinks) self_->send(sink, sink_flush{epoch_});
  if (waited_for_ == 0) save_states();
}

void epoch_keeper::take(const sink_flushed& flushed) {
  if (flushed.epoch != epoch_ || waited_for_ == 0) return;
  if (--waited_for_ == 0) save_states();
}

void epoch_keeper::save_states() {
  if (!settings_.saves_state) return commit(false);
  saving_since_ = steady::now();
  states_.assign(fired_.size(), {});
  waited_for_ = crew_.shards.size();
  for (const auto& shard : crew_.shards) self_->send(shard, save_state{epoch_});
  if (waited_for_ == 0) commit(false);
}

void epoch_keeper::take(const state_saved& saved) {
  if (saved.epoch != epoch_ || waited_for_ == 0) return;
  auto& shards = states_[saved.stage];
  if (shards.size() <= saved.shard) shards.resize(saved.shard + 1);
  shards[saved.shard] = std::move(*saved.bytes);
  if (--waited_for_ == 0) commit(false);
}

/// Saving large states takes its time: the run stands still for a fifth of it at most.
std::chrono::milliseconds epoch_keeper::pause() const {
  if (!settings_.saves_state) return settings_.interval;
  const auto saving = std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - saving_since_);
  return std::max(settings_.interval, saving * 4);
}

void epoch_keeper::commit(bool is_last) {
  auto what = std::make_shared<epoch_commit>();
  what->epoch = epoch_;
  what->is_last = is_last;
  if (!is_last) what->fired = fired_;
  if (!is_last) what->stages = std::exchange(states_, {});
  const auto fired = fired_.empty() ? core::end_of_time : *std::ranges::min_element(fired_);
  for (const auto& one : crew_.progress) {
    partition_point point{one->source, one->partition, one->position, one->position, one->watermark};
    if (!is_last && !settings_.spans.empty()) {
      const auto after = fired_.empty() ? fired : core::saturating_sub(fired, settings_.spans[one->source]);
      point.replay_from = one->log.first_needed(after, one->next_offset);
    } else {
      (void)one->log.first_needed(core::end_of_time, one->next_offset); // Nothing will be read again.
    }
    what->points.push_back(point);
  }
  self_->send(committer_, commit_order{std::move(what)});
}

bool epoch_keeper::take(const epoch_committed& done) {
  if (done.epoch != epoch_) return false;
  in_round_ = false;
  if (done.fault || stops_) return stops_;
  release_sources();
  self_->delayed_send(self_, pause(), epoch_tick{});
  return false;
}

void epoch_keeper::release_sources() {
  for (const auto& source : crew_.sources) self_->send(source, release{});
}

void epoch_keeper::suspend() {
  stops_ = true;
  begin_round();
}

void epoch_keeper::commit_last() {
  ++epoch_;
  in_round_ = true;
  commit(true);
}

void epoch_keeper::dismiss() {
  if (committer_) self_->send_exit(committer_, caf::exit_reason::user_shutdown);
}

} // namespace actors
