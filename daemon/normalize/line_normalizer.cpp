#include "daemon/normalize/line_normalizer.hpp"

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/format/lines.hpp"

namespace weir {

using core::contract::dead_letter_reason;

core::result<void> line_normalizer::take(const io::text_chunk& chunk) {
  core::result<void> done;
  io::for_each_line(chunk, [&](const io::record_place& place) {
    if (done) done = take_line(place.text);
  });
  WEIR_CHECK(std::move(done));
  WEIR_CHECK(events_.flush());
  return dead_.flush();
}

core::result<void> line_normalizer::take_line(std::string_view line) {
  ++counts_.lines;
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
    ++counts_.blank;
    return {};
  }
  if (const auto made = with_.normalize(line, event_); !made) {
    ++counts_.dead[static_cast<std::size_t>(made.error().reason)];
    return dead_.take(made.error(), line, counts_.lines);
  }
  ++counts_.normalized;
  counts_.without_key += event_.has_key ? 0 : 1;
  counts_.without_time += event_.has_time ? 0 : 1;
  return events_.take(event_);
}

std::string to_string(const normalize_counts& counts) {
  auto text = fmt::format("{} lines: {} normalized", counts.lines, counts.normalized);
  if (counts.without_key > 0) text += fmt::format(" ({} without a partition key)", counts.without_key);
  if (counts.without_time > 0) text += fmt::format(" ({} without an event time)", counts.without_time);
  text += fmt::format(", {} dead letters", counts.dead_in_all());
  std::string reasons;
  for (std::size_t i = 0; i < counts.dead.size(); ++i)
    if (counts.dead[i] > 0)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", counts.dead[i],
                             core::contract::to_string(static_cast<dead_letter_reason>(i)));
  if (!reasons.empty()) text += fmt::format(" ({})", reasons);
  return text + fmt::format(", {} blank", counts.blank);
}

} // namespace weir
