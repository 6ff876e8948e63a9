#include "io/poller/answer_policy.hpp"

#include "tests/support/catch.hpp"

namespace {

using io::answer_kind;
using io::answer_policy;

constexpr std::int64_t now_ms = 784111777000; // Sun, 06 Nov 1994 08:49:37 GMT

answer_policy policy(std::uint64_t seed = 1) {
  return answer_policy({.poll_interval_ms = 5'000,
                        .remaining_header = "X-RateLimit-Remaining",
                        .reset_header = "X-RateLimit-Reset",
                        .seed = seed});
}

io::client_response answer(unsigned status, io::name_values headers = {}, std::string body = {}) {
  return {.status = status, .headers = std::move(headers), .body = std::move(body)};
}

io::name_values limit(const std::string& remaining, const std::string& reset) {
  return {{"x-ratelimit-remaining", remaining}, {"x-ratelimit-reset", reset}};
}

const core::error network = {core::errc::io_failed, "no route"};

} // namespace

TEST_CASE("a page and an unchanged one need no wait") {
  auto judge = policy();
  for (const unsigned status : {200U, 304U, 204U}) {
    const auto made = judge.judge(answer(status, limit("59", "784111800")), now_ms);
    CHECK(made.kind == (status == 200 ? answer_kind::page : answer_kind::unchanged));
    CHECK(made.wait_ms == 0);
    CHECK(made.reason.empty());
  }
}

