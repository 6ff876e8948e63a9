#pragma once
// What weir commits of a partition besides an offset, as the offset's metadata: with it alone, without any file, a
// later run goes on where this one stood (or finds the checkpoint that does, where the state is more than that). The
// committed offset is the first record that a still open window may need; from there to `position` records are read
// once more for the open windows alone. Pure.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/time.hpp"

namespace io::kafka {

struct resume_point {
  std::uint64_t plan = 0;                             ///< Of which query: another one cannot go on from here.
  std::int64_t replay_from = 0;                       ///< The committed offset.
  std::int64_t position = 0;                          ///< The first record that has not been read yet.
  core::event_time_ms watermark = core::no_watermark; ///< Of the partition, behind the record before `position`.
  std::vector<core::event_time_ms> fired{};           ///< By stage: windows up to here have been told.
  /// The number of the checkpoint that holds the state at `position`; 0: none does, what is open is read again.
  std::uint64_t checkpoint = 0;
};

/// At most a few hundred bytes; brokers allow 4096.
[[nodiscard]] std::string to_text(const resume_point& point);
/// Nothing where another program wrote the text.
[[nodiscard]] std::optional<resume_point> read_resume_point(const std::string& text, std::int64_t offset);

} // namespace io::kafka
