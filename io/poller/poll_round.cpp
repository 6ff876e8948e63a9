#include "io/poller/poll_round.hpp"

#include <algorithm>

#include "core/data/time_text.hpp"

namespace io {

namespace {

constexpr std::size_t beginning_bytes = 80;

std::string beginning_of(std::string_view text) {
  std::string made(text.substr(0, beginning_bytes));
  for (auto& c : made)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '?';
  return text.size() > made.size() ? made + "…" : made;
}

} // namespace

page_findings poll_round::take(const std::vector<std::string_view>& items, std::int64_t now_ms) {
  page_findings found;
  std::string observed_at;
  core::append_stamp(observed_at, {.ms = now_ms}, core::stamp_style::iso8601, 3);
  observed_at += 'Z';
  for (const auto item : items) {
    ++found.items;
    auto names = reader_.read(item);
    // No id has a control character as its first, so no event is taken for a broken item.
    const auto hash = hash_id(names ? names->id : "\x01" + std::string(item));
    if (earlier_.contains(hash)) {
      ++found.known;
    } else if (!here_.insert(hash).second) {
      ++found.twice;
    } else if (names) {
      events_.push_back({std::move(*names), one_line(item), observed_at, hash});
      bytes_ += events_.back().text.size();
    } else {
      faults_.push_back({names.error(), beginning_of(item), hash});
    }
  }
  return found;
}

} // namespace io
