// What a topic's records become in a table: formats, keys, metadata, tombstones, where reading begins and ends.

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"

using namespace e2e;

namespace {

/// Rows of `select` over a bounded table of the topic, as JSON lines, sorted.
struct reading {
  std::string columns;
  std::string topic;
  std::string options;
  std::string select;
  std::string result_columns;
};

std::string rows_of(const reading& wanted, std::vector<std::string> flags = {}) {
  weir_runs weir("");
  const auto out = weir.file("rows.jsonl");
  weir.rewrite(
      fmt::format("CREATE TABLE events ({}) WITH ('connector' = 'kafka', 'topic' = '{}', "
                  "'properties.bootstrap.servers' = '{}', 'scan.bounded.mode' = 'latest-offset'{});\n"
                  "CREATE TABLE answer ({}) WITH ('connector' = 'filesystem', 'path' = '{}', 'format' = 'json');\n"
                  "INSERT INTO answer {};\n",
                  wanted.columns, wanted.topic, shared_cluster().address(), wanted.options, wanted.result_columns, out,
                  wanted.select));
  const int code = weir.to_end(std::move(flags));
  INFO(weir.words());
  REQUIRE(code == 0);
  std::vector<std::string> lines;
  std::istringstream text(text_of(out));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::ranges::sort(lines);
  std::string made;
  for (const auto& line : lines) made += line + "\n";
  return made;
}

const std::string from_start = ", 'scan.startup.mode' = 'earliest-offset'";

} // namespace

TEST_CASE("records have key, time, headers, partition and offset as columns") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("with-metadata", 2);
  client.write("with-metadata", {{R"({"id":7})", R"({"v":1})", 0, 1'700'000'000'123, {{"trace", "abc"}, {"empty", ""}}},
                                 {std::nullopt, R"({"v":2})", 1, 1'700'000'000'456},
                                 {R"({"id":9})", "{\n  \"v\": 3\r\n}\n", 1, 1'700'000'001'000}});
  const reading wanted{
      "id BIGINT, v INT, stamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', p INT METADATA FROM 'partition' VIRTUAL, "
      "o BIGINT METADATA FROM 'offset' VIRTUAL, h MAP<STRING, BYTES> METADATA FROM 'headers' VIRTUAL, "
      "topic STRING METADATA VIRTUAL, kind STRING METADATA FROM 'timestamp-type' VIRTUAL",
      "with-metadata",
      from_start + ", 'key.format' = 'json', 'key.fields' = 'id', 'value.format' = 'json', 'value.fields-include' = "
                   "'EXCEPT_KEY'",
      "SELECT id, v, stamp, p, o, CAST(h['trace'] AS STRING), CARDINALITY(h), topic, kind FROM events",
      "id BIGINT, v INT, stamp TIMESTAMP_LTZ(3), p INT, o BIGINT, trace STRING, headers INT, topic STRING, kind "
      "STRING"};
  CHECK(
      rows_of(wanted) ==
      R"({"id":7,"v":1,"stamp":"2023-11-14 22:13:20.123Z","p":0,"o":0,"trace":"abc","headers":2,"topic":"with-metadata","kind":"CreateTime"}
{"id":9,"v":3,"stamp":"2023-11-14 22:13:21Z","p":1,"o":1,"trace":null,"headers":0,"topic":"with-metadata","kind":"CreateTime"}
{"id":null,"v":2,"stamp":"2023-11-14 22:13:20.456Z","p":1,"o":0,"trace":null,"headers":0,"topic":"with-metadata","kind":"CreateTime"}
)");
}

TEST_CASE("tombstones are passed over, empty and broken records are bad, and their neighbours are read") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("with-holes", 1);
  client.write("with-holes", {{"k", R"({"v":1})"},
                              {"k", std::nullopt},
                              {"k", ""},
                              {"k", R"({"v":)"},
                              {"k", "{\"v\":\"a\nb\"}"},
                              {"k", R"({"v":5})"}});
  const reading wanted{"v INT", "with-holes", from_start + ", 'format' = 'json'", "SELECT v FROM events", "v INT"};
  CHECK(rows_of(wanted) == "{\"v\":1}\n{\"v\":5}\n");
  const reading bad{"v INT", "with-holes", from_start + ", 'format' = 'json'",
                    "SELECT reason, `partition`, `offset` FROM events$bad", "reason STRING, p INT, o BIGINT"};
  CHECK(rows_of(bad) == R"({"reason":"control character in a string at byte 8","p":0,"o":4}
{"reason":"empty record","p":0,"o":2}
{"reason":"expected a value at byte 6","p":0,"o":3}
)");
}

