#include "core/query/connector_options.hpp"

#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

/// The complaint about a table of one column with these options, when it is read.
std::string read_with(const std::string& options, const std::string& columns = "a STRING") {
  return planned::complaint_of("CREATE TABLE t (" + columns + ") WITH (" + options + "); SELECT * FROM t;");
}
std::string written_with(const std::string& options) {
  return planned::complaint_of("CREATE TABLE t (a STRING) WITH (" + options + "); INSERT INTO t SELECT k FROM bids;");
}

} // namespace

TEST_CASE("an unknown connector is named, with the nearest one that is there") {
  CHECK(read_with("'connector' = 'filesystm'") ==
        "validate 1:47 there is no connector filesystm | did you mean filesystem?");
  CHECK(read_with("'connector' = 'carrier-pigeons'") ==
        "validate 1:47 there is no connector carrier-pigeons | there are filesystem, kafka, upsert-kafka, print, "
        "blackhole, datagen, http, memory, opensearch");
}

TEST_CASE("an unknown option is named at its place, with the nearest one that is there") {
  CHECK(read_with("'connector' = 'filesystem', 'pth' = 'a', 'format' = 'json'") ==
        "validate 1:61 connector filesystem has no option pth | did you mean 'path'?");
  CHECK(read_with("'connector' = 'filesystem', 'path' = 'a', 'format' = 'json', 'zzzzzzzzzzzz' = 'x'") ==
        "validate 1:94 connector filesystem has no option zzzzzzzzzzzz");
}

TEST_CASE("an option that a connector needs must be there") {
  CHECK(read_with("'connector' = 'filesystem', 'path' = 'a'") ==
        "validate 1:47 connector filesystem needs the option 'format'");
  CHECK(read_with("'connector' = 'kafka', 'topic' = 'a', 'format' = 'json'") ==
        "validate 1:47 connector kafka needs the option 'properties.bootstrap.servers'");
}

TEST_CASE("a pattern stands for a topic, a value format for a format") {
  CHECK(read_with("'connector' = 'kafka', 'topic-pattern' = 'a.*', 'properties.bootstrap.servers' = 'b', "
                  "'properties.group.id' = 'g', 'value.format' = 'json', 'value.json.ignore-parse-errors' = 'true', "
                  "'scan.startup.mode' = 'earliest-offset'") == "no complaint");
}

TEST_CASE("options of a field belong to datagen alone") {
  CHECK(read_with("'connector' = 'datagen', 'fields.a.length' = '3'") == "no complaint");
  CHECK(read_with("'connector' = 'http', 'fields.a.length' = '3'") ==
        "validate 1:55 connector http has no option fields.a.length");
}

TEST_CASE("a table is read and written only where its connector can") {
  CHECK(read_with("'connector' = 'print'") == "plan 1:14 table t can only be written: connector print");
  CHECK(written_with("'connector' = 'datagen'") == "plan 1:14 table t can only be read: connector datagen");
}

TEST_CASE("metadata is what the connector knows of its records") {
  const std::string kafka = "'connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b', "
                            "'format' = 'json', 'scan.startup.mode' = 'earliest-offset'";
  CHECK(read_with(kafka, "a STRING, p INT METADATA FROM 'partition' VIRTUAL, `offset` BIGINT METADATA VIRTUAL") ==
        "no complaint");
  CHECK(read_with(kafka, "a STRING, p INT METADATA FROM 'colour' VIRTUAL") ==
        "validate 1:14 connector kafka has no metadata colour | it has topic, partition, headers, leader-epoch, "
        "offset, timestamp, timestamp-type");
  CHECK(read_with("'connector' = 'http'", "a STRING, p INT METADATA FROM 'colour'") ==
        "validate 1:14 connector http has no metadata colour | it has none");
}

TEST_CASE("every option that the opensearch sink reads can be written, and no other") {
  std::string options = "'connector' = 'opensearch', 'hosts' = 'http://h', 'index' = 'i'";
  for (const auto* name : {"username",
                           "password",
                           "document-id.key-delimiter",
                           "document-id.prefix",
                           "sink.bulk-flush.max-actions",
                           "sink.bulk-flush.max-size",
                           "sink.bulk-flush.interval",
                           "sink.bulk-flush.backoff.strategy",
                           "sink.bulk-flush.backoff.max-retries",
                           "sink.bulk-flush.backoff.delay",
                           "sink.delivery-guarantee",
                           "failure-handler",
                           "allow-insecure",
                           "connection.path-prefix",
                           "connection.timeout",
                           "connection.request-timeout",
                           "socket.timeout",
                           "connection.gzip",
                           "connection.ca-file",
                           "dead-letter.path",
                           "index-template",
                           "index-template.number-of-shards",
                           "index-template.number-of-replicas"})
    options += std::string(", '") + name + "' = '1'";
  CHECK(written_with(options) == "no complaint");
  CHECK(written_with(options + ", 'index-templat' = 'false'") != "no complaint");
}

TEST_CASE("only some sinks can take rows back") {
  for (const auto* name : {"print", "blackhole", "memory", "upsert-kafka", "opensearch"})
    CHECK(connector_takes_updates(name));
  for (const auto* name : {"filesystem", "kafka", "datagen", "http", "nothing"}) CHECK(!connector_takes_updates(name));
}
