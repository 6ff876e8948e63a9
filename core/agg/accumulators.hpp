#pragma once
// The state of a query's aggregates for one group, as a row of fixed-width cells, and all that is done with such rows.
// Owned by one operator; one thread at a time. The rows themselves belong to the operator's tables; side state (texts,
// sets) hangs on them and is freed by `clear`.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/agg/cell.hpp"
#include "core/agg/held_state.hpp"
#include "core/data/batch.hpp"
#include "core/snapshot/archive.hpp"

namespace core::agg {

/// Rows of a batch, and for each the cells of the group it belongs to.
struct row_targets {
  const std::uint32_t* rows = nullptr;
  std::byte* const* cells = nullptr;
  std::size_t count = 0;
  std::uint64_t first_arrival = 0; ///< Counts from 1 in the operator; row i came as first_arrival + i, or all as one.
  bool one_arrival = false;
};

class accumulators {
public:
  [[nodiscard]] static result<accumulators> make(const std::vector<aggregate_call>& calls, const schema& input);

  /// Cells of a group without rows.
  void start(std::byte* cells) const { std::memcpy(cells, empty_.data(), empty_.size()); }
  void update(const batch& from, const row_targets& targets);
  /// Adds the rows of `from`, behind or before those of `into`.
  void merge(std::byte* into, const std::byte* from, merge_side side);
  /// Takes the rows of `from` out again. Only if `subtracts()`.
  void subtract(std::byte* from_total, const std::byte* gone) const;
  /// Makes `to` (raw memory) equal to `from`, side state included.
  void copy(std::byte* to, const std::byte* from);
  /// Frees the side state. The cells are raw memory then.
  void clear(std::byte* cells);

  /// Side state included.
  void save(const std::byte* cells, snapshot::state_writer& to) const;
  /// Fills raw memory; the cells are good whatever the bytes were.
  void restore(std::byte* cells, snapshot::state_reader& from);
  /// Reads over cells that `save` wrote.
  void skip(snapshot::state_reader& from);

  [[nodiscard]] std::size_t bytes() const noexcept { return empty_.size(); }
  [[nodiscard]] std::size_t calls() const noexcept { return outputs_.size(); }
  [[nodiscard]] bool has_side() const noexcept { return has_side_; }
  [[nodiscard]] bool subtracts() const noexcept { return subtracts_; }
  [[nodiscard]] std::uint64_t side_bytes() const noexcept { return side_bytes_; }
  [[nodiscard]] static std::uint64_t rows_of(const std::byte* cells) noexcept { return load<std::uint64_t>(cells); }
  /// Appends the value of a call for each group to `to`, a column of its result type. Texts go to `texts`.
  void append_results(std::size_t call, const std::byte* const* cells, std::size_t count, column& to,
                      text_arena& texts) const;

private:
  /// How the value of a call is read off the cells.
  struct output {
    function what = function::count_star;
    data_type argument{};
    data_type type{};
    std::uint32_t values_at = 0;
    std::uint32_t main_at = 0;
    cell_kind main = cell_kind::rows;
    std::uint32_t held = 0;
    std::shared_ptr<accumulators> distinct{}; ///< DISTINCT: the same function over the values of the set.
  };
  /// The rows that one selection picks out of a run.
  struct picked_rows {
    std::vector<std::uint32_t> rows{};
    std::vector<std::byte*> cells{};
    std::vector<std::uint64_t> arrivals{};
    row_targets targets{};
    bool own_arrivals = false;
  };

  friend class layout_builder;
  void pick(const batch& from, const row_targets& all, std::size_t index);
  void update_cell(const cell& one, const batch& from, const picked_rows& picked);
  void update_side(const cell& one, const column& from, const picked_rows& picked);
  void merge_side_state(const cell& one, std::byte* into, const std::byte* from, merge_side side);
  void save_side(const cell& one, const std::byte* at, snapshot::state_writer& to) const;
  void restore_side(const cell& one, std::byte* at, snapshot::state_reader& from);
  void append_plain(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                    text_arena& texts) const;
  void append_distinct(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                       text_arena& texts) const;
  void append_held(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                   text_arena& texts) const;
  void update_held(const cell& one, const batch& from, const picked_rows& picked);

  std::vector<cell> cells_{};
  std::vector<selection> selections_{};
  std::vector<std::string> separators_{};
  std::vector<output> outputs_{};
  std::vector<std::shared_ptr<const held_state>>
      held_{}; ///< Of calls that hold such state: that of a group without rows.
  std::vector<std::byte> empty_{};
  std::vector<picked_rows> picked_{};
  std::uint64_t side_bytes_ = 0;
  bool has_side_ = false;
  bool subtracts_ = true;
};

} // namespace core::agg