TEST_CASE("the interval is ours, or the server's when that is longer") {
  auto judge = policy();
  CHECK(judge.poll_interval_ms() == 5'000);
  (void)judge.judge(answer(304, {{"x-poll-interval", "60"}}), now_ms);
  CHECK(judge.poll_interval_ms() == 60'000);
  (void)judge.judge(answer(200), now_ms);
  CHECK(judge.poll_interval_ms() == 60'000);
  (void)judge.judge(answer(200, {{"x-poll-interval", "1"}}), now_ms);
  CHECK(judge.poll_interval_ms() == 5'000);
  (void)judge.judge(answer(200, {{"x-poll-interval", "999999999999999999"}}), now_ms);
  CHECK(judge.poll_interval_ms() == 86'400'000);
}

TEST_CASE("behind the last allowed request the next one waits for the reset") {
  const auto made = policy().judge(answer(200, limit("0", "784111800")), now_ms);
  CHECK(made.kind == answer_kind::page);
  CHECK(made.wait_ms == 24'000); // 23 s, and one since the server counts whole seconds.
  CHECK(made.reason == "that was the last request allowed for 24.0 s");
}

TEST_CASE("a refused request with none left waits for the reset, by the server's clock") {
  for (const unsigned status : {403U, 429U}) {
    const auto made = policy().judge(answer(status, limit("0", "784111800")), now_ms);
    CHECK(made.kind == answer_kind::limited);
    CHECK(made.wait_ms == 24'000);
  }
  auto headers = limit("0", "784111800");
  headers.emplace_back("date", "Sun, 06 Nov 1994 08:49:50 GMT");
  CHECK(policy().judge(answer(403, headers), now_ms - 7'200'000).wait_ms == 11'000);
  CHECK(policy().judge(answer(403, limit("0", "784111000")), now_ms).wait_ms == 1'000);
}

TEST_CASE("a reset that is missing or absurd is waited for as a limit without a time") {
  for (const auto* const reset : {"", "soon", "99999999999999999"})
    CHECK(policy().judge(answer(403, limit("0", reset)), now_ms).wait_ms == 60'000);
  CHECK(policy().judge(answer(403, limit("0", "784511800")), now_ms).wait_ms == 86'400'000);
}

TEST_CASE("Retry-After is obeyed, and the longer of it and the reset") {
  CHECK(policy().judge(answer(429, {{"retry-after", "7"}}), now_ms).wait_ms == 7'000);
  CHECK(policy().judge(answer(403, {{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}}), now_ms).wait_ms == 60'000);
  auto both = limit("0", "784111800");
  both.emplace_back("retry-after", "90");
  CHECK(policy().judge(answer(429, both), now_ms).wait_ms == 90'000);
  CHECK(policy().judge(answer(429, {{"retry-after", "999999999"}}), now_ms).wait_ms == 86'400'000);
}

TEST_CASE("secondary limits wait a minute and then longer each time, up to an hour") {
  auto judge = policy();
  const auto secondary = answer(403, limit("4000", "784111800"),
                                R"({"message":"You have exceeded a secondary rate limit. Please wait."})");
  for (const std::int64_t minutes : {1, 2, 4, 8, 16, 32, 60, 60}) {
    const auto made = judge.judge(secondary, now_ms);
    CHECK(made.kind == answer_kind::limited);
    CHECK(made.wait_ms == minutes * 60'000);
  }
  CHECK(judge.judge(secondary, now_ms).reason ==
        "answered 403: You have exceeded a secondary rate limit. Please wait.: too many requests");
  (void)judge.judge(answer(200), now_ms);
  CHECK(judge.judge(answer(429), now_ms).wait_ms == 60'000);
}

TEST_CASE("a told wait that turned out too short grows by itself") {
  auto judge = policy();
  const auto told = answer(429, {{"retry-after", "1"}});
  for (const std::int64_t seconds : {1, 60, 120, 240}) CHECK(judge.judge(told, now_ms).wait_ms == seconds * 1000);
}

TEST_CASE("faults wait twice as long each time, half of it drawn, up to five minutes") {
  auto judge = policy();
  std::int64_t most = 1'000;
  for (std::uint32_t times = 1; times <= 40; ++times) {
    const auto made = times % 2 == 0 ? judge.judge(network) : judge.judge(answer(502), now_ms);
    CHECK(made.kind == answer_kind::faulty);
    CHECK(made.wait_ms >= most / 2);
    CHECK(made.wait_ms <= most);
    CHECK(judge.faults_in_a_row() == times);
    most = std::min<std::int64_t>(most * 2, 300'000);
  }
  (void)judge.judge(answer(304), now_ms);
  CHECK(judge.faults_in_a_row() == 0);
  CHECK(judge.judge(network).wait_ms <= 1'000);
}

TEST_CASE("the jitter is the seed's") {
  const auto waits = [](std::uint64_t seed) {
    auto judge = policy(seed);
    std::vector<std::int64_t> made;
    for (int i = 0; i < 8; ++i) made.push_back(judge.judge(network).wait_ms);
    return made;
  };
  CHECK(waits(1) == waits(1));
  CHECK(waits(1) != waits(2));
}

TEST_CASE("a server in trouble that says when to come back is taken at its word") {
  CHECK(policy().judge(answer(503, {{"retry-after", "120"}}), now_ms).wait_ms == 120'000);
  for (const unsigned status : {500U, 502U, 503U, 504U, 408U, 425U, 202U})
    CHECK(policy().judge(answer(status), now_ms).kind == answer_kind::faulty);
}

TEST_CASE("what would be refused again is refused, with the server's words") {
  for (const unsigned status : {301U, 400U, 401U, 403U, 404U, 410U, 422U}) {
    auto judge = policy();
    const auto made =
        judge.judge(answer(status, limit("59", "784111800"), R"({"message":"Bad\ncredentials"})"), now_ms);
    CHECK(made.kind == answer_kind::refused);
    CHECK(made.status == status);
    CHECK(made.reason == "answered " + std::to_string(status) + ": Bad credentials");
    CHECK(judge.is_hopeless());
  }
}

TEST_CASE("a server that was good before is asked five times before it is given up") {
  auto judge = policy();
  (void)judge.judge(answer(200), now_ms);
  for (int times = 1; times <= 5; ++times) {
    CHECK_FALSE(judge.is_hopeless());
    CHECK(judge.judge(answer(404), now_ms).kind == answer_kind::refused);
  }
  CHECK(judge.is_hopeless());
}

TEST_CASE("a server that tells no limits is judged by its status") {
  answer_policy judge({.poll_interval_ms = 1'000});
  CHECK(judge.judge(answer(200, limit("0", "784111800")), now_ms).wait_ms == 0);
  CHECK(judge.judge(answer(403, limit("0", "784111800")), now_ms).kind == answer_kind::refused);
  CHECK(judge.judge(answer(429, limit("0", "784111800")), now_ms).wait_ms == 60'000);
}
