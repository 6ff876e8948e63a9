// Two HTTP tables that feed the same windows: whose answer holds which window, under any order of the actors' turns.
#include <map>
#include <random>
#include <set>

#include <nlohmann/json.hpp>

#include "actors/http_source.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"
#include "tests/support/simulation.hpp"

using nlohmann::json;
using support::simulation;

namespace {

constexpr const char* two_tables = R"(
sources:
  - {type: http, name: one, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off}
  - {type: http, name: two, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
output: [k, n, window_start, window_end]
sink: {type: memory}
)";

struct request {
  std::size_t source = 0;
  std::vector<std::int64_t> times{};
  std::optional<actors::ingest_outcome> said{};
};

/// The window ends that the request's own rows carried its own table past: those the times of the table before it had
/// not reached, and its own do.
bool may_close(const request& one, std::int64_t reached_before, std::int64_t end) {
  const auto latest = *std::ranges::max_element(one.times);
  return reached_before < end && end <= latest;
}

std::int64_t end_of(const json& window) {
  int hour = 0;
  int minute = 0;
  int second = 0;
  const auto text = window["window_end"].get<std::string>();
  REQUIRE(std::sscanf(text.c_str(), "1970-01-01 %d:%d:%d", &hour, &minute, &second) == 3);
  return (hour * 3600 + minute * 60 + second) * std::int64_t{1000};
}

} // namespace

TEST_CASE("with two tables every closed window is in exactly one answer, that of the request which closed it") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    support::simulation_options options;
    options.shards = 1 + static_cast<std::uint32_t>(seed % 3);
    options.answers = true;
    options.batches_in_flight_max = 1 + static_cast<std::uint32_t>(seed % 4);
    options.batch_rows = seed % 2 == 0 ? 2 : 4096;
    simulation engine(two_tables, options);
    std::vector<std::shared_ptr<request>> all;
    for (int i = 0; i < 40; ++i) {
      auto one = std::make_shared<request>();
      one->source = random() % 2;
      std::string body;
      for (auto rows = 1 + random() % 4; rows > 0; --rows) {
        const auto time = static_cast<std::int64_t>(1'500ULL * static_cast<std::uint64_t>(i) + random() % 25'000);
        one->times.push_back(time);
        body += R"({"k":")" + std::string(1, static_cast<char>('a' + random() % 6)) + R"(","ts":)" +
                std::to_string(time) + "}\n";
      }
      all.push_back(one);
      engine.post(one->source, {std::make_shared<std::string>(std::move(body)), io::body_form::ndjson,
                                [one](actors::ingest_outcome outcome) { one->said = std::move(outcome); }});
      for (auto steps = random() % 12; steps > 0; --steps) (void)engine.actors().step(random);
    }
    engine.actors().run(random);
    std::multiset<std::string> in_answers;
    std::map<std::size_t, std::int64_t> reached;
    std::uint64_t late = 0;
    for (const auto& one : all) {
      REQUIRE(one->said);
      CHECK(one->said->accepted == one->times.size());
      late += one->said->late;
      auto& before = reached.emplace(one->source, -1).first->second;
      for (const auto& line : support::lines_of(one->said->closed)) {
        in_answers.insert(line);
        INFO(line);
        CHECK(may_close(*one, before, end_of(json::parse(line))));
      }
      before = std::max(before, *std::ranges::max_element(one->times));
    }
    std::multiset<std::string> in_sink;
    for (const auto& line : support::lines_of(engine.batches("rows"))) in_sink.insert(line);
    CHECK(in_answers == in_sink);
    CHECK_FALSE(in_sink.empty());
    std::uint64_t late_in_all = 0;
    for (const auto& shard : engine.status().shards) late_in_all += shard.late;
    CHECK(late == late_in_all);
  }
}
