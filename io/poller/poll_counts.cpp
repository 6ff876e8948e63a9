#include <fmt/format.h>

#include "io/poller/poller.hpp"

namespace io {

std::uint64_t poll_counts::bad_in_all() const noexcept {
  std::uint64_t made = 0;
  for (const auto count : bad) made += count;
  return made;
}

std::string to_string(const poll_counts& counts) {
  auto text =
      fmt::format("{} polls ({} unchanged), {} requests, {} pages, {} items: {} published, {} duplicates, {} bad",
                  counts.rounds, counts.unchanged, counts.requests, counts.pages, counts.items, counts.published,
                  counts.duplicates, counts.bad_in_all());
  std::string reasons;
  for (std::size_t i = 0; i < counts.bad.size(); ++i)
    if (counts.bad[i] > 0)
      reasons +=
          fmt::format("{}{} {}", reasons.empty() ? "" : ", ", counts.bad[i], to_string(static_cast<bad_item>(i)));
  if (!reasons.empty()) text += fmt::format(" ({})", reasons);
  text += fmt::format("; {} limits, {} faults, {} refusals, {} gaps", counts.limited, counts.faults, counts.refused,
                      counts.gaps);
  return text;
}

} // namespace io
