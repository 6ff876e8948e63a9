#pragma once
// The sessions of one shard: for each key a short list, and the order in which they end. Rows of the pool never move
// until `pack`. Owned by one session_operator; it knows keys and times, the operator knows aggregates.

#include <array>
#include <cstdint>
#include <queue>
#include <string_view>
#include <vector>

#include "core/time.hpp"
#include "core/window/row_pool.hpp"
#include "core/window/tag_index.hpp"

namespace core::window {

/// What stands between head and cells of a session's row. The row's link is the key's session before it in time.
struct session_span {
  event_time_ms start;
  event_time_ms end;    ///< Last row + gap.
  std::uint64_t number; ///< Counts sessions; 0 = the row is free.
  std::uint64_t later;  ///< The key's session after it in time, or `no_row`.
};

class session_store {
public:
  static constexpr std::size_t span_at = row_head_bytes;
  static constexpr std::size_t cells_at = span_at + sizeof(session_span);

  session_store(std::size_t cell_bytes, std::int64_t gap_ms)
      : cell_bytes_(cell_bytes), bucket_ms_(gap_ms / 16 + 2), pool_(cells_at + cell_bytes) {}
  session_store(const session_store&) = delete;
  session_store& operator=(const session_store&) = delete;
  ~session_store();

  /// The key's latest session, or `no_row`; earlier ones follow by `next`. They do not touch each other.
  [[nodiscard]] std::uint32_t first(std::string_view key, std::uint32_t tag) const {
    return index_.find(tag, [&](std::uint32_t row) { return has_key(pool_.at(row), key); });
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t row) const { return row_link(pool_.at(row)); }
  [[nodiscard]] session_span span(std::uint32_t row) const { return agg::load<session_span>(pool_.at(row) + span_at); }
  [[nodiscard]] std::byte* cells(std::uint32_t row) const { return pool_.at(row) + cells_at; }
  [[nodiscard]] std::string_view key(std::uint32_t row) const { return row_key(pool_.at(row)); }
  [[nodiscard]] std::uint32_t tag(std::uint32_t row) const { return row_tag(pool_.at(row)); }
  void prefetch(std::uint32_t tag) const noexcept { index_.prefetch(tag); }
  void prefetch_row(std::uint32_t tag) const noexcept {
    const auto row = index_.guess(tag);
    if (row == no_row) return;
    __builtin_prefetch(pool_.at(row), 1);
    __builtin_prefetch(pool_.at(row) + 64, 1);
  }

  /// A new session; `first` is what `first(key, tag)` said. The cells are raw memory.
  std::uint32_t open(std::string_view key, std::uint32_t tag, std::uint32_t first, event_time_ms start,
                     event_time_ms end);
  void stretch(std::uint32_t row, event_time_ms start, event_time_ms end);
  /// Takes the session out; its cells have been cleared.
  void remove(std::uint32_t row);
  /// The session that ends first if it ends by `watermark` (end - 1 <= watermark), taken out of the order; else
  /// `no_row`. It is to be removed.
  [[nodiscard]] std::uint32_t take_due(event_time_ms watermark);
  /// Gives memory back when most rows are free.
  void pack();

  [[nodiscard]] std::uint32_t end() const noexcept { return pool_.end(); }
  [[nodiscard]] bool is_free(std::uint32_t row) const { return is_free_row(pool_.at(row)); }
  [[nodiscard]] std::uint32_t size() const noexcept { return pool_.live(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

private:
  struct due {
    event_time_ms at; ///< No earlier than this; the session may have grown since.
    std::uint64_t number;
    std::uint32_t row;
    friend bool operator>(const due& a, const due& b) noexcept {
      return a.at != b.at ? a.at > b.at : a.number > b.number;
    }
  };
  struct due_order : std::priority_queue<due, std::vector<due>, std::greater<>> {
    [[nodiscard]] std::size_t capacity() const noexcept { return c.capacity(); }
  };
  static constexpr std::int64_t buckets = 32;
  void place(std::uint32_t made, std::uint32_t tag, std::uint32_t first);
  void set_later(std::uint32_t row, std::uint64_t later);
  void put(const due& one);
  void put_live(const due& one);
  void open_bucket(std::int64_t through);
  void forget_order();
  void set_span(std::uint32_t row, const session_span& span) { agg::store(pool_.at(row) + span_at, span); }

  std::size_t cell_bytes_;
  std::int64_t bucket_ms_; ///< At least 2, so that numbers of buckets can be subtracted.
  row_pool pool_;
  tag_index index_{};
  /// Sessions that may end soon are in order; those that end later lie in buckets by time, unsorted, and are looked at
  /// again when their bucket's time comes: most have grown by then and go into a later one.
  due_order order_{};
  std::array<std::vector<due>, buckets> later_{};
  std::int64_t opened_bucket_ = no_watermark; ///< Buckets up to here have gone into the order.
  std::uint64_t opened_ = 0;
  std::uint64_t key_bytes_ = 0;
};

} // namespace core::window