TEST_CASE("raw and CSV records may hold newlines") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("raw-texts", 1);
  client.write("raw-texts", {{std::nullopt, "one\ntwo"}, {std::nullopt, ""}, {std::nullopt, std::nullopt}});
  CHECK(rows_of({"t STRING", "raw-texts", from_start + ", 'format' = 'raw'", "SELECT t FROM events", "t STRING"}) ==
        "{\"t\":\"\"}\n{\"t\":\"one\\ntwo\"}\n{\"t\":null}\n");
  client.make_topic("csv-texts", 1);
  client.write("csv-texts", {{std::nullopt, "1,\"a\nb\""}, {std::nullopt, "2,c\r\n"}});
  CHECK(rows_of({"n INT, t STRING", "csv-texts", from_start + ", 'format' = 'csv'", "SELECT n, t FROM events",
                 "n INT, t STRING"}) == "{\"n\":1,\"t\":\"a\\nb\"}\n{\"n\":2,\"t\":\"c\"}\n");
}

TEST_CASE("reading begins where the options say") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("starts", 1);
  client.write("starts", {{std::nullopt, R"({"v":0})", 0, 1'000'000},
                          {std::nullopt, R"({"v":1})", 0, 2'000'000},
                          {std::nullopt, R"({"v":2})", 0, 3'000'000}});
  const auto read = [&](const std::string& options) {
    return rows_of({"v INT", "starts", ", 'format' = 'json'" + options, "SELECT v FROM events", "v INT"});
  };
  CHECK(read(", 'scan.startup.mode' = 'latest-offset'") == "");
  CHECK(read(", 'scan.startup.mode' = 'timestamp', 'scan.startup.timestamp-millis' = '1500000'") ==
        "{\"v\":1}\n{\"v\":2}\n");
  CHECK(read(", 'scan.startup.mode' = 'specific-offsets', 'scan.startup.specific-offsets' = 'partition:0,offset:2'") ==
        "{\"v\":2}\n");
  CHECK(read(", 'properties.group.id' = 'starts-1', 'properties.auto.offset.reset' = 'earliest'") ==
        "{\"v\":0}\n{\"v\":1}\n{\"v\":2}\n");
  // That run has ended and committed where.
  client.write("starts", {{std::nullopt, R"({"v":3})", 0}});
  CHECK(read(", 'properties.group.id' = 'starts-1'") == "{\"v\":3}\n");
  CHECK(client.committed("starts-1", "starts", 0) == std::pair<std::int64_t, std::string>(4, ""));
}

TEST_CASE("offsets that are gone follow the declared policy, loudly") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("shortened", 1);
  client.write("shortened", {{std::nullopt, R"({"v":0})"}, {std::nullopt, R"({"v":1})"}, {std::nullopt, R"({"v":2})"}});
  client.delete_records("shortened", 0, 2);
  const std::string from_zero = ", 'format' = 'json', 'scan.startup.mode' = 'specific-offsets', "
                                "'scan.startup.specific-offsets' = 'partition:0,offset:0'";
  CHECK(rows_of({"v INT", "shortened", from_zero + ", 'properties.auto.offset.reset' = 'earliest'",
                 "SELECT v FROM events", "v INT"}) == "{\"v\":2}\n");
  weir_runs weir(fmt::format(
      "CREATE TABLE events (v INT) WITH ('connector' = 'kafka', 'topic' = 'shortened', 'properties.bootstrap.servers' "
      "= '{}', "
      "'scan.bounded.mode' = 'latest-offset'{});\nCREATE TABLE answer (v INT) WITH ('connector' = 'blackhole');\n"
      "INSERT INTO answer SELECT v FROM events;\n",
      cluster.address(), from_zero));
  CHECK(weir.to_end() == 1);
  CHECK(weir.words() == "weir: topic shortened partition 0: offset 0 is not there: the broker holds 2 to 3 "
                        "('properties.auto.offset.reset' says where to go on instead)\n");
}
