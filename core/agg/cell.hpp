#pragma once
// A cell is one fixed-width part of a group's state: a count, a running sum, the least value so far. Aggregates share
// cells: SUM, AVG and COUNT of a column need one sum and one count. Plain values, made once a query.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/data/column.hpp"

namespace core::agg {

/// Which side's rows came first, where that matters (LISTAGG).
enum class merge_side : std::uint8_t { behind, before };

enum class cell_kind : std::uint8_t {
  rows,        ///< Rows of the group; the first cell of every group.
  values,      ///< Rows of a selection.
  sum_integer, ///< Wraps at 64 bits; narrower types cut the result, which equals wrapping at every step.
  sum_real,
  sum_float, ///< Rounds to float at every step, as Flink's SUM(FLOAT).
  sum_decimal,
  welford, ///< Mean and sum of squared distances from it; what Flink's STDDEV and VAR keep.
  min_integer,
  max_integer,
  min_stamp, ///< Milliseconds and nanoseconds.
  max_stamp,
  min_real,
  max_real,
  min_decimal,
  max_decimal,
  first_plain, ///< Arrival number and value.
  last_plain,
  // From here on: a pointer to side state, null = none yet.
  min_text,
  max_text,
  first_text,
  last_text,
  listagg,
  distinct,
  held, ///< held_state
};

[[nodiscard]] constexpr bool has_side(cell_kind kind) noexcept { return kind >= cell_kind::min_text; }

struct cell {
  cell_kind kind = cell_kind::rows;
  std::uint32_t offset = 0;
  std::uint32_t size = 8;
  int argument = -1;
  std::uint32_t selection = 0; ///< Which rows count.
  std::uint32_t text = 0;      ///< listagg: which separator; held: which call.
  int weight = -1;             ///< held: the column that says how often a value counts; -1: once.
};

/// Rows that an aggregate looks at: `argument` is not NULL (-1: any row), `filter` is TRUE (-1: any row).
struct selection {
  int argument = -1;
  int filter = -1;
  friend bool operator==(const selection&, const selection&) = default;
};

struct stamp_cell {
  std::int64_t ms;
  std::int64_t nanos;
  friend auto operator<=>(const stamp_cell&, const stamp_cell&) = default;
};

/// Its own count, since a run of rows is counted cell by cell.
struct welford_cell {
  double values;
  double mean;
  double m2;
};

struct plain_cell {
  std::uint64_t arrival; ///< 0 = none yet.
  std::uint64_t low;
  std::uint64_t high;
};

/// Bits of the NaN that stands for "no value yet" in min_real and max_real; arithmetic and text never make this one.
inline constexpr std::uint64_t no_real = 0x7ff8dead0000beefULL;
/// A sum of decimals that has left the 38 digits; stays so.
inline constexpr int128 overflown = static_cast<int128>(1) << 127;

template <class T>
[[nodiscard]] T load(const std::byte* at) noexcept {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <class T>
void store(std::byte* at, const T& value) noexcept {
  std::memcpy(at, &value, sizeof(T));
}

/// Adds as DECIMAL(38, s) does: a sum past 38 digits is no more (NULL).
[[nodiscard]] inline int128 add_decimal(int128 a, int128 b) noexcept {
  constexpr auto limit = static_cast<int128>(10'000'000'000'000'000'000ULL) * 10'000'000'000'000'000'000ULL;
  int128 sum = 0;
  if (a == overflown || b == overflown || __builtin_add_overflow(a, b, &sum)) return overflown;
  return sum >= limit || sum <= -limit ? overflown : sum;
}

/// Puts what `from` has seen behind what `into` has seen (Chan's formula, in the order of operations of Flink).
[[nodiscard]] inline welford_cell merge_welford(const welford_cell& into, const welford_cell& from) noexcept {
  if (from.values <= 0) return into;
  if (into.values <= 0) return from;
  const double values = into.values + from.values;
  const double delta = from.mean - into.mean;
  return {values, into.mean + from.values / values * delta,
          into.m2 + from.m2 + into.values * from.values / values * delta * delta};
}

} // namespace core::agg
