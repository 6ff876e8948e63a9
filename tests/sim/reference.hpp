#pragma once
// What windows must come out, found by plain loops over the rows. Shares no code with the engine: the laws are written
// down here a second time.

#include <map>
#include <set>

#include "tests/sim/events.hpp"

namespace sim {

enum class window_form : std::uint8_t { tumble, hop, cumulate, session };

struct window_rule {
  window_form form = window_form::tumble;
  std::int64_t size_ms = 0;  ///< Of a session: the gap.
  std::int64_t slide_ms = 0; ///< hop, cumulate.
  std::int64_t offset_ms = 0;
  std::int64_t lateness_ms = 0;
  bool filtered = false; ///< Only rows with `v <> 3`.
};

struct result_row {
  std::vector<std::string> key{};
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::int64_t rows = 0;
  std::int64_t values = 0;
  std::optional<std::int64_t> sum{};
  std::optional<std::int64_t> least{};
  std::optional<std::int64_t> greatest{};

  auto operator<=>(const result_row&) const = default;
  [[nodiscard]] std::string text() const;
};

/// Rows and counters of a run.
struct outcome {
  std::multiset<result_row> windows{};
  std::multiset<std::string> late_lines{};
  std::multiset<std::string> bad_lines{};
  std::uint64_t rows_read = 0;
  std::uint64_t rows_in_windows = 0;
  std::uint64_t late = 0;
  std::uint64_t bad = 0;
  std::uint64_t blank = 0;
  std::uint64_t filtered = 0;

  bool operator==(const outcome&) const = default;
};

/// The first differences, for a person; empty when there are none.
[[nodiscard]] std::string difference(const outcome& wanted, const outcome& found);

/// One partition, read from top to bottom.
[[nodiscard]] outcome expected(const window_rule& rule, const std::vector<event>& events);
/// Several partitions of which no row is late, in whatever order they come.
[[nodiscard]] outcome expected_without_late(const window_rule& rule, const std::vector<std::vector<event>>& partitions);

} // namespace sim
