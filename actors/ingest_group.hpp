#pragma once
// Several HTTP bodies taken as one: small bodies are joined into one text, so that many single-event posts cost one
// batch, and yet each request learns what became of its own rows. Plain class, no CAF; the HTTP source's thread only.

#include <map>
#include <optional>

#include "actors/source_flow.hpp"

namespace actors {

/// How closed windows in the answer sink's rows are told apart.
struct answer_layout {
  std::size_t end_column = 0; ///< window end of the answer sink's rows: a timestamp.
  std::string time_zone{};    ///< The zone whose wall clock it shows; empty = UTC.
};

/// What a batch of the group left behind until all its tickets are delivered.
struct group_batch {
  std::vector<std::uint64_t> lines{};                ///< Line of each table row, within its piece.
  std::vector<std::vector<std::uint32_t>> origins{}; ///< By outlet: table row of each routed row; empty = the same.
  std::vector<bool> late{};                          ///< Table rows counted as late; empty = none.
  std::vector<core::event_time_ms> watermarks_before{};
  core::event_time_ms watermark_after = core::no_watermark;
  std::size_t piece = 0;
};

class ingest_group {
public:
  /// Takes requests in order and prepares them all.
  ingest_group(std::vector<ingest_request> requests, preparer& with);

  /// The prepared pieces, to be dispatched in order: all tables of piece 0, then of piece 1 …
  [[nodiscard]] std::vector<prepared_chunk>& pieces() noexcept { return pieces_; }

  /// The engine has stopped at a bad row: nothing of the group is taken.
  void refuse_all();

  /// Notes a table of piece `piece` that has been dispatched, and what the dispatch said; returns its number.
  std::size_t note(std::size_t piece, const prepared_table& table, source_flow::dispatched sent);
  /// Late rows and closed windows that a shard of outlet `outlet` answers for batch `batch`.
  void add_answer(std::size_t batch, std::size_t outlet, const delivered& answer, const answer_layout& layout);
  /// Sends every request its outcome.
  void respond(const answer_layout& layout);

private:
  static constexpr std::size_t no_piece =
      ~std::size_t{0}; ///< Behind all: members are searched by piece while later ones have none.
  struct member {
    ingest_request request{};
    std::size_t piece = no_piece;
    std::uint64_t first_line = 1; ///< Of its lines within the piece.
    std::uint64_t last_line = 0;
    std::optional<core::error> refused{};
    std::uint64_t rows = 0; ///< Table rows, of which some may fail behind it.
    bool is_taken = false;  ///< Some outlet takes a row of it.
    std::uint64_t accepted = 0;
    std::vector<rejected_item> rejected{};
    std::uint64_t late = 0;
    std::vector<core::batch_ptr> closed{};
  };

  void prepare_joined(std::size_t first, std::size_t last, preparer& with);
  [[nodiscard]] prepared_chunk prepare_text(std::size_t first, std::size_t last, preparer& with);
  void prepare_alone(std::size_t index, preparer& with);
  void assign_rows(std::size_t piece);
  void see_what_is_taken(std::size_t piece);
  [[nodiscard]] bool refuse_fruitless(std::size_t piece);
  member& reject(std::size_t piece, const core::plan::aside_row& bad);
  void refuse_hopeless(std::size_t first, preparer& with);
  [[nodiscard]] member* member_of(std::size_t piece, std::uint64_t line);

  std::vector<member> members_{};
  std::vector<prepared_chunk> pieces_{};
  std::vector<group_batch> batches_{};
  bool unavailable_ = false;
};

} // namespace actors
