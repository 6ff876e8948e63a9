#pragma once
// Drives an operator in tests: events as batches of one side in any cut, time moved on, and what came out as lines.

#include "tests/core/group/changelog.hpp"

namespace core::changelog {

/// What each side of an operator is.
struct side_shape {
  schema_ptr layout{};
  std::vector<std::size_t> keys{};
};

struct outcome {
  strings rows{};
  std::vector<event_time_ms> late{};
  friend bool operator==(const outcome&, const outcome&) = default;
};

/// Sends runs of one side as batches, of at most `most` rows.
inline outcome run(window::keyed_operator& to, const std::vector<side_shape>& sides, const std::vector<event>& events,
                   std::size_t most = 1, std::uint64_t seed = 0) {
  std::mt19937_64 random(seed);
  outcome made;
  for (std::size_t at = 0; at < events.size();) {
    const auto limit = seed == 0 ? most : 1 + random() % most;
    auto end = at;
    while (end < events.size() && end - at < limit && events[end].side == events[at].side) ++end;
    const std::vector<event> some(events.begin() + static_cast<std::ptrdiff_t>(at),
                                  events.begin() + static_cast<std::ptrdiff_t>(end));
    window::keyed_batch sent;
    sent.side = events[at].side;
    sent.rows = batch_of(sides[sent.side].layout, some);
    sent.keys = encode_keys(*sent.rows, sides[sent.side].keys);
    std::vector<std::uint32_t> all;
    for (const auto& one : some) {
      all.push_back(static_cast<std::uint32_t>(all.size()));
      sent.event_times.push_back(one.time);
      sent.watermarks_before.push_back(one.watermark);
    }
    window::operator_output out;
    to.add({&sent, all, end_of_time}, out);
    for (auto& line : lines_of(out.rows)) made.rows.push_back(std::move(line));
    for (const auto& late : out.late) made.late.push_back(late.event_time);
    at = end;
  }
  return made;
}

inline strings advance(window::keyed_operator& to, event_time_ms watermark) {
  window::operator_output out;
  to.advance(watermark, out);
  return lines_of(out.rows);
}
inline strings flush(window::keyed_operator& to) {
  window::operator_output out;
  to.flush(out);
  return lines_of(out.rows);
}

} // namespace core::changelog
