#include "io/opensearch/retries.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace io::opensearch {

namespace {

/// While nothing changes, an operator hears of it so often.
constexpr std::int64_t say_every_ms = 30'000;

std::string seconds(std::int64_t ms) { return fmt::format("{:.1f} s", static_cast<double>(ms) / 1000); }

} // namespace

core::result<void> retries::again(const core::error& why) {
  if (in_a_row_ >= settings_.retries_max) {
    auto given_up = why;
    if (in_a_row_ > 0)
      given_up.message += fmt::format(" (given up after {} tries within {})", in_a_row_ + 1, seconds(waited_ms_));
    return std::unexpected(std::move(given_up));
  }
  auto delay_ms = settings_.delay_ms;
  if (settings_.doubles)
    for (std::int64_t i = 0; i < in_a_row_ && delay_ms < settings_.delay_ms_max; ++i) delay_ms *= 2;
  delay_ms = std::min(delay_ms, settings_.delay_ms_max);
  if (waited_ms_ == 0) {
    say_(fmt::format("{}; trying again until it works", why.message));
  } else if (waited_ms_ - said_at_ms_ >= say_every_ms) {
    say_(fmt::format("{}; trying again since {}", why.message, seconds(waited_ms_)));
    said_at_ms_ = waited_ms_;
  }
  ++in_a_row_;
  waited_ms_ += delay_ms;
  if (!wait_(delay_ms)) return core::fail(core::errc::shutdown, "told to stop while waiting: " + why.message);
  return {};
}

void retries::succeeded() {
  if (waited_ms_ > 0) say_(fmt::format("it works again after {} of waiting", seconds(waited_ms_)));
  in_a_row_ = 0;
  waited_ms_ = 0;
  said_at_ms_ = 0;
}

} // namespace io::opensearch
