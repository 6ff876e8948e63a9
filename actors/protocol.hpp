#pragma once
// Every typed actor interface of weir: who may tell whom what. The messages are in messages.hpp. Nothing else declares
// an interface.
//
//   reader thread -> source -> decoders -> source -> shards -> sinks
//                      ^          credit: delivered  |        |
//                      +-----------------------------+--------+
//   coordinator: hears progress and ends of all, tells them to drain and to close

#include <caf/all.hpp>

#include "actors/messages.hpp"

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::chunk_read)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::reading_ended)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::decode_job)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::chunk_prepared)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::shard_rows)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::shard_clock)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_rows)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::delivered)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_end)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::ingest_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::flush_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::source_status)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::shard_status)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_status)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::status_query)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::status_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::progress)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::source_finished)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::shard_finished)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_closed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::pipeline_failed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::drain)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::throttle)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::start_reading)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::idle_check)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::clock_tick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::hold)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::source_held)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::release)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_flush)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::sink_flushed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::save_state)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::state_saved)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::commit_order)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::epoch_committed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::epoch_tick)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::suspend)

namespace actors {

/// Whoever has sent tickets takes the answers.
using ticket_holder = caf::typed_actor<caf::reacts_to<delivered>>;

/// Turns pieces of text into prepared rows; several work for one source.
using decoder_actor = caf::typed_actor<caf::reacts_to<decode_job>>;

/// One partition of a source: keeps its order, moves its watermark, routes its rows, holds its credit.
using source_actor = caf::typed_actor<caf::reacts_to<start_reading>,  // Begin (reader sources).
                                      caf::reacts_to<chunk_read>,     // A piece from the reader thread.
                                      caf::reacts_to<reading_ended>,  // The reader thread is done.
                                      caf::reacts_to<chunk_prepared>, // A decoder is done with a piece.
                                      caf::reacts_to<ingest_request>, // An HTTP body (HTTP sources).
                                      caf::reacts_to<flush_request>,  // Close all windows now.
                                      caf::reacts_to<delivered>,      // Credit.
                                      caf::reacts_to<idle_check>,     // Look whether nothing came for the idle timeout.
                                      caf::reacts_to<clock_tick>, // Tell the wall clock to the stages that go by it.
                                      caf::reacts_to<throttle>,   // Slow down, or go on.
                                      caf::reacts_to<hold>,       // Send nothing more for now.
                                      caf::reacts_to<release>,    // Go on.
                                      caf::reacts_to<drain>,      // Stop reading, finish, end.
                                      caf::replies_to<status_query>::with<source_status>>;

/// One shard of one stage: all state of its keys.
using shard_actor = caf::typed_actor<caf::reacts_to<shard_rows>,  // Add these rows to their windows.
                                     caf::reacts_to<shard_clock>, // An input is idle or ended, or all is to be flushed.
                                     caf::reacts_to<delivered>,   // Credit of the sinks and of the next rank.
                                     caf::reacts_to<save_state>,  // Write down what you hold.
                                     caf::replies_to<status_query>::with<shard_status>>;

/// Writes rows to one place.
using sink_actor = caf::typed_actor<caf::reacts_to<sink_rows>,  // Write these.
                                    caf::reacts_to<sink_flush>, // Wait until all was accepted.
                                    caf::reacts_to<sink_end>,   // Close.
                                    caf::replies_to<status_query>::with<sink_status>>;

/// Commits offsets; blocks, on a thread of its own.
using committer_actor = caf::typed_actor<caf::reacts_to<commit_order>>;

/// The others, given to the coordinator once they exist.
struct crew {
  std::vector<source_actor> sources{};
  std::vector<shard_actor> shards{};
  std::vector<sink_actor> sinks{};
  std::vector<decoder_actor> decoders{};
  std::vector<std::shared_ptr<partition_progress>> progress{}; ///< Of the sources that read a log.
};

} // namespace actors

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(actors::crew)

namespace actors {

/// Knows all others; combines watermarks, ends the pipeline in order, answers for the whole.
using coordinator_actor =
    caf::typed_actor<caf::reacts_to<crew>, caf::reacts_to<progress>, caf::reacts_to<source_finished>,
                     caf::reacts_to<shard_finished>, caf::reacts_to<sink_closed>, caf::reacts_to<pipeline_failed>,
                     caf::reacts_to<drain>, caf::reacts_to<status_request>, caf::reacts_to<epoch_tick>,
                     caf::reacts_to<source_held>, caf::reacts_to<sink_flushed>, caf::reacts_to<state_saved>,
                     caf::reacts_to<epoch_committed>, caf::reacts_to<suspend>>;

} // namespace actors
