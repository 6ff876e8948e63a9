#pragma once
// What every source does with prepared rows, in order: moves the watermark, sends through the outlets, counts (law 4),
// sets bad rows aside, holds the credit. Part of a source actor's state; its thread only.

#include <chrono>
#include <map>
#include <unordered_map>

#include "actors/preparer.hpp"

namespace actors {

/// How often stages that go by the wall clock hear of it.
inline constexpr std::chrono::milliseconds tick_interval{50};

struct source_flow_args {
  std::shared_ptr<const core::plan::pipeline_plan> plan{};
  std::uint32_t source = 0;    ///< Into plan->sources.
  std::uint32_t number = 0;    ///< Among all source actors.
  std::uint32_t partition = 0; ///< Among the partitions of this source.
  std::vector<outlet> row_outlets{};
  std::vector<outlet> bad_outlets{};
  coordinator_actor coordinator{};
  std::uint32_t batches_in_flight_max = 16; ///< Sent and not yet wholly delivered.
  clock_function now_ms{};
  core::event_time_ms start_watermark = core::no_watermark; ///< How far an earlier run has come.
  bool replays = false;                                     ///< Records of that run are read again first.
};

class source_flow {
public:
  source_flow(source_actor::pointer self, source_flow_args args)
      : self_(self), args_(std::move(args)), is_replaying_(args_.replays) {}

  [[nodiscard]] bool has_credit() const noexcept { return in_flight_.size() < credit_limit_; }
  [[nodiscard]] bool quiet() const noexcept { return in_flight_.empty(); }
  [[nodiscard]] const core::plan::source_plan& plan() const { return args_.plan->sources[args_.source]; }
  [[nodiscard]] const source_flow_args& args() const noexcept { return args_; }
  void throttle(bool slow) { credit_limit_ = slow ? 1 : args_.batches_in_flight_max; }

  /// Ends a strict run at the first bad row of a piece, before anything of the piece is sent.
  void stop_when_strict(const prepared_chunk& piece);

  /// What one dispatch left for those who must answer for its rows.
  struct dispatched {
    std::uint64_t ticket = 0;
    std::vector<core::event_time_ms> watermarks_before{};
    core::event_time_ms watermark_after = core::no_watermark;
  };
  /// Sends one table batch. Its ticket is finished when `delivered` says so (at once when nothing was sent: then
  /// `finished` comes first).
  [[nodiscard]] dispatched dispatch(prepared_table& table, bool answer_wanted);
  /// Rows that an earlier run has read: only the stages get them, for what was open then, and nothing is told of them.
  /// Until all of them have come this source holds every window back: those that were open want them first.
  void replay(prepared_table& table);
  /// All that was to be read again has been sent (or there was nothing): the watermark is where the earlier run left
  /// it.
  void take_up_watermark();
  void count_replayed(const std::vector<core::plan::aside_row>& bad);
  /// Bad lines, blank lines and field errors of a piece.
  void count(std::vector<core::plan::aside_row>& bad, std::uint64_t blank, std::uint64_t field_errors);
  /// Takes one `delivered`; true when this was the ticket's last.
  [[nodiscard]] bool take(const delivered& answer);
  [[nodiscard]] bool is_open(std::uint64_t ticket) const { return in_flight_.contains(ticket); }

  /// Tells the stages; the ticket is finished as above.
  std::uint64_t send_clock(clock_event what);
  /// Some stage goes by the wall clock: `tick` wants to be called now and then.
  [[nodiscard]] bool wants_ticks() const;
  void tick();
  /// Says that the source is idle until it dispatches again.
  void become_idle();
  /// The last word: no rows follow.
  void end(bool close_windows);
  void fail(core::error fault);

  /// From now on the owner sends nothing more, until `release`.
  void hold(std::uint64_t epoch);
  void release() { held_.reset(); }
  [[nodiscard]] bool is_held() const noexcept { return held_.has_value(); }
  /// To be called while held whenever something was delivered and no piece is half sent: once all is, sends a barrier,
  /// and when that has come back tells the coordinator.
  void report_when_held();

  [[nodiscard]] core::event_time_ms watermark() const noexcept { return watermark_; }
  [[nodiscard]] bool is_replaying() const noexcept { return is_replaying_; }
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] source_status status(std::string where) const;

private:
  void set_aside(std::vector<core::plan::aside_row>& bad);
  dispatched send_rows(prepared_table& table, bool answer_wanted, bool replayed);

  source_actor::pointer self_;
  source_flow_args args_;
  std::size_t credit_limit_ = args_.batches_in_flight_max;
  std::unordered_map<std::uint64_t, std::size_t> in_flight_{}; ///< Ticket to answers still to come.
  std::uint64_t next_ticket_ = 1;
  core::event_time_ms watermark_ = core::no_watermark;
  bool is_replaying_ = false;
  std::uint64_t rows_read_ = 0;
  std::uint64_t bad_ = 0;
  std::uint64_t filtered_ = 0;
  std::uint64_t blank_ = 0;
  std::uint64_t field_errors_ = 0;
  std::uint64_t told_before_ = 0;
  std::optional<std::uint64_t> held_{}; ///< The epoch.
  bool barrier_is_sent_ = false;
  bool hold_is_reported_ = false;
  bool idle_ = false;
  bool ended_ = false;
  bool failed_ = false;
};

} // namespace actors
