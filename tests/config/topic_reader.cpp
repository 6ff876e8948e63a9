#include "config/topic_reader.hpp"

#include "config/pipeline_file.hpp"
#include "core/plan/topic_options.hpp"
#include "tests/support/catch.hpp"

namespace {

core::plan::pipeline_plan plan_of(const std::string& text) {
  auto read = config::read_pipeline(text, {});
  if (!read) FAIL(config::render_complaints("pipeline.yml", text, read.error()));
  return std::move(read->plan);
}

std::string complaints_of(const std::string& text) {
  const auto read = config::read_pipeline(text, {});
  REQUIRE_FALSE(read.has_value());
  std::string made;
  for (const auto& one : read.error()) made += one.message + "\n";
  return made;
}

} // namespace

TEST_CASE("a topic of a pipeline file has the options that a SQL file gives it") {
  const auto plan = plan_of(
      "source: {type: kafka, brokers: 'a:1,b:2', topic: events, group: g, bounded: true, properties: "
      "{security.protocol: SSL}, columns: {k: STRING, v: INT}}\n"
      "sink: {type: kafka, brokers: c:3, topic: out, key: [k], guarantee: exactly-once, transactional_id: t}\n");
  CHECK(plan.sources[0].connector == "kafka");
  CHECK(plan.sources[0].options == core::plan::option_values{{"connector", "kafka"},
                                                             {"topic", "events"},
                                                             {"properties.bootstrap.servers", "a:1,b:2"},
                                                             {"properties.group.id", "g"},
                                                             {"properties.auto.offset.reset", "earliest"},
                                                             {"properties.security.protocol", "SSL"},
                                                             {"scan.startup.mode", "group-offsets"},
                                                             {"scan.bounded.mode", "latest-offset"}});
  CHECK(plan.sinks[0].options.at("sink.delivery-guarantee") == "exactly-once");
  CHECK(plan.sinks[0].options.at("sink.transactional-id-prefix") == "t");
  REQUIRE(plan.sinks[0].key.has_value());
  CHECK(plan.sinks[0].key->columns == std::vector<std::size_t>{0});
}

TEST_CASE("a topic without a group is read from its beginning") {
  const auto plan =
      plan_of("source: {type: kafka, brokers: a:1, topic: t, columns: {k: STRING}}\nsink: {type: blackhole}\n");
  CHECK(plan.sources[0].options.at("scan.startup.mode") == "earliest-offset");
}

TEST_CASE("what is missing of a topic is said") {
  CHECK(complaints_of("source: {type: kafka, columns: {k: STRING}}\nsink: {type: kafka, brokers: a:1, topic: t, "
                      "guarantee: exactly-once}\n") ==
        "source needs the key brokers\nsource needs the key topic\nexactly-once needs a transactional_id\n");
  CHECK(complaints_of(
            "source: {type: stdin, columns: {k: STRING}}\nsink: {type: kafka, brokers: a:1, topic: t, key: w}\n") ==
        "key: there is no column w\n");
}
