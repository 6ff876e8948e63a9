#pragma once
// The offsets of one zone by time: sorted ranges from the system's time zone database, carried on past its end by the
// rule its last years show. Built once, then never changed; any thread. Used by time_zone only; the reading itself is
// the date library's.

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace core {

/// From `begin_ms` (UTC) on the wall clock is `offset_ms` ahead of UTC.
struct zone_range {
  std::int64_t begin_ms = 0;
  std::int64_t offset_ms = 0;
};

/// Lives for ever: each thread remembers the range it used last by the table's address.
class zone_table {
public:
  explicit zone_table(std::vector<zone_range> ranges);

  [[nodiscard]] std::int64_t to_local(std::int64_t utc_ms) const;
  [[nodiscard]] std::int64_t to_utc(std::int64_t local_ms) const;
  [[nodiscard]] std::int64_t to_utc_latest(std::int64_t local_ms) const;

private:
  [[nodiscard]] std::size_t range_of_utc(std::int64_t utc_ms) const;
  [[nodiscard]] std::size_t range_of_local(std::int64_t local_ms) const;
  [[nodiscard]] bool is_clear(std::size_t range, std::int64_t local_ms) const;
  [[nodiscard]] std::int64_t whole_cycles(std::int64_t ms) const;

  std::vector<zone_range> ranges_;
  /// For each range the first wall clock that no range before it shows; sorted.
  std::vector<std::int64_t> local_from_;
  /// Later times are looked up whole Gregorian cycles (400 years) earlier.
  std::int64_t limit_ms_;
};

/// All ranges the database knows of a zone of that name; an unknown one is an error with the closest name.
[[nodiscard]] result<std::vector<zone_range>> read_zone(const std::string& name);

} // namespace core
