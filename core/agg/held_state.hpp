#pragma once
// What aggregates of no fixed width hold for one group: lists, counted values, sketches. Hangs on a cell of the group;
// owned by the accumulators that point to it. One thread.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/agg/cell.hpp"
#include "core/data/column.hpp"
#include "core/snapshot/archive.hpp"

namespace core::agg {

/// Appends `count` values (zeros, not NULL) to a column being built; the number of the first.
std::size_t grow(column& to, std::size_t count);

class held_state {
public:
  virtual ~held_state();

  [[nodiscard]] virtual std::unique_ptr<held_state> copy() const = 0;
  /// Takes the value of a row `weight` times (at least once).
  virtual void add(const column& from, std::size_t row, std::int64_t weight) = 0;
  /// Takes what another of the same call holds, whose rows came behind or before these.
  virtual void merge(const held_state& other, merge_side side) = 0;

  virtual void save(snapshot::state_writer& to) const = 0;
  /// Takes what one of the same call has saved, in place of all it holds.
  virtual void load(snapshot::state_reader& from) = 0;

  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  /// Writes the result into row `row`, the last one so far, of a column made by `grow`. Texts go to `texts`.
  virtual void put(column& to, std::size_t row, text_arena& texts) const = 0;
};

/// Whether the function holds such state.
[[nodiscard]] bool is_held(function what);
/// The state of a group without rows. `call` is of a function that holds such state.
[[nodiscard]] std::unique_ptr<held_state> make_held(const aggregate_call& call);

// One for each family: held_values.cpp, held_json.cpp, sketches.cpp.
[[nodiscard]] std::unique_ptr<held_state> make_value_list(const aggregate_call& call);
[[nodiscard]] std::unique_ptr<held_state> make_counted_values(const aggregate_call& call);
[[nodiscard]] std::unique_ptr<held_state> make_json_list(const aggregate_call& call);
[[nodiscard]] std::unique_ptr<held_state> make_distinct_sketch(const aggregate_call& call);
[[nodiscard]] std::unique_ptr<held_state> make_quantile_sketch(const aggregate_call& call);

/// The elements of an ARRAY, the keys or values of a MAP that is being written: child number `index`, to be grown in
/// turn.
[[nodiscard]] column& elements_of(column& to, std::size_t index);

/// Writes one value for each fraction: a DOUBLE, or an ARRAY of them where the column is one.
template <class Value>
void put_fractions(column& to, std::size_t row, const std::vector<double>& fractions, Value value) {
  if (to.type.kind != type_kind::array) {
    to.reals[row] = value(fractions.front());
    return;
  }
  auto& elements = elements_of(to, 0);
  for (const auto fraction : fractions) {
    const auto at = grow(elements, 1);
    elements.reals[at] = value(fraction);
  }
}

} // namespace core::agg
