#include "core/plan/topic_options.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

const option_values read_base{{"connector", "kafka"}, {"topic", "a"}, {"properties.bootstrap.servers", "b:1"}};

option_values with(option_values base, std::initializer_list<std::pair<const std::string, std::string>> more) {
  for (const auto& one : more) base.insert_or_assign(one.first, one.second);
  return base;
}

std::string fault_of(const option_values& options) {
  const auto read = read_topic_source(options);
  REQUIRE_FALSE(read.has_value());
  return read.error().option + ": " + read.error().what.message;
}

} // namespace

TEST_CASE("a topic is read with Flink's options") {
  const auto read = read_topic_source(
      with(read_base, {{"topic", "a; b"},
                       {"properties.group.id", "g"},
                       {"scan.startup.mode", "specific-offsets"},
                       {"scan.startup.specific-offsets", "partition:0,offset:42;partition:3,offset:7"},
                       {"scan.bounded.mode", "timestamp"},
                       {"scan.bounded.timestamp-millis", "99"},
                       {"scan.topic-partition-discovery.interval", "2 min"}}));
  REQUIRE(read.has_value());
  CHECK(read->topics == std::vector<std::string>{"a", "b"});
  CHECK(read->properties == option_values{{"bootstrap.servers", "b:1"}, {"group.id", "g"}});
  CHECK(read->start == topic_start::specific_offsets);
  CHECK(read->start_offsets == std::map<std::int32_t, std::int64_t>{{0, 42}, {3, 7}});
  CHECK(read->end == topic_end::timestamp);
  CHECK(read->end_timestamp_ms == 99);
  CHECK(read->discovery_interval_ms == 120'000);
}

TEST_CASE("wrong options of a topic are named with what is wrong") {
  CHECK(fault_of(read_base) == "connector: reading from the group's offsets needs the option 'properties.group.id'");
  CHECK(fault_of(with(read_base, {{"scan.startup.mode", "start"}})) ==
        "scan.startup.mode: scan.startup.mode is not known: start");
  CHECK(fault_of(with(read_base, {{"scan.startup.mode", "timestamp"}})) ==
        "scan.startup.timestamp-millis: scan.startup.timestamp-millis is missing: scan.startup.mode 'timestamp' needs "
        "it");
  CHECK(fault_of(
            with(read_base, {{"scan.startup.mode", "specific-offsets"}, {"scan.startup.specific-offsets", "0:5"}})) ==
        "scan.startup.specific-offsets: scan.startup.specific-offsets cannot be read: 0:5");
  CHECK(fault_of(with(read_base, {{"topic-pattern", "a.*"}})) ==
        "topic-pattern: a table has either 'topic' or 'topic-pattern', not both");
  CHECK(fault_of(with(read_base, {{"scan.startup.mode", "earliest-offset"}, {"scan.bounded.mode", "group-offsets"}})) ==
        "scan.bounded.mode: ending at the group's offsets needs the option 'properties.group.id'");
}

TEST_CASE("a topic is written with the guarantee that is asked for") {
  const auto plain = read_topic_sink(read_base);
  REQUIRE(plain.has_value());
  CHECK(plain->guarantee == delivery::at_least_once);
  CHECK_FALSE(plain->guarantee_is_stated);
  const auto exact = read_topic_sink(
      with(read_base, {{"sink.delivery-guarantee", "exactly-once"}, {"sink.transactional-id-prefix", "p"}}));
  REQUIRE(exact.has_value());
  CHECK(exact->guarantee == delivery::exactly_once);
  CHECK(exact->transactional_id_prefix == "p");
  const auto without = read_topic_sink(with(read_base, {{"sink.delivery-guarantee", "exactly-once"}}));
  REQUIRE_FALSE(without.has_value());
  CHECK(without.error().what.message == "exactly-once needs the option 'sink.transactional-id-prefix'");
  CHECK_FALSE(read_topic_sink(with(read_base, {{"topic", "a;b"}})).has_value());
}

TEST_CASE("the key of a record is some of the columns") {
  const schema columns{{{"k_id", int64_type()}, {"v", int32_type()}}};
  const auto read = [&](std::initializer_list<std::pair<const std::string, std::string>> more) {
    return read_key(with(read_base, more), columns, {});
  };
  const auto key = read({{"key.format", "json"},
                         {"key.fields", "k_id"},
                         {"key.fields-prefix", "k_"},
                         {"value.fields-include", "EXCEPT_KEY"}});
  REQUIRE(key.has_value());
  CHECK(key->has_key);
  CHECK(key->fields == std::vector<std::string>{"k_id"});
  CHECK(key->prefix == "k_");
  CHECK_FALSE(key->value_has_key);
  CHECK(read({{"key.format", "json"}}).error().what.message ==
        "a key format needs the columns of the key: the option 'key.fields'");
  CHECK(read({{"key.fields", "v"}}).error().what.message == "'key.fields' needs a format: the option 'key.format'");
  CHECK(read({{"key.format", "json"}, {"key.fields", "w"}}).error().what.message == "there is no column w");
  CHECK(read({{"value.fields-include", "EXCEPT_KEY"}}).error().option == "value.fields-include");
  CHECK(read({{"key.format", "json"},
              {"key.fields", "v"},
              {"key.fields-prefix", "k_"},
              {"value.fields-include", "EXCEPT_KEY"}})
            .error()
            .option == "key.fields-prefix");
}
