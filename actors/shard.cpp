#include "actors/shard.hpp"

#include <algorithm>

namespace actors {

namespace {
/// Asking how much state there is costs something where there are many slices; it cannot grow by much in so few rows.
constexpr std::uint64_t report_rows_max = 16'384;
} // namespace

shard_actor::behavior_type window_shard(shard_actor::stateful_pointer<shard_state> self,
                                        std::shared_ptr<shard_args> args) {
  self->state.start(std::move(*args));
  return self->state.behavior();
}

void shard_state::start(shard_args args) {
  args_ = std::move(args);
  watermarks_.emplace(args_.inputs.size(), args_.start_watermark);
  rows_before_ = args_.work->rows_added();
  core::window::operator_output nothing;
  args_.work->advance(args_.start_watermark, nothing); // What an earlier run has put out is not put out again.
  sent_watermark_ = args_.work->watermark_behind(args_.start_watermark);
  is_strict_ = std::ranges::any_of(args_.plan->sources, &core::plan::source_plan::strict);
}

shard_actor::behavior_type shard_state::behavior() {
  return {
      [this](const shard_rows& message) { add(message); },
      [this](const shard_clock& message) { hear(message); },
      [this](const delivered& answer) { take(answer); },
      [this](const save_state& order) { save(order.epoch); },
      [this](const status_query& query) { return status(query); },
  };
}

void shard_state::add(const shard_rows& message) {
  const auto& batch = *message.rows;
  owed from{self_->current_sender(), 0, {message.ticket, {}, {}}};
  current_ticket_ = next_ticket_++;
  core::window::operator_output out;
  args_.work->set_clock(args_.now_ms());
  args_.work->add({&batch, batch.selections[args_.shard], watermarks_->others(batch.input)}, out);
  (void)watermarks_->update(batch.input, batch.watermark_after);
  args_.work->advance(watermarks_->combined(), out);
  if (batch.replayed)
    told_before_ += out.late.size();
  else if (!out.late.empty())
    set_late_aside(out, batch, from);
  hand_on(out, from, message.answer_wanted);
  settle(current_ticket_, std::move(from));
  rows_in_ += batch.selections[args_.shard].size();
  if (rows_in_ - rows_reported_ >= std::min(report_rows_max, rows_in_ / 64)) report();
}

void shard_state::hear(const shard_clock& message) {
  owed from{message.ticket == 0 ? nullptr : self_->current_sender(), 0, {message.ticket, {}, {}}};
  current_ticket_ = next_ticket_++;
  core::window::operator_output out;
  switch (message.what) {
  case clock_event::advance:
    (void)watermarks_->update(message.input, message.watermark);
    args_.work->advance(watermarks_->combined(), out);
    break;
  case clock_event::idle:
    (void)watermarks_->set_idle(message.input);
    args_.work->advance(watermarks_->combined(), out);
    break;
  case clock_event::ended_close: end_input(message.input, true); break;
  case clock_event::ended_drop: end_input(message.input, false); break;
  case clock_event::flush: args_.work->flush(out); break;
  case clock_event::barrier: return pass_barrier(std::move(from));
  }
  if (message.what == clock_event::ended_close && !drop_at_end_) args_.work->advance(watermarks_->combined(), out);
  hand_on(out, from, message.what == clock_event::flush);
  settle(current_ticket_, std::move(from));
  report();
  finish_when_done();
}

/// The ticket stays open until all that was sent before it is delivered, and the same holds for every stage behind this
/// one.
void shard_state::pass_barrier(owed from) {
  report(); // The coordinator hears how far this shard has come before anyone says that all is quiet.
  from.expected = send_clock(self_, args_.row_outlets, {.what = clock_event::barrier, .ticket = current_ticket_});
  from.waits_for_all = true;
  owed_.emplace(current_ticket_, std::move(from));
  answer_barriers();
}

void shard_state::answer_barriers() {
  const auto is_passed = [&](std::uint64_t ticket) {
    return std::ranges::none_of(owed_, [&](const auto& other) { return other.first < ticket; });
  };
  std::vector<std::uint64_t> passed;
  for (const auto& [ticket, one] : owed_)
    if (one.waits_for_all && one.expected == 0 && is_passed(ticket)) passed.push_back(ticket);
  for (const auto ticket : passed) {
    auto done = std::move(owed_.at(ticket));
    owed_.erase(ticket);
    reply(done);
  }
  if (!passed.empty()) answer_barriers(); // One may have waited for another.
}

void shard_state::end_input(std::uint32_t input, bool close) {
  ++ended_inputs_;
  // An input that is dropped holds nothing back, but must not close what the others still fill: once one is dropped,
  // the rest is dropped as well.
  drop_at_end_ = drop_at_end_ || !close;
  (void)watermarks_->end(input);
  if (drop_at_end_ && ended_inputs_ == args_.inputs.size()) dropped_windows_ += args_.work->open_window_count();
}

void shard_state::hand_on(core::window::operator_output& out, owed& from, bool answer_wanted) {
  for (const auto& rows : out.rows) hand_on_rows(rows, from, answer_wanted);
  const auto watermark = args_.work->watermark_behind(watermarks_->combined());
  if (drop_at_end_ || watermark <= sent_watermark_) return; // What is dropped here must not close windows further on.
  sent_watermark_ = watermark;
  (void)send_clock(self_, args_.row_outlets, {.what = clock_event::advance, .watermark = sent_watermark_});
}

void shard_state::hand_on_rows(const core::batch_ptr& rows, owed& from, bool answer_wanted) {
  core::plan::table_rows table;
  table.rows = rows;
  rows_out_ += rows->rows;
  const std::vector<core::event_time_ms> before(rows->rows, sent_watermark_);
  const send_order order{before, sent_watermark_, current_ticket_, false, args_.now_ms()};
  std::map<std::uint32_t, std::string> faults; // By row: one that fails at two outlets is one bad row.
  for (const auto& to : args_.row_outlets) {
    auto prepared = prepare(to, table, args_.now_ms());
    for (auto& fault : prepared.faults) faults.emplace(fault.row, std::move(fault.reason));
    if (answer_wanted && to.answers && prepared.rows->rows > 0) from.answer.answer.push_back(prepared.rows);
    from.expected += send(self_, to, prepared, order);
  }
  bad_ += faults.size();
  if (!faults.empty()) set_bad_aside(*rows, faults, from);
  if (!faults.empty() && is_strict_)
    self_->send(args_.coordinator,
                pipeline_failed{args_.plan->stages[args_.stage].name, {core::errc::bad_row, faults.begin()->second}});
}

/// The text of a result row is the row as JSON.
void shard_state::set_bad_aside(const core::batch& rows, const std::map<std::uint32_t, std::string>& faults,
                                owed& from) {
  if (args_.bad_outlets.empty()) return;
  const auto encoder = io::make_encoder({}, rows.layout);
  std::vector<core::plan::aside_row> bad;
  for (const auto& [row, reason] : faults) {
    core::plan::aside_row one;
    if (encoder) (*encoder)->encode(*core::gather(rows, {row}), one.text);
    while (one.text.ends_with('\n')) one.text.pop_back();
    one.reason = reason;
    one.watermark = watermarks_->combined();
    bad.push_back(std::move(one));
  }
  core::plan::table_rows table;
  table.rows = core::plan::make_aside_batch(bad, {args_.plan->stages[args_.stage].name, args_.shard});
  for (const auto& to : args_.bad_outlets) {
    auto prepared = prepare(to, table, args_.now_ms());
    from.expected += send(self_, to, prepared, {.watermarks_before = {}, .ticket = current_ticket_});
  }
}

void shard_state::set_late_aside(const core::window::operator_output& out, const core::window::keyed_batch& batch,
                                 owed& from) {
  late_ += out.late.size();
  for (const auto& one : out.late) from.answer.late.push_back(one.row);
  const auto& input = args_.inputs[batch.input];
  if (input.late_outlets.empty()) return;
  core::plan::table_rows table;
  table.rows = core::plan::make_aside_batch(core::plan::aside_of(out.late, batch),
                                            {input.source, input.partition, input.positions});
  for (const auto& to : input.late_outlets) {
    auto prepared = prepare(to, table, args_.now_ms());
    from.expected += send(self_, to, prepared, {.watermarks_before = {}, .ticket = current_ticket_});
  }
}

void shard_state::settle(std::uint64_t own_ticket, owed from) {
  if (from.expected == 0) return reply(from);
  owed_.emplace(own_ticket, std::move(from));
}

void shard_state::take(const delivered& answer) {
  const auto found = owed_.find(answer.ticket);
  if (found == owed_.end() || --found->second.expected > 0) return;
  if (found->second.waits_for_all) return answer_barriers();
  auto done = std::move(found->second);
  owed_.erase(found);
  reply(done);
  answer_barriers();
  finish_when_done();
}

void shard_state::reply(owed& done) {
  if (const auto to = caf::actor_cast<ticket_holder>(done.to)) self_->send(to, std::move(done.answer));
}

void shard_state::save(std::uint64_t epoch) {
  core::snapshot::state_writer to;
  args_.work->save(to);
  self_->send(args_.coordinator,
              state_saved{epoch, args_.stage, args_.shard, std::make_shared<std::string>(to.take())});
}

void shard_state::report() {
  rows_reported_ = rows_in_;
  self_->send(args_.coordinator, progress{args_.stage, args_.shard, watermarks_->combined(), args_.work->state_bytes(),
                                          args_.work->held_groups()});
}

void shard_state::finish_when_done() {
  if (finished_ || ended_inputs_ < args_.inputs.size() || !owed_.empty()) return;
  finished_ = true;
  const auto what = drop_at_end_ ? clock_event::ended_drop : clock_event::ended_close;
  (void)send_clock(self_, args_.row_outlets, {.what = what});
  self_->send(args_.coordinator, shard_finished{args_.stage, args_.shard});
}

shard_status shard_state::status(const status_query& query) const {
  shard_status now;
  now.stage = args_.stage;
  now.shard = args_.shard;
  now.watermark = watermarks_->combined();
  for (std::uint32_t input = 0; input < args_.inputs.size(); ++input) now.inputs.push_back(watermarks_->of(input));
  // Rows that a stage before has put out are no rows of a source: they are counted where they first came in.
  const bool first = std::ranges::any_of(args_.inputs, [](const shard_input& one) { return !one.source.empty(); });
  now.rows_in_windows = first ? args_.work->rows_added() - rows_before_ : 0;
  now.late = late_;
  now.told_before = told_before_;
  now.bad = bad_;
  now.rows_out = rows_out_;
  now.open_windows = args_.work->open_window_count();
  now.dropped_windows = dropped_windows_;
  now.state_bytes = args_.work->state_bytes();
  if (query.open_windows_max > 0) now.open = args_.work->open_windows(query.open_windows_max);
  return now;
}

} // namespace actors
