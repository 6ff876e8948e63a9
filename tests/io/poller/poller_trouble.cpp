// Limits, faults, refusals, and items that cannot be used.
#include "tests/io/poller/poller_bench.hpp"

namespace {

using io::round_end;
using support::first;
using support::nth;
using support::page;
using support::poller_bench;
using support::texts;

} // namespace

TEST_CASE("a page in trouble is tried again, and the round goes on from there") {
  poller_bench at;
  at.api.answers[first] = {page({4, 3}, nth(2))};
  at.api.answers[nth(2)] = {{.status = 502}, {.status = 200, .body = "<html>"}, page({2, 1})};
  CHECK(at.step().wait_ms == 0);
  for (int times = 0; times < 2; ++times) {
    const auto waiting = at.step();
    CHECK(waiting.ended == round_end::under_way);
    CHECK(waiting.wait_ms >= 500);
  }
  CHECK(at.step().ended == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4"});
  CHECK(at.api.urls() == texts{first, nth(2), nth(2), nth(2)});
  CHECK(at.polling->counts().faults == 2);
}

TEST_CASE("a page that stays in trouble ends the round; what was found is published, and the next round reads all") {
  poller_bench at;
  const auto broken = io::client_response{.status = 200, .body = "[1,"};
  at.api.answers[first] = {page({4, 3}, nth(2), {{"etag", "a"}})};
  at.api.answers[nth(2)] = {broken, broken, broken, page({2, 1})};
  CHECK(at.round() == round_end::cut_short);
  CHECK(at.events.keys == texts{"3", "4"});
  CHECK(at.round() == round_end::complete); // Neither by its tag, nor ended at a page of known events.
  CHECK(at.events.keys == texts{"3", "4", "1", "2"});
  CHECK(at.polling->counts().faults == 3);
}

TEST_CASE("behind a round that was cut short even a page with a known tag is read, and those behind it") {
  poller_bench at;
  const auto limited = io::client_response{.status = 429, .headers = {{"retry-after", "1"}}};
  at.api.answers[first] = {page({2, 1}, {}, {{"etag", "a"}}), page({6, 5}, nth(2), {{"etag", "b"}}),
                           page({6, 5}, nth(2), {{"etag", "a"}})};
  at.api.answers[nth(2)] = {limited, page({4, 3})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.round() == round_end::cut_short);
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "5", "6", "3", "4"});
  std::vector<bool> tagged;
  for (const auto& one : at.api.requests) tagged.push_back(io::find_value(one.headers, "If-None-Match") != nullptr);
  CHECK(tagged == std::vector<bool>{false, true, false, false, false});
}

TEST_CASE("a page that may not be seen now is read by a later round") {
  for (const unsigned status : {401U, 403U}) {
    poller_bench at;
    at.api.answers[first] = {page({4, 3}, nth(2))};
    at.api.answers[nth(2)] = {{.status = status}, page({2, 1})};
    CHECK(at.round() == round_end::cut_short);
    CHECK(at.round() == round_end::complete);
    CHECK(at.events.keys == texts{"3", "4", "1", "2"});
  }
}

TEST_CASE("a first page in trouble is tried again for as long as it takes") {
  poller_bench at;
  for (std::uint32_t times = 1; times <= 12; ++times) {
    const auto waiting = at.step();
    CHECK(waiting.ended == round_end::under_way);
    CHECK(at.polling->faults_in_a_row() == times);
  }
  at.api.answers[first] = {page({1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1"});
}

TEST_CASE("a limit between two pages publishes what was found and waits") {
  poller_bench refused;
  refused.api.answers[first] = {page({2}, nth(2))};
  refused.api.answers[nth(2)] = {{.status = 429, .headers = {{"retry-after", "100"}}}, page({1})};
  CHECK(refused.step().wait_ms == 0);
  auto waiting = refused.step();
  CHECK(waiting.ended == round_end::cut_short);
  CHECK(waiting.wait_ms == 100'000);
  CHECK(refused.events.keys == texts{"2"});
  CHECK(refused.round() == round_end::complete);
  CHECK(refused.events.keys == texts{"2", "1"});

  poller_bench used_up;
  used_up.api.answers[first] = {page({2}, nth(2), {{"x-left", "0"}, {"x-reset", "1371493260"}})};
  waiting = used_up.step();
  CHECK(waiting.ended == round_end::cut_short);
  CHECK(waiting.wait_ms == 100'877);
  CHECK(used_up.events.keys == texts{"2"});
}

TEST_CASE("a limit at the first page makes a poll without fruit, and is waited for") {
  poller_bench at;
  at.api.answers[first] = {{.status = 403, .headers = {{"x-left", "0"}, {"x-reset", "1371493170"}}}, page({1})};
  const auto waiting = at.step();
  CHECK(waiting.ended == round_end::fruitless);
  CHECK(waiting.wait_ms == 10'877);
  CHECK(at.said == texts{"answered 403: no requests left; next request in 10.9 s"});
  CHECK(at.round() == round_end::complete);
}

TEST_CASE("a refusal ends it, with the address and the server's words") {
  poller_bench at;
  at.api.answers[first] = {{.status = 401, .body = R"({"message":"Bad credentials"})"}};
  io::poller polling(at.settings, {at.api, at.events, at.seen, [] { return core::result<void>{}; }, [] { return 0; },
                                   [](const std::string&) {}});
  const auto made = polling.step();
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().message == "GET https://api.example/events answered 401: Bad credentials");
}

TEST_CASE("items that cannot be used are counted once with their reasons, and their neighbours are published") {
  poller_bench at;
  auto answer = page({});
  answer.body = R"([{"id":3,"type":"T"},{"type":"T"},{"id":2},7,{"id":01},{"id":1,"type":"T"}])";
  at.api.answers[first] = {answer};
  CHECK(at.round() == round_end::complete);
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "3"});
  const auto& counts = at.polling->counts();
  CHECK(counts.bad_in_all() == 4);
  CHECK(counts.items == counts.published + counts.duplicates + counts.bad_in_all());
  CHECK_THAT(to_string(counts), ContainsSubstring("4 bad (1 unreadable, 1 no object, 1 no id, 1 no type)"));
  CHECK(at.said == texts{R"(an item cannot be used: no id: {"type":"T"})",
                         R"(an item cannot be used: no type: {"id":2})", "an item cannot be used: no object: 7",
                         R"(an item cannot be used: unreadable: {"id":01})"});
}

TEST_CASE("events that could not be published are not taken for published") {
  poller_bench at;
  at.api.answers[first] = {page({1})};
  at.events.is_broken = true;
  io::poller polling(at.settings, {at.api, at.events, at.seen, [] { return core::result<void>{}; }, [] { return 0; },
                                   [](const std::string&) {}});
  CHECK_FALSE(polling.step().has_value());
  CHECK(at.seen.size() == 0);
  CHECK(polling.counts().published == 0);
}

TEST_CASE("a stopped poller publishes what its round has found") {
  poller_bench at;
  at.api.answers[first] = {page({2, 1}, nth(2))};
  at.api.fault = core::errc::shutdown;
  CHECK(at.step().ended == round_end::under_way);
  const auto stopped = at.polling->step();
  REQUIRE_FALSE(stopped.has_value());
  CHECK(stopped.error().code == core::errc::shutdown);
  REQUIRE(at.polling->finish().has_value());
  CHECK(at.events.keys == texts{"1", "2"});
  CHECK(at.events.flushed == 2);
}
