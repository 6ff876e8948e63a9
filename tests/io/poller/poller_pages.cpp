// Which pages are asked for, and that no event is lost or comes twice between them.
#include "tests/io/poller/poller_bench.hpp"

namespace {

using io::round_end;
using support::first;
using support::nth;
using support::page;
using support::poller_bench;
using support::texts;

} // namespace

TEST_CASE("pages are read until there are none, and in later polls until all of one are known") {
  poller_bench at;
  at.api.answers[first] = {page({6, 5}, nth(2)), page({8, 7}, nth(2))};
  at.api.answers[nth(2)] = {page({4, 3}, nth(3)), page({6, 5}, nth(3))};
  at.api.answers[nth(3)] = {page({2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4", "5", "6"});
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4", "5", "6", "7", "8"});
  CHECK(at.api.urls() == texts{first, nth(2), nth(3), first, nth(2)});
}

TEST_CASE("no more pages are read than the contract allows, none twice, and none when links are not to be followed") {
  poller_bench few;
  few.settings.pages_max = 2;
  few.api.answers[first] = {page({3}, nth(2))};
  few.api.answers[nth(2)] = {page({2}, nth(3))};
  CHECK(few.round() == round_end::complete);
  CHECK(few.api.urls() == texts{first, nth(2)});

  poller_bench circle;
  circle.api.answers[first] = {page({3}, nth(2))};
  circle.api.answers[nth(2)] = {page({2}, first)};
  CHECK(circle.round() == round_end::complete);
  CHECK(circle.api.urls() == texts{first, nth(2)});

  poller_bench flat;
  flat.settings.follow_link = false;
  flat.api.answers[first] = {page({3}, nth(2))};
  CHECK(flat.round() == round_end::complete);
  CHECK(flat.api.urls() == texts{first});
}

TEST_CASE("pages that shift while they are read bring every event once") {
  poller_bench at;
  at.api.answers[first] = {page({6, 5}, nth(2)), page({8, 7}, nth(2))};
  // Two new events came behind the first request: the second page is the first one again.
  at.api.answers[nth(2)] = {page({6, 5}, nth(3)), page({6, 5}, nth(3))};
  at.api.answers[nth(3)] = {page({4, 3}, nth(4))};
  at.api.answers[nth(4)] = {page({2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4", "5", "6"});
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4", "5", "6", "7", "8"});
}

TEST_CASE("a page that was shifted down whole does not end the pages, since nothing behind it was read before") {
  poller_bench at;
  at.api.answers[first] = {page({2, 1}), page({8, 7}, nth(2))};
  at.api.answers[nth(2)] = {page({8, 7}, nth(3))};
  at.api.answers[nth(3)] = {page({6, 5}, nth(4))};
  at.api.answers[nth(4)] = {page({4, 3, 2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "3", "4", "5", "6", "7", "8"});
}

TEST_CASE("an event that an emptied page let slip through is found by the next poll") {
  poller_bench at;
  // 5 is removed behind the first request, so that 3 moves to a page that was read.
  at.api.answers[first] = {page({6, 5, 4}, nth(2)), page({6, 4, 3}, nth(2))};
  at.api.answers[nth(2)] = {page({2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2", "4", "5", "6", "3"});
}

TEST_CASE("after a restart all pages are read once more, since the last run may have been cut short") {
  poller_bench at;
  for (const auto* const id : {"3", "4"}) at.seen.add(io::hash_id(id));
  at.api.answers[first] = {page({4, 3}, nth(2))};
  at.api.answers[nth(2)] = {page({2, 1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2"});
}

TEST_CASE("a page that is named but not given ends the pages") {
  poller_bench at;
  at.api.answers[first] = {page({2}, nth(2), {{"etag", "a"}})};
  at.api.answers[nth(2)] = {{.status = 422, .body = R"({"message":"pagination is limited"})"}};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"2"});
  CHECK(at.said == texts{"page 2 is not to be had: answered 422: pagination is limited"});
  CHECK(at.round() == round_end::complete);
  CHECK(at.polling->counts().unchanged == 1);
}

TEST_CASE("a poll that lists nothing known says that events may have been missed") {
  poller_bench at;
  at.api.answers[first] = {page({2, 1}), page({4, 3}), page({5, 4})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.polling->counts().gaps == 0);
  CHECK(at.round() == round_end::complete);
  CHECK(at.polling->counts().gaps == 1);
  CHECK(at.round() == round_end::complete);
  CHECK(at.polling->counts().gaps == 1);
  CHECK(at.said ==
        texts{"no event of earlier polls is listed any more: some between may have been missed (poll more often)"});
}

TEST_CASE("secrets and requests stay with the server that was named") {
  poller_bench at;
  at.settings.secret_headers = {{"PRIVATE-TOKEN", "s3cr3t"}};
  at.api.answers[first] = {page({2}, "https://evil.example/events?page=2")};
  CHECK(at.round() == round_end::complete);
  CHECK(at.api.urls() == texts{first});
  CHECK(at.api.requests[0].secret_headers == at.settings.secret_headers);
  CHECK(at.said ==
        texts{"the next page is not read, since it leads to another server: https://evil.example/events?page=2"});
}

TEST_CASE("links to the contract's server lead to the one that stands in for it") {
  poller_bench at;
  at.settings.url = "http://127.0.0.1:81/github/events";
  at.settings.base_url = "http://127.0.0.1:81/github/";
  at.api.answers[at.settings.url] = {page({2}, nth(2))};
  at.api.answers["http://127.0.0.1:81/github/events?page=2"] = {page({1})};
  CHECK(at.round() == round_end::complete);
  CHECK(at.events.keys == texts{"1", "2"});
}
