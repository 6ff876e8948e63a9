#include "io/poller/answer_policy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/contract/json_parser.hpp"
#include "io/poller/answer_headers.hpp"

namespace io {

namespace {

constexpr std::int64_t server_interval_ms_max = 86'400'000;
constexpr std::size_t message_bytes_max = 200;

/// What the server says about it in its own words, as `: Bad credentials`; empty when it says nothing readable.
std::string said_by(const client_response& answer) {
  core::contract::arena memory;
  const auto parsed = core::contract::json_parser().parse(answer.body, memory);
  if (!parsed) return {};
  for (const auto* const name : {"message", "error"}) {
    const auto value = parsed->find(name);
    if (!value.is_string() || value.text().empty()) continue;
    std::string made(value.text().substr(0, message_bytes_max));
    std::ranges::replace_if(
        made, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return ": " + made;
  }
  return {};
}

/// Whether a 403 is a limit: GitHub's secondary limits say so in their text only.
bool speaks_of_limit(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text.find("rate limit") != std::string::npos || text.find("abuse detection") != std::string::npos;
}

/// 1, 2, 4 … times `first`, at most `most`.
std::int64_t doubled(std::int64_t first, std::uint32_t times, std::int64_t most) {
  return std::min(most, first << std::min<std::uint32_t>(times - 1, 20));
}

std::string in_seconds(std::int64_t ms) { return fmt::format("{:.1f} s", static_cast<double>(ms) / 1000); }

} // namespace

verdict answer_policy::judge(const client_response& answer, std::int64_t now_ms) {
  if (const auto seconds = whole_header(answer.headers, "x-poll-interval"))
    server_interval_ms_ = std::min(*seconds, server_interval_ms_max / 1000) * 1000;
  if (answer.status == 200) return good(answer_kind::page, answer, now_ms);
  if (answer.status == 304 || answer.status == 204) return good(answer_kind::unchanged, answer, now_ms);

  const auto retry_after = retry_after_ms(answer.headers, now_ms);
  if (answer.status == 429 || answer.status == 403) {
    const bool is_used_up = !settings_.remaining_header.empty() &&
                            whole_header(answer.headers, settings_.remaining_header) == std::int64_t{0};
    if (answer.status == 429 || is_used_up || retry_after || speaks_of_limit(answer.body))
      return limited(answer, now_ms, is_used_up);
  }
  auto what = fmt::format("answered {}{}", answer.status, said_by(answer));
  const bool is_client_fault = answer.status >= 300 && answer.status < 500;
  if (is_client_fault && answer.status != 408 && answer.status != 425) {
    ++refusals_;
    return {answer_kind::refused, back_off_ms(refusals_), std::move(what), answer.status};
  }
  auto made = judge(core::error{core::errc::io_failed, std::move(what)});
  made.wait_ms = std::max(made.wait_ms, std::min(retry_after.value_or(0), limit_wait_ms_max));
  return made;
}

verdict answer_policy::judge(const core::error& fault) {
  ++faults_;
  return {answer_kind::faulty, back_off_ms(faults_), fault.message};
}

verdict answer_policy::good(answer_kind kind, const client_response& answer, std::int64_t now_ms) {
  has_been_good_ = true;
  faults_ = limits_ = refusals_ = 0;
  verdict made{.kind = kind};
  if (settings_.remaining_header.empty() || whole_header(answer.headers, settings_.remaining_header) != std::int64_t{0})
    return made;
  made.wait_ms = until_reset_ms(answer, now_ms); // The next request would only be refused.
  if (made.wait_ms > 0) made.reason = fmt::format("that was the last request allowed for {}", in_seconds(made.wait_ms));
  return made;
}

verdict answer_policy::limited(const client_response& answer, std::int64_t now_ms, bool is_used_up) {
  ++limits_;
  const auto retry_after = retry_after_ms(answer.headers, now_ms);
  const auto until_reset = is_used_up ? until_reset_ms(answer, now_ms) : 0;
  auto wait = std::max(retry_after.value_or(0), until_reset);
  // Whoever keeps asking while limited may be shut out, so waits that turned out too short grow by themselves.
  if (wait == 0 || limits_ > 1)
    wait = std::max(wait, doubled(secondary_wait_ms, wait == 0 ? limits_ : limits_ - 1, secondary_wait_ms_max));
  wait = std::clamp(wait, first_wait_ms, limit_wait_ms_max);
  return {answer_kind::limited, wait,
          fmt::format("answered {}{}: {}", answer.status, said_by(answer),
                      is_used_up ? "no requests left" : "too many requests")};
}

std::int64_t answer_policy::until_reset_ms(const client_response& answer, std::int64_t now_ms) const {
  if (settings_.reset_header.empty()) return 0;
  const auto reset = whole_header(answer.headers, settings_.reset_header);
  if (!reset || *reset > limit_wait_ms_max * 1000) return 0;
  const auto left = *reset * 1000 - server_now_ms(answer.headers, now_ms);
  // The server counts in whole seconds, so it may be up to one more.
  return left <= 0 ? first_wait_ms : std::min(left + first_wait_ms, limit_wait_ms_max);
}

std::int64_t answer_policy::back_off_ms(std::uint32_t times) {
  // Half of it is drawn, so that many clients of a server that comes back do not come back together.
  const auto most = doubled(first_wait_ms, times, fault_wait_ms_max);
  return most / 2 + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - most / 2 + 1));
}

std::int64_t answer_policy::poll_interval_ms() const noexcept {
  return std::max(settings_.poll_interval_ms, server_interval_ms_);
}

bool answer_policy::is_hopeless() const noexcept { return refusals_ >= (has_been_good_ ? refusals_max : 1); }

} // namespace io
