#include "io/poller/poller.hpp"

#include "tests/io/poller/poller_bench.hpp"
#include "tests/support/replay_server.hpp"

namespace {

using io::round_end;
using support::first;
using support::nth;
using support::page;
using support::poller_bench;
using support::texts;

} // namespace

TEST_CASE("new events are published once, oldest first, as envelopes with the item as it came") {
  poller_bench at;
  auto answer = page({3, 2});
  answer.body = R"([{"id":3,"type":"T", "x":1.50},{"type":"U","id":"2","y":"\u00e9\/"}])";
  at.api.answers[first] = {answer};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"2", "3"});
  CHECK(at.events.values ==
        texts{R"({"source":"example","source_event_id":"2","source_event_endpoint":"default",)"
              R"("source_event_type":"U","observed_at":"2013-06-17T18:19:20.123Z","schema_version":1,)"
              R"("payload":{"type":"U","id":"2","y":"\u00e9\/"}})",
              R"({"source":"example","source_event_id":"3","source_event_endpoint":"default",)"
              R"("source_event_type":"T","observed_at":"2013-06-17T18:19:20.123Z","schema_version":1,)"
              R"("payload":{"id":3,"type":"T", "x":1.50}})"});
  CHECK(at.events.flushed == 2);
  CHECK(at.kept == 1);
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys.size() == 2);
  CHECK(at.kept == 1);
  CHECK(to_string(at.polling->counts()) ==
        "2 polls (0 unchanged), 2 requests, 2 pages, 4 items: 2 published, 2 duplicates, "
        "0 bad; 0 limits, 0 faults, 0 refusals, 0 gaps");
}

TEST_CASE("the next poll comes when the interval is over since the first page") {
  poller_bench at;
  at.api.answers[first] = {page({1}, nth(2)), page({1}, {}, {{"x-poll-interval", "90"}})};
  at.api.answers[nth(2)] = {page({})};
  CHECK(at.step().wait_ms == 0);
  at.now += 2'500;
  CHECK(at.step().wait_ms == 57'500);
  CHECK(at.step().wait_ms == 90'000);
  CHECK(at.said == texts{"polls are 90 s apart from here on, as the server asks"});
  CHECK(at.step().wait_ms == 90'000);
  CHECK(at.said.size() == 1);
}

TEST_CASE("an unchanged first page is asked for by its tag and costs nothing") {
  poller_bench at;
  at.api.answers[first] = {page({2, 1}, nth(2), {{"etag", "W/\"a\""}})};
  at.api.answers[nth(2)] = {page({})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.round() == round_end::complete);
  CHECK(at.api.urls() == texts{first, nth(2), first});
  CHECK(io::find_value(at.api.requests[0].headers, "If-None-Match") == nullptr);
  CHECK(*io::find_value(at.api.requests[2].headers, "If-None-Match") == "W/\"a\"");
  CHECK(at.polling->counts().unchanged == 1);
  CHECK(at.polling->counts().items == 2);
}

TEST_CASE("a window of ids that is smaller than the pages is said") {
  poller_bench at(2);
  at.api.answers[first] = {page({3, 2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.said ==
        texts{"the pages list 3 events, of which 2 are remembered: some come twice (make deduplication_window "
              "larger)"});
}

TEST_CASE("a recorded page of GitHub is published whole, byte for byte") {
  poller_bench at;
  at.settings.items = {};
  const auto recorded = support::recorded_page("public");
  at.api.answers[first] = {{.status = 200, .body = recorded.body}};
  CHECK(at.round() == round_end::complete);
  REQUIRE(at.events.values.size() == 30);
  CHECK(at.events.keys.back() == "1759231679");
  for (const auto& value : at.events.values) {
    const auto payload = value.substr(value.find(R"("payload":)") + 10);
    CHECK(recorded.body.find(payload.substr(0, payload.size() - 1)) != std::string::npos);
  }
}
