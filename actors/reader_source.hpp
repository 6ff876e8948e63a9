#pragma once
// The source actor of a byte source (a file, stdin): a reader thread hands in pieces, decoders prepare them side by
// side, and this actor puts them in order again. A piece is asked for only when an earlier one has been sent on, so
// nothing piles up.

#include "actors/source_flow.hpp"
#include "io/source/reader_thread.hpp"

namespace actors {

struct reader_source_args {
  source_flow_args flow{};
  std::vector<decoder_actor> decoders{};
  std::unique_ptr<io::chunk_reader>
      reader{}; ///< Null: pieces come as `chunk_read` messages from elsewhere (simulated runs).
  std::uint32_t chunks_in_flight_max = 4;         ///< Read and not yet sent on.
  std::shared_ptr<partition_progress> progress{}; ///< Where the pieces are records of a log.
};

struct reader_source_state {
  static inline const char* name = "source";
  explicit reader_source_state(source_actor::pointer self) : self_(self) {}
  void start(reader_source_args args);
  [[nodiscard]] source_actor::behavior_type behavior();

private:
  void start_reading_thread();
  void decode(const chunk_read& read);
  void reading_is_over(const reading_ended& end);
  void fail(core::error fault);
  void keep(const prepared_chunk_ptr& chunk);
  void pump();
  void note_progress(const prepared_chunk& chunk);
  [[nodiscard]] bool send_tables(prepared_chunk& chunk);
  void look_whether_idle();
  void tick();
  void drain_now(bool close_windows);

  source_actor::pointer self_;
  std::optional<source_flow> flow_{};
  std::vector<decoder_actor> decoders_{};
  std::unique_ptr<io::chunk_reader> reader_{};
  std::uint32_t chunks_in_flight_max_ = 4;
  std::shared_ptr<partition_progress> progress_{};
  std::map<std::uint64_t, prepared_chunk_ptr> ready_{}; ///< Prepared, waiting for their turn or for credit.
  std::uint64_t next_chunk_ = 0;
  std::size_t next_table_ = 0; ///< Within the chunk whose turn it is.
  std::optional<std::uint64_t> chunks_in_all_{};
  bool close_windows_ = true;
  std::uint64_t activity_ = 0;                  ///< Counts pieces, to notice silence.
  std::uint64_t activity_seen_ = 0;             ///< At the last idle check.
  std::unique_ptr<io::reader_thread> thread_{}; ///< Last, so that it ends before what its callbacks need.
};

source_actor::behavior_type reader_source(source_actor::stateful_pointer<reader_source_state> self,
                                          std::shared_ptr<reader_source_args> args);

} // namespace actors
