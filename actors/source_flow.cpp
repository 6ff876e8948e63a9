#include "actors/source_flow.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace actors {

namespace {

constexpr std::size_t strict_text_bytes_max = 200; ///< Of the row that a message shows.

} // namespace

source_flow::dispatched source_flow::dispatch(prepared_table& table, bool answer_wanted) {
  if (is_replaying_) take_up_watermark();
  auto sent = send_rows(table, answer_wanted, false);
  if (failed_) return sent;
  if (!table.bad.empty()) {
    rows_read_ += table.bad.size();
    set_aside(table.bad);
  }
  if (!table.faulted.empty()) set_aside(table.faulted);
  return sent;
}

void source_flow::replay(prepared_table& table) {
  (void)send_rows(table, false, true);
  if (failed_) return;
  rows_read_ += table.bad.size();
  told_before_ += table.bad.size() + table.faulted.size();
}

void source_flow::take_up_watermark() {
  is_replaying_ = false;
  if (args_.start_watermark <= watermark_) return;
  watermark_ = args_.start_watermark;
  (void)actors::send_clock(self_, args_.row_outlets, {.what = clock_event::advance, .watermark = watermark_});
}

source_flow::dispatched source_flow::send_rows(prepared_table& table, bool answer_wanted, bool replayed) {
  dispatched sent;
  sent.ticket = next_ticket_++;
  if (failed_) return sent;
  idle_ = false;
  if (table.watermark_candidates.empty() || replayed)
    sent.watermarks_before.assign(table.rows, watermark_);
  else
    watermark_ = core::plan::run_watermark(watermark_, table.watermark_candidates, sent.watermarks_before);
  sent.watermark_after = watermark_;
  if (table.waiting) {
    core::plan::add_watermarks(*table.waiting, sent.watermarks_before, core::plan::table_layout(plan()));
    prepare_outlets(table, *table.waiting, args_.row_outlets, args_.now_ms());
  }
  const send_order order{sent.watermarks_before, watermark_, sent.ticket, answer_wanted, args_.now_ms(), replayed};
  std::size_t expected = 0;
  for (std::size_t i = 0; i < args_.row_outlets.size(); ++i)
    expected += send(self_, args_.row_outlets[i], table.outlets[i], order);
  filtered_ += table.filtered;
  rows_read_ += table.rows;
  if (expected > 0) in_flight_.emplace(sent.ticket, expected);
  return sent;
}

void source_flow::count(std::vector<core::plan::aside_row>& bad, std::uint64_t blank, std::uint64_t field_errors) {
  blank_ += blank;
  field_errors_ += field_errors;
  rows_read_ += bad.size();
  if (!bad.empty() && !failed_) set_aside(bad);
}

void source_flow::count_replayed(const std::vector<core::plan::aside_row>& bad) {
  rows_read_ += bad.size();
  told_before_ += bad.size();
}

void source_flow::set_aside(std::vector<core::plan::aside_row>& bad) {
  bad_ += bad.size();
  if (args_.bad_outlets.empty()) return;
  for (auto& row : bad) row.watermark = watermark_;
  core::plan::table_rows rows;
  rows.rows = core::plan::make_aside_batch(bad, {plan().name, args_.partition, core::plan::positions_of(plan())});
  const auto ticket = next_ticket_++;
  std::size_t expected = 0;
  for (const auto& to : args_.bad_outlets) {
    auto prepared = prepare(to, rows, args_.now_ms());
    expected += send(self_, to, prepared, {.watermarks_before = {}, .watermark_after = watermark_, .ticket = ticket});
  }
  if (expected > 0) in_flight_.emplace(ticket, expected);
}

void source_flow::stop_when_strict(const prepared_chunk& piece) {
  if (!plan().strict || failed_) return;
  const core::plan::aside_row* first = nullptr;
  const auto look = [&](const std::vector<core::plan::aside_row>& bad) {
    for (const auto& row : bad)
      if (first == nullptr || row.line < first->line) first = &row;
  };
  look(piece.bad);
  for (const auto& table : piece.tables) {
    look(table.bad);
    look(table.faulted);
  }
  if (first == nullptr) return;
  const bool in_log = core::plan::positions_of(plan()) == core::plan::position_kind::offset;
  auto message = fmt::format("{} {}: {}", in_log ? "offset" : "line", first->line, first->reason);
  if (!first->text.empty()) message += fmt::format(": {}", first->text.substr(0, strict_text_bytes_max));
  fail({core::errc::bad_row, std::move(message), {}, "without --strict such rows are set aside and counted"});
}

bool source_flow::take(const delivered& answer) {
  const auto found = in_flight_.find(answer.ticket);
  if (found == in_flight_.end()) return false;
  if (--found->second > 0) return false;
  in_flight_.erase(found);
  return true;
}

std::uint64_t source_flow::send_clock(clock_event what) {
  const auto ticket = next_ticket_++;
  const auto expected = actors::send_clock(self_, args_.row_outlets, {.what = what, .ticket = ticket});
  if (expected > 0) in_flight_.emplace(ticket, expected);
  return ticket;
}

bool source_flow::wants_ticks() const {
  return std::ranges::any_of(args_.row_outlets,
                             [](const outlet& to) { return to.keyed != nullptr && to.keyed->processing_time; });
}

void source_flow::tick() {
  if (!ended_ && !held_) actors::send_tick(self_, args_.row_outlets, args_.now_ms());
}

void source_flow::become_idle() {
  if (idle_ || ended_ || held_) return;
  idle_ = true;
  (void)send_clock(clock_event::idle);
}

void source_flow::end(bool close_windows) {
  if (ended_) return;
  ended_ = true;
  const auto what = close_windows ? clock_event::ended_close : clock_event::ended_drop;
  (void)actors::send_clock(self_, args_.row_outlets, {.what = what});
  self_->send(args_.coordinator, source_finished{args_.number});
}

void source_flow::hold(std::uint64_t epoch) {
  held_ = epoch;
  barrier_is_sent_ = false;
  hold_is_reported_ = false;
}

void source_flow::report_when_held() {
  if (!held_ || hold_is_reported_ || !in_flight_.empty()) return;
  if (!barrier_is_sent_) {
    barrier_is_sent_ = true;
    (void)send_clock(clock_event::barrier);
    if (!in_flight_.empty()) return;
  }
  hold_is_reported_ = true;
  self_->send(args_.coordinator, source_held{*held_});
}

void source_flow::fail(core::error fault) {
  if (failed_) return;
  failed_ = true;
  self_->send(args_.coordinator, pipeline_failed{fmt::format("source {}", plan().name), std::move(fault)});
}

source_status source_flow::status(std::string where) const {
  source_status now;
  now.name = plan().name;
  now.partition = args_.partition;
  now.where = std::move(where);
  now.rows_read = rows_read_;
  now.bad = bad_;
  now.filtered = filtered_;
  now.blank = blank_;
  now.field_errors = field_errors_;
  now.told_before = told_before_;
  now.watermark = watermark_;
  now.idle = idle_;
  now.ended = ended_;
  return now;
}

} // namespace actors
