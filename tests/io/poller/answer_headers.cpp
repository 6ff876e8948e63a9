#include "io/poller/answer_headers.hpp"

#include "tests/support/catch.hpp"

namespace {

std::optional<std::string> next(const std::string& link) { return io::next_link({{"link", link}}); }

constexpr std::int64_t now_ms = 784111777000; // Sun, 06 Nov 1994 08:49:37 GMT

} // namespace

TEST_CASE("the next page is found among the links") {
  CHECK(
      next(
          R"(<https://api.github.com/events?page=2>; rel="next", <https://api.github.com/events?page=10>; rel="last")") ==
      "https://api.github.com/events?page=2");
  CHECK(next(R"(<https://a/1>; rel="prev",<https://a/3>;rel=next)") == "https://a/3");
  CHECK(next(R"(<https://a/?x=1,2;3>; title="a, <b>; rel=\"next\""; rel="last", </b>; REL="last NEXT")") == "/b");
  CHECK(next(R"(<https://a/2> ; rel = "next")") == "https://a/2");
  CHECK(io::next_link({{"link", "<a>; rel=prev"}, {"x", "1"}, {"link", "<b>; rel=next"}}) == "b");
}

TEST_CASE("without a next page there is none") {
  for (const auto* const link : {"", "<a>", "<a>; rel=\"prev\"", "<a>; title=\"rel=next\"", "<a; rel=next",
                                 "a; rel=next", "<a>; rel=nextish", "<a>;;;,,", "<a>; rel"})
    CHECK_FALSE(next(link).has_value());
  CHECK_FALSE(io::next_link({}).has_value());
}

TEST_CASE("whole numbers are read, whatever the case of the header's name") {
  const io::name_values headers = {{"x-ratelimit-remaining", "0"}, {"a", " 42 "}, {"b", "-1"}, {"c", "1.5"}, {"d", ""}};
  CHECK(io::whole_header(headers, "X-RateLimit-Remaining") == 0);
  CHECK(io::whole_header(headers, "A") == 42);
  for (const auto* const name : {"b", "c", "d", "e"}) CHECK_FALSE(io::whole_header(headers, name).has_value());
}

TEST_CASE("Retry-After is a wait, in seconds or until a date") {
  CHECK(io::retry_after_ms({{"retry-after", "120"}}, now_ms) == 120'000);
  CHECK(io::retry_after_ms({{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}}, now_ms) == 60'000);
  CHECK(io::retry_after_ms({{"retry-after", "Sun, 06 Nov 1994 08:00:00 GMT"}}, now_ms) == 0);
  CHECK(io::retry_after_ms({{"retry-after", "99999999999999"}}, now_ms) == 1'000'000'000'000);
  CHECK_FALSE(io::retry_after_ms({{"retry-after", "soon"}}, now_ms).has_value());
  CHECK_FALSE(io::retry_after_ms({}, now_ms).has_value());
}

TEST_CASE("a date counts from the server's clock, when it tells it") {
  CHECK(io::server_now_ms({{"date", "Sun, 06 Nov 1994 08:49:37 GMT"}}, 5) == now_ms);
  CHECK(io::server_now_ms({{"date", "today"}}, 5) == 5);
  CHECK(io::server_now_ms({}, 5) == 5);
  CHECK(
      io::retry_after_ms({{"date", "Sun, 06 Nov 1994 08:49:37 GMT"}, {"retry-after", "Sun, 06 Nov 1994 08:50:00 GMT"}},
                         now_ms + 3'600'000) == 23'000);
}
