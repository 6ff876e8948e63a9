#pragma once
// A poller with an API in memory, a clock that stands still, and everything it publishes and says.

#include <deque>
#include <map>

#include "io/poller/poller.hpp"
#include "tests/support/catch.hpp"

namespace support {

using texts = std::vector<std::string>;

inline constexpr const char* first = "https://api.example/events";

/// An API in memory: answers by url, in order, the last one again and again; a url without any gets no answer.
class fake_api final : public io::http_client {
public:
  std::map<std::string, std::deque<io::client_response>> answers{};
  std::vector<io::client_request> requests{};
  core::errc fault = core::errc::io_failed;

  core::result<io::client_response> send(const io::client_request& request) override {
    requests.push_back(request);
    auto& queue = answers[request.url];
    if (queue.empty()) return core::fail(fault, "no answer");
    auto answer = queue.front();
    if (queue.size() > 1) queue.pop_front();
    answer.url = request.url;
    for (const auto& [name, value] : answer.headers)
      if (const auto* const known = io::find_value(request.headers, "If-None-Match");
          name == "etag" && known != nullptr && *known == value)
        return io::client_response{.status = 304, .headers = answer.headers, .url = request.url};
    return answer;
  }
  void stop() override {}

  texts urls() const {
    texts made;
    for (const auto& one : requests) made.push_back(one.url);
    return made;
  }
};

struct kept_events final : io::event_publisher {
  texts keys{}, values{};
  std::size_t flushed = 0;
  bool is_broken = false;
  core::result<void> publish(std::string_view key, std::string_view value) override {
    keys.emplace_back(key);
    values.emplace_back(value);
    return {};
  }
  core::result<void> flush() override {
    if (is_broken) return core::fail(core::errc::io_failed, "broken pipe");
    flushed = keys.size();
    return {};
  }
};

inline std::string item(int id) { return R"({"id":)" + std::to_string(id) + R"(,"type":"T"})"; }

/// Events of these numbers, with the link behind it when there is one.
inline io::client_response page(const std::vector<int>& ids, const std::string& next = {},
                                io::name_values headers = {}) {
  io::client_response made{.status = 200, .headers = std::move(headers)};
  for (const auto id : ids) made.body += (made.body.empty() ? "[" : ",") + item(id);
  made.body += ids.empty() ? "[]" : "]";
  if (!next.empty()) made.headers.emplace_back("link", "<" + next + ">; rel=\"next\"");
  return made;
}

inline std::string nth(int page) { return first + std::string("?page=") + std::to_string(page); }

struct poller_bench {
  fake_api api{};
  kept_events events{};
  io::seen_ids seen;
  io::poller_settings settings{};
  std::int64_t now = 1371493160123; // 2013-06-17T18:19:20.123Z
  std::size_t kept = 0;
  texts said{};
  std::optional<io::poller> polling{};

  explicit poller_bench(std::size_t window = 1000) : seen(window) {
    settings.source = "example";
    settings.endpoint = "default";
    settings.url = settings.contract_url = first;
    settings.id_field = {"id"};
    settings.type_field = {"type"};
    settings.policy = {.poll_interval_ms = 60'000, .remaining_header = "X-Left", .reset_header = "X-Reset"};
  }

  io::poll_step step() {
    if (!polling) {
      const auto keep = [this]() -> core::result<void> { return ++kept, core::result<void>{}; };
      polling.emplace(settings, io::poller_parts{api, events, seen, keep, [this] { return now; },
                                                 [this](const std::string& one) { said.push_back(one); }});
    }
    const auto made = polling->step();
    INFO((made ? "" : made.error().message));
    REQUIRE(made.has_value());
    return *made;
  }
  /// To the end of the round.
  io::round_end round() {
    for (int steps = 0; steps < 100; ++steps)
      if (const auto one = step(); one.ended != io::round_end::under_way) return one.ended;
    FAIL("the round does not end");
    return io::round_end::under_way;
  }
};

} // namespace support
