#include "config/stages_file.hpp"

#include "config/pipeline_file.hpp"
#include "tests/support/catch.hpp"

using config::read_stages;

namespace {

std::string complaints(const std::string& text) {
  const auto read = read_stages(text);
  return read ? "" : config::render_complaints("s.yml", text, read.error());
}

} // namespace

TEST_CASE("a stages file says what runs and what joins it") {
  const auto read = read_stages(R"(
stages:
  ingest:
    - {source: github, endpoint: network, parameters: {owner: apache, repo: flink}, poll_interval: 90s, once: true, base_url: "http://x"}
    - {source: gitlab}
  normalize: {sources: [github, gitlab], dead_letter_file: dead.jsonl}
  analyze: [a.sql, b/*.sql]
  index: c.sql
contracts: there
transport: kafka
brokers: b:9092
topics: {raw: r, dead_letters: d}
state: s
print: false
)");
  REQUIRE(read.has_value());
  REQUIRE(read->ingest.size() == 2);
  CHECK(read->ingest[0].endpoint == "network");
  CHECK(read->ingest[0].parameters.at("repo") == "flink");
  CHECK(read->ingest[0].poll_interval_ms == 90'000);
  CHECK(read->ingest[0].once);
  CHECK(read->ingest[1].endpoint == "default");
  CHECK(read->normalize.sources == std::vector<std::string>{"github", "gitlab"});
  CHECK(read->analyze == std::vector<std::string>{"a.sql", "b/*.sql"});
  CHECK(read->index == std::vector<std::string>{"c.sql"});
  CHECK(read->transport == config::stage_transport::kafka);
  CHECK(read->topics.raw == "r");
  CHECK(read->topics.normalized == "events-normalized");
  CHECK(read->topics.dead_letters == "d");
  CHECK_FALSE(read->print);
}

TEST_CASE("one poller needs no list, and the rest has defaults") {
  const auto read = read_stages("stages: {ingest: {source: github}}\n");
  REQUIRE(read.has_value());
  CHECK(read->ingest.size() == 1);
  CHECK(read->contracts == "sources");
  CHECK(read->transport == config::stage_transport::embedded);
  CHECK(read->print);
}

TEST_CASE("recorded events stand in for a poller") {
  const auto read = read_stages("stages: {ingest: [{file: raw.jsonl}, {source: github}]}\n");
  REQUIRE(read.has_value());
  CHECK(read->ingest[0].file == "raw.jsonl");
  CHECK(read->ingest[1].file.empty());
  CHECK(complaints("stages: {ingest: {file: a, source: b}}\n").find("unknown key in ingest: source") !=
        std::string::npos);
}

TEST_CASE("every mistake is told with its place") {
  const auto all = complaints("stages:\n  ingest: [{sorce: github, poll_interval: 1500ms}]\n  analyse: a.sql\n"
                              "transport: kafak\ntopics: {raws: x}\nbroker: x\n");
  CHECK(all.find("s.yml:2:12: ingest needs the key source") != std::string::npos);
  CHECK(all.find("unknown key in ingest: sorce (did you mean source?") != std::string::npos);
  CHECK(all.find("poll_interval must be whole seconds") != std::string::npos);
  CHECK(all.find("unknown key in stages: analyse (did you mean analyze?") != std::string::npos);
  CHECK(all.find("s.yml:4:12: ") != std::string::npos);
  CHECK(all.find("unknown key in topics: raws (did you mean raw?") != std::string::npos);
  CHECK(all.find("unknown key in the file: broker (did you mean brokers?") != std::string::npos);
  CHECK(complaints("stages: {normalize: {}}\n").find("stages has nothing to run") != std::string::npos);
  CHECK(complaints("stages: 3\n") != "");
  CHECK(complaints("stages: {ingest: {source: a}, analyze: ['']}\n").find("analyze has an empty entry") !=
        std::string::npos);
}

TEST_CASE("a pipeline file is no stages file") {
  CHECK(config::is_stages_file("stages: {}\n"));
  CHECK_FALSE(config::is_stages_file("source: {type: stdin}\n"));
  CHECK_FALSE(config::is_stages_file("- stages\n"));
  CHECK_FALSE(config::is_stages_file("a: [\n"));
}
