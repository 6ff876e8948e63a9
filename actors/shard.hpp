#pragma once
// One shard of a stage: owns the operator of its keys, judges rows by their watermarks, hands results on. A batch is
// reported delivered only when all that came of it has been taken further on, so pressure reaches the sources.

#include <map>
#include <unordered_map>

#include "actors/outlet.hpp"
#include "actors/preparer.hpp"
#include "core/plan/aside.hpp"
#include "core/watermark/watermark_combiner.hpp"

namespace actors {

/// One sender of a stage, and who reads what came too late from it.
struct shard_input {
  std::string source{}; ///< Empty when it is a shard of an earlier stage.
  std::uint32_t partition = 0;
  core::plan::position_kind positions = core::plan::position_kind::line; ///< Of the source's rows.
  std::vector<outlet> late_outlets{};
};

struct shard_args {
  std::shared_ptr<const core::plan::pipeline_plan> plan{};
  std::uint32_t stage = 0;
  std::uint32_t shard = 0;
  std::unique_ptr<core::window::keyed_operator> work{}; ///< Fresh, or as an earlier run has left it.
  std::vector<shard_input> inputs{};                    ///< By number of the sender.
  std::vector<outlet> row_outlets{};
  /// Who reads result rows that fail in what follows the operator (HAVING, the SELECT list, a sink's columns).
  std::vector<outlet> bad_outlets{};
  coordinator_actor coordinator{};
  clock_function now_ms{};
  std::size_t output_rows_max = core::batch_rows_max;
  core::event_time_ms start_watermark = core::no_watermark; ///< How far an earlier run has put windows out.
};

struct shard_state {
  static inline const char* name = "window shard";
  explicit shard_state(shard_actor::pointer self) : self_(self) {}
  void start(shard_args args);
  [[nodiscard]] shard_actor::behavior_type behavior();

private:
  /// A ticket of a sender, open until what came of it is delivered.
  struct owed {
    caf::strong_actor_ptr to{};
    std::size_t expected = 0;
    delivered answer{};
    bool waits_for_all = false; ///< A barrier's: answered when no earlier ticket is open.
  };

  void add(const shard_rows& message);
  void hear(const shard_clock& message);
  void pass_barrier(owed from);
  void answer_barriers();
  void end_input(std::uint32_t input, bool close);
  void hand_on(core::window::operator_output& out, owed& from, bool answer_wanted);
  void hand_on_rows(const core::batch_ptr& rows, owed& from, bool answer_wanted);
  void set_bad_aside(const core::batch& rows, const std::map<std::uint32_t, std::string>& faults, owed& from);
  void set_late_aside(const core::window::operator_output& out, const core::window::keyed_batch& batch, owed& from);
  void settle(std::uint64_t own_ticket, owed from);
  void take(const delivered& answer);
  void reply(owed& done);
  void save(std::uint64_t epoch);
  void report();
  void finish_when_done();
  [[nodiscard]] shard_status status(const status_query& query) const;

  shard_actor::pointer self_;
  shard_args args_{};
  std::optional<core::watermark::watermark_combiner> watermarks_{};
  std::unordered_map<std::uint64_t, owed> owed_{}; ///< By own ticket.
  std::uint64_t next_ticket_ = 1;
  std::uint64_t current_ticket_ = 0;                        ///< Of the message being worked on.
  core::event_time_ms sent_watermark_ = core::no_watermark; ///< Behind the rows handed on so far.
  std::uint32_t ended_inputs_ = 0;
  std::uint64_t rows_before_ = 0; ///< That the operator had from earlier runs.
  std::uint64_t rows_in_ = 0;
  std::uint64_t rows_reported_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t told_before_ = 0;
  std::uint64_t bad_ = 0;
  std::uint64_t rows_out_ = 0;
  std::uint64_t dropped_windows_ = 0;
  bool drop_at_end_ = false;
  bool is_strict_ = false; ///< A result row that fails ends the run.
  bool finished_ = false;
};

/// `args` is given up to the actor.
shard_actor::behavior_type window_shard(shard_actor::stateful_pointer<shard_state> self,
                                        std::shared_ptr<shard_args> args);

} // namespace actors
