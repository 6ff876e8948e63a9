#pragma once
// What a window clause says, as plain values. Lengths are milliseconds of wall clock.

#include <cstdint>
#include <string>

namespace core::window {

enum class window_kind : std::uint8_t { tumble, hop, cumulate, session };

struct window_spec {
  window_kind kind = window_kind::tumble;
  std::int64_t size_ms = 0;   ///< tumble, hop: width; cumulate: largest width; session: the gap.
  std::int64_t slide_ms = 0;  ///< hop: slide; cumulate: step; else unused.
  std::int64_t offset_ms = 0; ///< Shifts the starts; may be negative.
  /// IANA zone whose wall clock the windows align to (event time TIMESTAMP_LTZ); empty or UTC = none needed. Window
  /// start and end are wall clock of this zone, so that a day has 23 or 25 hours when the clocks change; a session's
  /// gap is real time.
  std::string time_zone{};
};

} // namespace core::window
