// An HTTP table: what each client is told, and when.
#include "actors/http_source.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"
#include "tests/support/simulation.hpp"

using namespace std::chrono_literals;
using support::lines;
using support::lines_of;
using support::simulation;

namespace {

constexpr const char* serve = R"(
source: {type: http, columns: {k: STRING, ts: BIGINT, v: INT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off, idle_timeout: 1s}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
output: [k, n, window_start, window_end]
sink: {type: memory}
)";

support::simulation_options answering(std::uint32_t shards = 1) {
  support::simulation_options options;
  options.shards = shards;
  options.answers = true;
  return options;
}

std::string row(const std::string& key, int time, const std::string& value = "1") {
  return R"({"k":")" + key + R"(","ts":)" + std::to_string(time) + R"(,"v":)" + value + "}";
}

using reply = std::shared_ptr<std::optional<actors::ingest_outcome>>;

reply post(simulation& engine, std::string body, io::body_form form = io::body_form::json) {
  auto said = std::make_shared<std::optional<actors::ingest_outcome>>();
  engine.post(0, {std::make_shared<std::string>(std::move(body)), form,
                  [said](actors::ingest_outcome outcome) { *said = std::move(outcome); }});
  return said;
}

} // namespace

TEST_CASE("a client hears of the windows that its rows closed, in order of end and key") {
  simulation engine(serve, answering(3));
  const auto first = post(engine, "[" + row("b", 1'000) + "," + row("a", 2'000) + "," + row("a", 12'000) + "]");
  const auto second = post(engine, row("c", 25'000));
  engine.actors().run();
  CHECK(first->value().accepted == 3);
  CHECK(first->value().late == 0);
  CHECK(lines_of(first->value().closed) ==
        lines{R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:00","window_end":"1970-01-01 00:00:10"})",
              R"({"k":"b","n":1,"window_start":"1970-01-01 00:00:00","window_end":"1970-01-01 00:00:10"})"});
  REQUIRE(second->value().closed.size() == 1);
  CHECK(lines_of(second->value().closed) ==
        lines{R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:10","window_end":"1970-01-01 00:00:20"})"});
}

TEST_CASE("requests that are joined each hear of their own rows") {
  auto options = answering();
  options.batches_in_flight_max = 1; // So all but the first wait and are joined.
  simulation engine(serve, options);
  std::vector<reply> replies;
  replies.push_back(post(engine, row("a", 1'000)));
  replies.push_back(post(engine, row("a", 15'000)));   // Closes [0, 10).
  replies.push_back(post(engine, row("late", 2'000))); // Late.
  replies.push_back(post(engine, row("a", 1) + "\nnonsense\n" + row("b", 16'000) + "\n", io::body_form::ndjson));
  replies.push_back(post(engine, R"({"k":"a","ts":null})"));
  replies.push_back(post(engine, row("a", 27'000))); // Closes [10, 20) of a and b.
  engine.actors().run();
  CHECK(replies[0]->value().accepted == 1);
  CHECK(replies[0]->value().closed.empty());
  CHECK(lines_of(replies[1]->value().closed).size() == 1);
  CHECK(replies[2]->value().accepted == 1);
  CHECK(replies[2]->value().late == 1);
  CHECK(replies[3]->value().accepted == 2);
  CHECK(replies[3]->value().late == 1);
  REQUIRE(replies[3]->value().rejected.size() == 1);
  CHECK(replies[3]->value().rejected[0].index == 1);
  REQUIRE(replies[4]->value().refused);
  CHECK(replies[4]->value().refused->code == core::errc::bad_value);
  CHECK(lines_of(replies[5]->value().closed).size() == 2);
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 7); // Without the refused one, of which nothing was taken.
  CHECK(status.sources[0].bad == 1);
  CHECK(status.shards[0].late == 2);
  CHECK(status.shards[0].rows_in_windows == 4);
}

TEST_CASE("a client is answered only when the sinks have its windows") {
  simulation engine(serve, answering());
  const auto first = post(engine, "[" + row("a", 1'000) + "," + row("a", 11'000) + "]");
  engine.actors().run_without(engine.crew().sinks[0]);
  CHECK_FALSE(first->has_value());
  engine.actors().run();
  CHECK(lines_of(first->value().closed).size() == 1);
}

TEST_CASE("a refused body leaves nothing behind: no row, no counter, no watermark") {
  simulation engine(serve, answering());
  const auto cut = post(engine, "[" + row("a", 90'000) + "," + row("b", 91'000));
  const auto unusable = post(engine, R"([{"k":"a"},{"k":"b","ts":"soon"}])");
  const auto no_json = post(engine, "hello");
  const auto bare = post(engine, "17");
  const auto nothing = post(engine, "");
  engine.actors().run();
  CHECK(cut->value().refused.value().code == core::errc::syntax);
  CHECK(unusable->value().refused.value().code == core::errc::bad_value);
  CHECK(no_json->value().refused.value().code == core::errc::syntax);
  CHECK(bare->value().refused.value().code == core::errc::syntax);
  CHECK(nothing->value().refused.value().code == core::errc::syntax);
  for (const auto& one : {cut, unusable, no_json, bare, nothing}) CHECK(one->value().accepted == 0);
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 0);
  CHECK(status.sources[0].bad == 0);
  CHECK(status.sources[0].watermark == core::no_watermark);
  CHECK(status.shards[0].rows_in_windows == 0);
}

TEST_CASE("one bad row of a body harms no neighbour and is named by its index") {
  simulation engine(serve, answering());
  const auto said = post(engine, R"({"events":[)" + row("a", 1) + R"(,7,{"k":"b"},)" + row("c", 2) + "]}");
  engine.actors().run();
  CHECK_FALSE(said->value().refused);
  CHECK(said->value().accepted == 2);
  REQUIRE(said->value().rejected.size() == 2);
  CHECK(said->value().rejected[0].index == 1);
  CHECK(said->value().rejected[1].index == 2);
  CHECK(said->value().rejected[1].reason == "event time is NULL");
}

TEST_CASE("a row that fails behind the table is rejected, not accepted") {
  simulation engine(std::string(serve) + "transform: {q: 10 / v}\n", answering());
  const auto mixed = post(engine, "[" + row("a", 1'000, "0") + "," + row("a", 2'000, "5") + "]");
  engine.actors().run();
  CHECK_FALSE(mixed->value().refused);
  CHECK(mixed->value().accepted == 1);
  REQUIRE(mixed->value().rejected.size() == 1);
  CHECK(mixed->value().rejected[0].index == 0);
  CHECK_THAT(mixed->value().rejected[0].reason, ContainsSubstring("zero"));
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 2);
  CHECK(status.sources[0].bad == 1);
  CHECK(status.shards[0].rows_in_windows == 1);
}

TEST_CASE("a body of which no row comes through the expressions is refused: no counter, no watermark") {
  auto options = answering();
  options.batches_in_flight_max = 1; // So all but the first wait and are joined.
  simulation engine(std::string(serve) + "transform: {q: 10 / v}\n", options);
  std::vector<reply> replies;
  replies.push_back(post(engine, row("a", 1'000)));
  replies.push_back(post(engine, row("a", 90'000, "0")));
  replies.push_back(post(engine, row("b", 2'000)));
  replies.push_back(
      post(engine, row("a", 91'000, "0") + "\nnonsense\n" + row("a", 92'000, "0"), io::body_form::ndjson));
  replies.push_back(post(engine, row("c", 3'000)));
  replies.push_back(post(engine, "[" + row("a", 93'000, "0") + "," + row("a", 94'000, "0") + "]"));
  replies.push_back(post(engine, row("d", 12'000)));
  engine.actors().run();
  for (const auto taken : {0, 2, 4, 6}) {
    INFO(taken);
    CHECK_FALSE(replies[taken]->value().refused);
    CHECK(replies[taken]->value().accepted == 1);
    CHECK(replies[taken]->value().late == 0);
  }
  for (const auto refused : {1, 3, 5}) {
    INFO(refused);
    REQUIRE(replies[refused]->value().refused);
    CHECK(replies[refused]->value().refused->code == core::errc::bad_value);
    CHECK(replies[refused]->value().accepted == 0);
    CHECK(replies[refused]->value().closed.empty());
  }
  std::vector<std::uint64_t> indexes;
  for (const auto& one : replies[3]->value().rejected) indexes.push_back(one.index);
  CHECK(indexes == std::vector<std::uint64_t>{0, 1, 2});
  CHECK(replies[5]->value().rejected.size() == 2);
  CHECK(lines_of(replies[6]->value().closed).size() == 3);
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 4);
  CHECK(status.sources[0].bad == 0);
  CHECK(status.sources[0].watermark == 11'999);
  CHECK(status.shards[0].rows_in_windows == 4);
}

TEST_CASE("a body whose rows are all filtered is taken: nothing of it was wrong") {
  simulation engine(std::string(serve) + "filter: v > 5\n", answering());
  const auto said = post(engine, row("a", 1'000));
  engine.actors().run();
  CHECK_FALSE(said->value().refused);
  CHECK(said->value().accepted == 1);
  CHECK(said->value().rejected.empty());
}

TEST_CASE("a flush puts out the open windows behind the bodies before it; rows for them are late afterwards") {
  simulation engine(serve, answering(2));
  (void)post(engine, "[" + row("a", 1'000) + "," + row("b", 12'000) + "]");
  std::optional<std::vector<core::batch_ptr>> flushed;
  engine.flush(0, {[&](std::vector<core::batch_ptr> rows) { flushed = std::move(rows); }});
  const auto after = post(engine, "[" + row("b", 13'000) + "," + row("b", 21'000) + "]");
  engine.actors().run();
  CHECK(lines_of(flushed.value()) ==
        lines{R"({"k":"b","n":1,"window_start":"1970-01-01 00:00:10","window_end":"1970-01-01 00:00:20"})"});
  CHECK(after->value().accepted == 2);
  CHECK(after->value().late == 1);
  CHECK(lines_of(after->value().closed).empty());
}

TEST_CASE("while draining, accepted bodies are worked off and new ones refused as unavailable") {
  simulation engine(serve, answering());
  const auto before = post(engine, row("a", 1'000));
  engine.actors().step();
  engine.drain(true);
  engine.actors().run_without(engine.crew().shards[0]);
  const auto after = post(engine, row("a", 2'000));
  engine.actors().run();
  CHECK(before->value().accepted == 1);
  REQUIRE(after->value().refused);
  CHECK(after->value().unavailable);
  REQUIRE(engine.ended());
  CHECK_FALSE(engine.ended()->fault);
  CHECK(lines_of(engine.batches("rows")) ==
        lines{R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:00","window_end":"1970-01-01 00:00:10"})"});
}

TEST_CASE("a strict HTTP table takes nothing of the group with the bad row") {
  simulation engine("strict: true\n" + std::string(serve), answering());
  const auto said = post(engine, "[" + row("a", 1'000) + R"(,{"k":"b"}])");
  engine.actors().run();
  REQUIRE(said->value().refused);
  CHECK(said->value().unavailable);
  CHECK(said->value().accepted == 0);
  REQUIRE(engine.ended());
  CHECK_THAT(engine.ended()->fault.value().message, ContainsSubstring("event time is NULL"));
}

TEST_CASE("a table without requests is idle after its timeout, and awake with the next") {
  simulation engine(serve, answering());
  engine.actors().run();
  (void)post(engine, row("a", 1'000));
  engine.actors().advance(1s);
  CHECK_FALSE(engine.status().sources[0].idle);
  engine.actors().advance(1s);
  CHECK(engine.status().sources[0].idle);
  (void)post(engine, row("a", 2'000));
  CHECK_FALSE(engine.status().sources[0].idle);
}

TEST_CASE("requests wait while too many groups are on their way, and all are answered") {
  support::simulation_options options = answering();
  options.batches_in_flight_max = 1;
  simulation engine(serve, options);
  const auto first = post(engine, row("a", 1));
  engine.actors().run_without(engine.crew().shards[0]);
  const auto second = post(engine, row("a", 2));
  const auto third = post(engine, row("a", 3));
  engine.actors().run_without(engine.crew().shards[0]);
  CHECK_FALSE(first->has_value());
  engine.actors().run();
  for (const auto& one : {first, second, third}) CHECK(one->value().accepted == 1);
  CHECK(engine.status().shards[0].rows_in_windows == 3);
}
