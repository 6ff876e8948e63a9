#pragma once
// Polls one endpoint of a REST API by its contract and publishes each new event once, oldest first. A state machine:
// `step` makes one request at most and says how long to wait before the next call, so it never sleeps. One thread.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "io/client/http_client.hpp"
#include "io/poller/answer_policy.hpp"
#include "io/poller/event_publisher.hpp"
#include "io/poller/poll_round.hpp"

namespace io {

struct poller_settings {
  std::string source{};
  std::string endpoint{};       ///< Its name, as it stands in the events.
  std::string url{};            ///< Of the first page.
  std::string contract_url{};   ///< What the server takes itself for: links to its origin lead to that of `url`.
  std::string base_url{};       ///< Not empty: what such links are moved to.
  name_values headers{};        ///< Of every request.
  name_values secret_headers{}; ///< To the origin of `url` only.
  core::contract::path id_field{};
  core::contract::path type_field{};
  core::contract::path items{};
  bool follow_link = true;
  std::int64_t pages_max = 10;
  answer_policy_settings policy{};
};

/// items = published + duplicates + bad + held back by the events of a round under way.
struct poll_counts {
  std::uint64_t requests = 0;
  std::uint64_t rounds = 0;    ///< That came to an end, whatever the end.
  std::uint64_t unchanged = 0; ///< Rounds without anything new by the server's word.
  std::uint64_t pages = 0;
  std::uint64_t items = 0;
  std::uint64_t published = 0;
  std::uint64_t duplicates = 0;
  std::array<std::uint64_t, bad_item_kinds> bad{};
  std::uint64_t limited = 0, faults = 0, refused = 0; ///< Answers.
  std::uint64_t gaps = 0;                             ///< Rounds behind which events may have been missed.
  [[nodiscard]] std::uint64_t bad_in_all() const noexcept;
};

/// One sentence for people.
[[nodiscard]] std::string to_string(const poll_counts& counts);

enum class round_end : std::uint8_t {
  under_way,
  complete,
  cut_short, ///< What was found is published, the rest is read again by the next round.
  fruitless, ///< No page could be had.
};

struct poll_step {
  std::int64_t wait_ms = 0; ///< Before the next step.
  round_end ended = round_end::under_way;
};

/// What the poller works with; all of it outlives it.
struct poller_parts {
  http_client& client;
  event_publisher& publisher;
  seen_ids& seen;
  std::function<core::result<void>()> keep_seen; ///< Called when published events were added to `seen`.
  std::function<std::int64_t()> now_ms;          ///< The wall clock.
  std::function<void(const std::string&)> say;   ///< Sentences for the log.
};

class poller {
public:
  static constexpr std::uint32_t page_faults_max = 3;         ///< In a row, at a page behind the first.
  static constexpr std::size_t round_bytes_max = 256UL << 20; ///< Of events that wait for the round's end.
  static constexpr std::uint64_t bad_shown_max = 5;           ///< In a round.

  poller(poller_settings settings, poller_parts parts);

  /// Fails when polling cannot go on: it is refused for good, an event cannot be published, or it was stopped.
  [[nodiscard]] core::result<poll_step> step();

  /// Publishes what the round under way has found so far. The last call.
  [[nodiscard]] core::result<void> finish();

  [[nodiscard]] const poll_counts& counts() const noexcept { return counts_; }
  [[nodiscard]] std::uint32_t faults_in_a_row() const noexcept { return policy_.faults_in_a_row(); }

private:
  void begin_round();
  [[nodiscard]] core::result<client_response> ask();
  [[nodiscard]] core::result<poll_step> take_page(const client_response& answer,
                                                  const std::vector<std::string_view>& items, std::int64_t wait_ms);
  [[nodiscard]] core::result<poll_step> without_page(const verdict& judged);
  [[nodiscard]] std::optional<std::string> next_page(const client_response& answer, const page_findings& found);
  [[nodiscard]] std::optional<std::string> allowed(const std::string& base, const std::string& link);
  [[nodiscard]] core::result<poll_step> end_round(round_end how, std::int64_t wait_ms);
  [[nodiscard]] core::result<void> publish();
  void say_faults() const;
  void say_interval();
  [[nodiscard]] std::int64_t until_next_round(std::int64_t wait_ms) const;

  poller_settings settings_;
  poller_parts parts_;
  answer_policy policy_;
  item_reader reader_;
  std::int64_t said_interval_ms_;
  poll_counts counts_{};
  std::string etag_{};        ///< Of the first page of the last complete round.
  bool must_read_all_ = true; ///< Earlier rounds may have left out later pages.

  // Of the round under way.
  std::optional<poll_round> round_{};
  std::string page_url_{}, new_etag_{};
  std::set<std::string> asked_{};
  std::int64_t first_answer_ms_ = 0;
  std::int64_t pages_ = 0;
  std::size_t items_ = 0;
  bool has_met_known_ = false;
};

} // namespace io
