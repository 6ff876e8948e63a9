// Bodies joined into one text and told apart again, without any actor.
#include "actors/ingest_group.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/simulation.hpp"

namespace {

constexpr const char* table = R"(
source: {type: http, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off}
sink: {type: memory}
)";

constexpr auto ndjson = io::body_form::ndjson;
constexpr auto json = io::body_form::json;

struct body {
  std::string text;
  io::body_form form = ndjson;
};

/// The outcomes of requests that are taken together, and how many pieces they became.
struct taken {
  std::vector<actors::ingest_outcome> outcomes{};
  std::size_t pieces = 0;
  std::uint64_t rows = 0;
  std::uint64_t bad = 0;
  std::uint64_t blank = 0;
};

taken take(const std::vector<body>& bodies) {
  const auto plan = support::plan_of(table);
  auto with = actors::preparer::make(
      {.source = &plan->sources[0], .outlets = {}, .keep_lines = true, .now_ms = [] { return 0; }});
  taken made;
  std::vector<actors::ingest_request> requests;
  for (const auto& one : bodies)
    requests.push_back({std::make_shared<std::string>(one.text), one.form,
                        [&made](actors::ingest_outcome outcome) { made.outcomes.push_back(std::move(outcome)); }});
  actors::ingest_group group(std::move(requests), with.value());
  made.pieces = group.pieces().size();
  for (const auto& piece : group.pieces()) {
    made.bad += piece.bad.size();
    made.blank += piece.blank;
    for (const auto& rows : piece.tables) {
      made.rows += rows.rows;
      made.bad += rows.bad.size();
    }
  }
  group.respond({});
  return made;
}

std::string row(int time) { return R"({"k":"a","ts":)" + std::to_string(time) + "}"; }

std::vector<std::uint64_t> accepted(const taken& from) {
  std::vector<std::uint64_t> made;
  for (const auto& one : from.outcomes) made.push_back(one.accepted);
  return made;
}

using counts = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("lines with byte-order marks, CR LF, blanks and no last newline are joined and told apart") {
  const auto found = take({{"\xEF\xBB\xBF" + row(1) + "\r\n" + row(2) + "\r\n"},
                           {""},
                           {row(3)},
                           {"\n\n" + row(4) + "\n"},
                           {"\xEF\xBB\xBF"},
                           {row(5) + "\n" + row(6)}});
  CHECK(found.pieces == 1);
  CHECK(accepted(found) == counts{2, 0, 1, 1, 0, 2});
  for (const auto& one : found.outcomes) {
    CHECK_FALSE(one.refused);
    CHECK(one.rejected.empty());
  }
  CHECK(found.rows == 6);
  CHECK(found.blank == 2);
}

TEST_CASE("bad lines are named by their number in their own body") {
  const auto found = take({{row(1) + "\nbroken\n"}, {"\n" + row(2) + "\n{\"k\":\"x\"}\n[]\n"}});
  CHECK(accepted(found) == counts{1, 1});
  REQUIRE(found.outcomes[0].rejected.size() == 1);
  CHECK(found.outcomes[0].rejected[0].index == 1);
  REQUIRE(found.outcomes[1].rejected.size() == 2);
  CHECK(found.outcomes[1].rejected[0].index == 2);
  CHECK(found.outcomes[1].rejected[0].reason == "event time is NULL");
  CHECK(found.outcomes[1].rejected[1].index == 3);
}

TEST_CASE("one object, an array and an envelope are three ways to say the same") {
  const auto found = take({{row(1), json},
                           {"[" + row(1) + "]", json},
                           {R"({"events":[)" + row(1) + "]}", json},
                           {"\xEF\xBB\xBF " + row(1) + "\n", json},
                           {"[]", json},
                           {R"({"events":[]})", json}});
  CHECK(accepted(found) == counts{1, 1, 1, 1, 0, 0});
  for (const auto& one : found.outcomes) CHECK_FALSE(one.refused);
}

TEST_CASE("single objects are joined with lines; whole JSON bodies stand alone, and the order is kept") {
  const auto found =
      take({{row(1), json}, {row(2) + "\n"}, {"[" + row(3) + "]", json}, {row(4), json}, {row(5), json}});
  CHECK(found.pieces == 3);
  CHECK(accepted(found) == counts{1, 1, 1, 1, 1});
}

TEST_CASE("a refused body counts for nothing, whatever stands beside it") {
  const auto found = take({{row(1), json},
                           {"{\"k\":", json},
                           {"broken\n{\"k\":\"x\"}\n"},
                           {R"({"k":"x"})", json},
                           {row(2) + row(3), json},
                           {row(4), json}});
  CHECK(accepted(found) == counts{1, 0, 0, 0, 0, 1});
  CHECK(found.outcomes[1].refused.value().code == core::errc::syntax);    // 400: not one JSON value.
  CHECK(found.outcomes[2].refused.value().code == core::errc::bad_value); // 422: no usable row.
  CHECK(found.outcomes[3].refused.value().code == core::errc::bad_value);
  CHECK_THAT(found.outcomes[3].refused.value().message, ContainsSubstring("item 0: event time is NULL"));
  CHECK(found.outcomes[4].refused.value().code == core::errc::syntax);
  CHECK_FALSE(found.outcomes[5].refused);
  CHECK(found.rows == 2);
  CHECK(found.bad == 0);
}

TEST_CASE("a body far larger than a batch keeps its numbers") {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += i == 9'000 ? "oops\n" : row(i) + "\n";
  const auto found = take({{row(1)}, {text}, {row(2)}});
  CHECK(accepted(found) == counts{1, 9'999, 1});
  REQUIRE(found.outcomes[1].rejected.size() == 1);
  CHECK(found.outcomes[1].rejected[0].index == 9'000);
}

TEST_CASE("a group can be refused as a whole") {
  const auto plan = support::plan_of(table);
  auto with = actors::preparer::make(
      {.source = &plan->sources[0], .outlets = {}, .keep_lines = true, .now_ms = [] { return 0; }});
  std::optional<actors::ingest_outcome> said;
  std::vector<actors::ingest_request> requests;
  requests.push_back({std::make_shared<std::string>(row(1)), json,
                      [&](actors::ingest_outcome outcome) { said = std::move(outcome); }});
  actors::ingest_group group(std::move(requests), with.value());
  group.refuse_all();
  group.respond({});
  CHECK(said.value().unavailable);
  CHECK(said.value().accepted == 0);
}
