#pragma once
// Where rows go next: to the shards of a stage or to a sink. Sources and shards send through the same outlets. The
// preparing half is pure and may run in any thread (decoders); the sending half belongs to the actor that owns the
// outlets.

#include "actors/protocol.hpp"
#include "io/format/encoder.hpp"

namespace actors {

struct outlet {
  core::plan::stream_kind stream = core::plan::stream_kind::rows;
  // To a stage:
  const core::plan::keyed_edge* keyed = nullptr; ///< Into the plan, which outlives every actor.
  std::vector<shard_actor> shards{};
  std::uint32_t input = 0; ///< Number of this sender at the stage.
  // To a sink:
  const core::plan::edge* plain = nullptr;
  sink_actor sink{};
  std::shared_ptr<const io::row_encoder> encoder{}; ///< Null: the sink takes rows.
  bool answers = false;                             ///< Its rows go back to HTTP clients as the windows they closed.
};

/// Filters, projects, encodes and routes; no watermarks yet.
[[nodiscard]] prepared_outlet prepare(const outlet& to, const core::plan::table_rows& rows, std::int64_t now_ms);

/// What `send` needs to know about the rows besides themselves.
struct send_order {
  std::span<const core::event_time_ms> watermarks_before{}; ///< By table row.
  core::event_time_ms watermark_after = core::no_watermark;
  std::uint64_t ticket = 0;
  bool answer_wanted = false;
  std::int64_t now_ms = 0; ///< For stages that go by the wall clock.
  bool replayed = false;   ///< Only windows that are still open want them.
};

/// Sends and returns how many `delivered` will come back for the ticket.
template <class Self>
std::size_t send(Self* self, const outlet& to, prepared_outlet& prepared, const send_order& order) {
  if (to.keyed != nullptr) {
    if (to.keyed->processing_time)
      core::plan::seal_now(prepared.routed, order.now_ms);
    else
      core::plan::seal(prepared.routed, order.watermarks_before, order.watermark_after);
    prepared.routed.rows->replayed = order.replayed;
    prepared.routed.rows->input = to.input; // A decoder that partitions share cannot know whose rows it prepares.
    const core::window::keyed_batch_ptr rows = prepared.routed.rows;
    for (const auto& shard : to.shards) self->send(shard, shard_rows{rows, order.ticket, order.answer_wanted});
    return to.shards.size();
  }
  if (!prepared.rows || prepared.rows->rows == 0 || order.replayed) return 0;
  self->send(to.sink,
             sink_rows{to.encoder ? nullptr : prepared.rows, prepared.text, prepared.rows->rows, order.ticket});
  return 1;
}

/// Tells the shards of every stage behind these outlets (`order.input` is filled in); returns how many answers will
/// come. Stages that go by the wall clock hear of no watermark, and drop what is open at the end.
template <class Self>
std::size_t send_clock(Self* self, const std::vector<outlet>& outlets, const shard_clock& order) {
  std::size_t expected = 0;
  for (const auto& to : outlets) {
    if (to.keyed == nullptr) continue;
    if (to.keyed->processing_time && (order.what == clock_event::advance || order.what == clock_event::idle)) continue;
    auto told = order;
    told.input = to.input;
    if (to.keyed->processing_time && order.what == clock_event::ended_close) told.what = clock_event::ended_drop;
    for (const auto& shard : to.shards) self->send(shard, told);
    expected += to.shards.size();
  }
  return expected;
}

/// Moves the clock of stages that go by the wall clock.
template <class Self>
void send_tick(Self* self, const std::vector<outlet>& outlets, std::int64_t now_ms) {
  for (const auto& to : outlets) {
    if (to.keyed == nullptr || !to.keyed->processing_time) continue;
    for (const auto& shard : to.shards)
      self->send(shard, shard_clock{.input = to.input, .what = clock_event::advance, .watermark = now_ms - 1});
  }
}

} // namespace actors
