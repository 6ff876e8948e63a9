#include "actors/sink.hpp"

#include <fmt/format.h>

namespace actors {

sink_actor::behavior_type sink(sink_actor::stateful_pointer<sink_state> self, std::shared_ptr<sink_args> args) {
  self->state.start(std::move(*args));
  return self->state.behavior();
}

sink_actor::behavior_type sink_state::behavior() {
  return {
      [this](const sink_rows& message) { write(message); },
      [this](const sink_flush& order) { flush(order.epoch); },
      [this](const sink_end& end) { close(end.commit); },
      [this](const status_query&) {
        return sink_status{args_.label, rows_};
      },
  };
}

void sink_state::write(const sink_rows& message) {
  if (failed_ || closed_) return; // The pipeline is stopping; nothing is written or reported delivered any more.
  core::result<void> done;
  if (args_.bytes && message.text) {
    done = args_.bytes->write(*message.text);
    if (done) done = args_.bytes->flush();
  }
  if (args_.rows && message.rows) done = args_.rows->write(message.rows);
  if (args_.table && message.rows) args_.table->append(message.rows);
  if (!done) return fail(std::move(done.error()));
  rows_ += message.count;
  if (const auto to = caf::actor_cast<ticket_holder>(self_->current_sender()))
    self_->send(to, delivered{message.ticket, {}, {}});
}

void sink_state::fail(core::error fault) {
  failed_ = true;
  self_->send(args_.coordinator, pipeline_failed{fmt::format("sink {}", args_.label), std::move(fault)});
}

void sink_state::flush(std::uint64_t epoch) {
  if (failed_) return; // The pipeline is stopping: the round that this is part of never ends.
  if (args_.rows && !closed_)
    if (auto done = args_.rows->flush(); !done) return fail(std::move(done.error()));
  self_->send(args_.coordinator, sink_flushed{epoch});
}

void sink_state::close(bool commit) {
  if (commit && !failed_) {
    core::result<void> done;
    if (args_.bytes) done = args_.bytes->close();
    if (args_.rows) done = args_.rows->close();
    if (!done) fail(std::move(done.error()));
  }
  args_.bytes.reset();
  args_.rows.reset();
  closed_ = true;
  self_->send(args_.coordinator, sink_closed{args_.number});
}

} // namespace actors
