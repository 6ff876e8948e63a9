#pragma once
// What `flush` remembers: for each key, up to where its windows were closed ahead of the clock, so that what comes
// later for them is late. The answer depends on the key's own rows only, never on the shard. Forgotten when the clock
// gets there. Owned by one operator.

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/snapshot/key_share.hpp"
#include "core/time.hpp"
#include "core/window/group_table.hpp"

namespace core::window {

class flushed_keys {
public:
  void close(std::string_view key, std::uint32_t tag, std::int64_t through) {
    if (!table_) table_.emplace(nothing_closed());
    auto* cells = table_->cells(table_->find_or_add(key, tag));
    agg::store(cells, std::max(agg::load<std::int64_t>(cells), through));
    through_ = std::max(through_, through);
  }
  void close_all(const flushed_keys& more) {
    if (!more.table_) return;
    for (std::uint32_t i = 0; i < more.table_->end(); ++i) {
      const auto* row = more.table_->row(i);
      close(row_key(row), row_tag(row), agg::load<std::int64_t>(more.table_->cells(i)));
    }
  }
  /// Nothing is closed for the key: `no_watermark`.
  [[nodiscard]] std::int64_t closed_through(std::string_view key, std::uint32_t tag) const {
    const auto row = table_->find(key, tag);
    return row == no_row ? no_watermark : agg::load<std::int64_t>(table_->cells(row));
  }
  [[nodiscard]] bool empty() const noexcept { return !table_.has_value(); }
  /// Forgets all when the clock has come to the last of them.
  void forget(std::int64_t clock) {
    if (!table_ || clock < through_) return;
    table_.reset();
    through_ = no_watermark;
  }
  void save(snapshot::state_writer& to) const {
    to.number(table_ ? table_->size() : 0);
    for (std::uint32_t i = 0; table_ && i < table_->end(); ++i) {
      snapshot::write_key(to, row_key(table_->row(i)));
      to.plain(agg::load<std::int64_t>(table_->cells(i)));
    }
  }
  void load(snapshot::state_reader& from, const snapshot::key_share& share) {
    const auto keys = from.count();
    for (std::size_t i = 0; i < keys; ++i) {
      const auto key = snapshot::read_key(from);
      const auto through = from.plain<std::int64_t>();
      if (const auto hash = share.hash(key); share.holds(hash)) close(key, tag_of(hash), through);
    }
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return table_ ? table_->bytes() : 0; }

private:
  static std::vector<std::byte> nothing_closed() {
    std::vector<std::byte> cells(sizeof(std::int64_t));
    agg::store(cells.data(), no_watermark);
    return cells;
  }

  std::optional<group_table> table_{};
  std::int64_t through_ = no_watermark;
};

} // namespace core::window
