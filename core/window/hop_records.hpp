#pragma once
// The running totals of a hopping window, one record a key: the closed slices that the next window holds, merged so
// that a window costs O(1) merges a key and slice, however many slices it has. Owned by one hop_operator.
//
// How the total is kept depends on the query:
//   subtract  counts and integer sums only: added when a slice comes, taken out again when it goes; exact.
//   fold      few slices a window: folded anew from the newest slice to the oldest, in the order of Flink, where the
//   key changed. stacks    else: two stacks. The older slices hold the merge of themselves with all younger ones of
//   their stack; `back` is the merge of those
//             that came since. Sums of doubles then add in another order than Flink's, but always in the same one.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/snapshot/key_share.hpp"
#include "core/time.hpp"
#include "core/window/row_pool.hpp"
#include "core/window/tag_index.hpp"

namespace core::window {

class hop_records {
public:
  enum class way : std::uint8_t { subtract, fold, stacks };

  hop_records(way how, agg::accumulators& state);
  hop_records(const hop_records&) = delete;
  hop_records& operator=(const hop_records&) = delete;
  ~hop_records();

  /// A group of a slice that has closed. Slices come in order; its row's link becomes the record. `silent_through`: for
  /// a new record.
  void attach(std::int64_t slice, std::byte* row, std::int64_t silent_through);
  /// A group of the oldest attached slice goes.
  void detach(const std::byte* row);
  /// A group that is new in a slice attached before.
  void attach_behind(std::int64_t slice, std::byte* row, std::int64_t silent_through);
  /// A group of a slice that was attached when the state was saved, oldest slice first; `load` follows.
  void attach_again(std::int64_t slice, std::byte* row);
  void save(snapshot::state_writer& to) const;
  void load(snapshot::state_reader& from, const snapshot::key_share& share);
  /// The cells, besides the row's own, that a row for an attached group has to be added to; for `stacks` they include
  /// the row's.
  void targets_of(std::int64_t slice, std::byte* row, std::vector<std::byte*>& to);
  /// Makes the totals right; before `each`.
  void refresh();
  /// Calls `see(key, cells of the total)` for every key that is not silent at `end`.
  template <class See>
  void each(std::int64_t end, See see) const {
    for (std::uint32_t i = 0; i < pool_.end(); ++i) {
      const auto* record = pool_.at(i);
      if (!is_free_row(record) && agg::load<std::int64_t>(record + silent_at) < end)
        see(row_key(record), record + total_at_);
    }
  }
  /// Rows of the group itself, whatever has been merged into it.
  [[nodiscard]] std::uint64_t own_rows(std::int64_t slice, const std::byte* row) const;
  [[nodiscard]] bool is_sparse() const noexcept { return pool_.is_sparse(); }
  /// Packs the records; `moved[old] = new`. The owner mends the links of its rows.
  void pack(std::vector<std::uint32_t>& moved);

  [[nodiscard]] std::uint32_t size() const noexcept { return pool_.live(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

private:
  struct entry {
    std::int64_t slice;
    std::byte* row;
  };
  /// The key's attached groups, oldest first: entries[first .. size); those before `split` are the older stack.
  struct chain {
    std::vector<entry> entries{};
    std::size_t first = 0;
    std::size_t split = 0;
    [[nodiscard]] bool empty() const noexcept { return first == entries.size(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return sizeof(chain) + entries.capacity() * sizeof(entry); }
    [[nodiscard]] std::size_t place_of(std::int64_t slice) const;
  };
  static constexpr std::size_t chain_at = row_head_bytes;
  static constexpr std::size_t silent_at = chain_at + 8;
  static constexpr std::size_t touched_at = silent_at + 8;
  static constexpr std::size_t state_at = touched_at + 8;

  [[nodiscard]] std::uint32_t record_of(const std::byte* row, std::int64_t silent_through);
  [[nodiscard]] chain& chain_of(const std::byte* record) const { return *agg::load<chain*>(record + chain_at); }
  [[nodiscard]] static std::byte* cells_of(std::byte* row) noexcept { return row + row_head_bytes; }
  void touch(std::uint32_t record);
  void turn(std::uint32_t record);
  void make_total(std::byte* record);
  void remove(std::uint32_t record);

  way how_;
  agg::accumulators& state_;
  std::size_t total_at_;
  row_pool pool_;
  tag_index index_{};
  std::vector<std::uint32_t> touched_{};
  std::vector<std::byte> scratch_{};
  std::uint64_t side_bytes_ = 0; ///< Chains and long keys.
};

} // namespace core::window
