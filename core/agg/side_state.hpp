#pragma once
// State of no fixed width, held beside the fixed accumulators by pointer: texts and sets of distinct values. Owned by
// the accumulators that point to it; never used without them.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column.hpp"
#include "core/snapshot/archive.hpp"

namespace core::agg {

/// Any value that is no text, as bytes: an integer and its nanoseconds, the bits of a double, a decimal.
struct plain_value {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const plain_value&, const plain_value&) = default;
};

/// The value of a row of a column that holds no texts.
[[nodiscard]] inline plain_value plain_of(const column& from, std::size_t row) {
  switch (storage_of(from.type.kind)) {
  case storage::real: {
    plain_value made;
    std::memcpy(&made.low, &from.reals[row], 8);
    return made;
  }
  case storage::decimal: {
    plain_value made;
    std::memcpy(&made.low, &from.decimals[row], 8);
    made.high = static_cast<std::uint64_t>(from.decimals[row] >> 64);
    return made;
  }
  default:
    return {static_cast<std::uint64_t>(from.ints[row]),
            from.nanos.empty() ? 0 : static_cast<std::uint64_t>(from.nanos[row])};
  }
}

/// Puts a value back into a column whose buffers are as long as `rows`.
void put_plain(column& to, std::size_t row, plain_value value);

/// A text and when it came.
struct held_text {
  std::uint64_t arrival = 0;
  std::string text{};
  [[nodiscard]] std::uint64_t bytes() const noexcept { return sizeof(held_text) + text.capacity(); }
};

void save_text(const held_text& from, snapshot::state_writer& to);
[[nodiscard]] held_text load_text(snapshot::state_reader& from);

/// The values seen, each once, in the order of their first arrival. Doubles are told apart by their bits, as Flink
/// does.
class distinct_set {
public:
  /// The value's number, by first arrival.
  std::size_t add(plain_value value);
  std::size_t add(std::string_view text);
  /// Adds what `other` has more, in its order.
  void add_all(const distinct_set& other);

  void save(snapshot::state_writer& to) const;
  [[nodiscard]] static distinct_set load(snapshot::state_reader& from);

  [[nodiscard]] std::size_t size() const noexcept { return plain_.size() + ends_.size(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] plain_value plain_at(std::size_t index) const { return plain_[index]; }
  [[nodiscard]] std::string_view text_at(std::size_t index) const;
  /// All values as a column of `type`; the texts are views into this set.
  [[nodiscard]] column values(const data_type& type) const;

private:
  template <class Equal>
  std::size_t find_or_take(std::uint64_t hash, Equal equal);
  void grow();
  [[nodiscard]] std::uint64_t hash_at(std::size_t index) const;

  std::vector<plain_value> plain_{};
  std::string texts_{};
  std::vector<std::uint64_t> ends_{};  ///< Of each text in `texts_`.
  std::vector<std::uint32_t> slots_{}; ///< Open addressing: number of the value + 1, 0 = free.
};

} // namespace core::agg
