#pragma once
// What an answer, or none, means for the next request: use it, wait, try again, give up. Keeps count of what came in a
// row and draws the jitter; takes the time as an argument and never sleeps. Owned by one poller.

#include <cstdint>
#include <random>
#include <string>

#include "core/error.hpp"
#include "io/client/http_client.hpp"

namespace io {

enum class answer_kind : std::uint8_t {
  page,      ///< Has items to read.
  unchanged, ///< There is nothing new.
  limited,   ///< Too many requests, by the server's rules.
  faulty,    ///< The network's or the server's trouble of the moment.
  refused,   ///< Asking again alike would not help.
};

struct verdict {
  answer_kind kind = answer_kind::page;
  std::int64_t wait_ms = 0; ///< Before the next request to this server, whatever it is for.
  std::string reason{};     ///< For people; empty when there is nothing to say.
  unsigned status = 0;      ///< Of the answer; 0 without one.
};

struct answer_policy_settings {
  std::int64_t poll_interval_ms = 60'000;
  std::string remaining_header{}; ///< Empty: the server tells none.
  std::string reset_header{};     ///< In epoch seconds.
  std::uint64_t seed = 0;         ///< Of the jitter.
};

class answer_policy {
public:
  static constexpr std::int64_t first_wait_ms = 1'000;
  static constexpr std::int64_t fault_wait_ms_max = 300'000;
  static constexpr std::int64_t secondary_wait_ms = 60'000; ///< At the first limit that tells no time; then twice it …
  static constexpr std::int64_t secondary_wait_ms_max = 3'600'000;
  static constexpr std::int64_t limit_wait_ms_max = 86'400'000;
  static constexpr std::uint32_t refusals_max = 5; ///< In a row, from a server that has answered well before.

  explicit answer_policy(answer_policy_settings settings) : settings_(std::move(settings)), random_(settings_.seed) {}

  [[nodiscard]] verdict judge(const client_response& answer, std::int64_t now_ms);
  /// Of a request without an answer, or with one that cannot be read.
  [[nodiscard]] verdict judge(const core::error& fault);

  /// From one poll to the next: ours, or what the server asks for when that is longer.
  [[nodiscard]] std::int64_t poll_interval_ms() const noexcept;
  [[nodiscard]] std::uint32_t faults_in_a_row() const noexcept { return faults_; }
  /// Whether it was refused so often that polling on makes no sense: at once when nothing else ever came.
  [[nodiscard]] bool is_hopeless() const noexcept;

private:
  [[nodiscard]] verdict good(answer_kind kind, const client_response& answer, std::int64_t now_ms);
  [[nodiscard]] verdict limited(const client_response& answer, std::int64_t now_ms, bool is_used_up);
  [[nodiscard]] std::int64_t until_reset_ms(const client_response& answer, std::int64_t now_ms) const;
  [[nodiscard]] std::int64_t back_off_ms(std::uint32_t times);

  answer_policy_settings settings_;
  std::mt19937_64 random_;
  std::int64_t server_interval_ms_ = 0;
  std::uint32_t faults_ = 0, limits_ = 0, refusals_ = 0; ///< In a row.
  bool has_been_good_ = false;
};

} // namespace io
