#pragma once
// Key -> state of any kind, for operators whose state has no fixed width. States do not move. Owned by one operator;
// one thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/window/group_table.hpp"
#include "core/window/keyed_batch.hpp"

namespace core::window {

struct key_of_row {
  std::string_view key{"", 0};
  std::uint32_t tag = 0;
};

/// The key of a row of a batch; one key for all rows when the stage has none.
[[nodiscard]] inline key_of_row key_at(const keyed_batch& from, std::uint32_t row) {
  if (from.keys.keys.empty()) return {};
  return {from.keys.keys[row], tag_of(from.keys.hashes[row])};
}

template <class State>
class keyed_states {
public:
  keyed_states() { table_.emplace(nothing()); }
  keyed_states(const keyed_states&) = delete;
  keyed_states& operator=(const keyed_states&) = delete;
  ~keyed_states() {
    each([](key_of_row, State& state) { delete &state; });
  }

  [[nodiscard]] State* find(key_of_row key) const {
    const auto row = table_->find(key.key, key.tag);
    return row == no_row ? nullptr : agg::load<State*>(table_->cells(row));
  }
  [[nodiscard]] State& find_or_add(key_of_row key) {
    auto* cells = table_->cells(table_->find_or_add(key.key, key.tag));
    if (auto* known = agg::load<State*>(cells); known != nullptr) return *known;
    auto* made = new State();
    agg::store(cells, made);
    return *made;
  }
  /// The key, which is there; memory of an empty table goes.
  void remove(key_of_row key) {
    const auto row = table_->find(key.key, key.tag);
    delete agg::load<State*>(table_->cells(row));
    table_->remove(row);
    if (table_->size() == 0) table_.emplace(nothing());
  }
  template <class Visit>
  void each(Visit visit) const {
    for (std::uint32_t i = 0; i < table_->end(); ++i)
      if (const auto* row = table_->row(i); !is_free_row(row))
        visit(key_of_row{row_key(row), row_tag(row)}, *agg::load<State*>(table_->cells(i)));
  }
  /// Removes those for which `gone(state)`.
  template <class Gone>
  void remove_if(Gone gone) {
    for (std::uint32_t i = 0; i < table_->end(); ++i) {
      if (is_free_row(table_->row(i))) continue;
      auto* state = agg::load<State*>(table_->cells(i));
      if (!gone(*state)) continue;
      delete state;
      table_->remove(i);
    }
    if (table_->size() == 0) table_.emplace(nothing());
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return table_->size(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return table_->bytes() + size() * sizeof(State); }

private:
  static std::vector<std::byte> nothing() { return std::vector<std::byte>(sizeof(State*)); }

  std::optional<group_table> table_{};
};

} // namespace core::window
