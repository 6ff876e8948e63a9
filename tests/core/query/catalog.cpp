#include "core/query/catalog.hpp"

#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

/// Tables as a script declares them.
catalog declared(const std::string& statements) {
  auto made = plan_script(statements);
  INFO(statements);
  if (!made) FAIL(to_string(made.error().front().what));
  return made->declared();
}

catalog_table table_of(const std::string& columns, const std::string& before = "") {
  return declared(before + "CREATE TABLE t (" + columns + ") WITH ('connector' = 'blackhole');").tables.at("t");
}

std::string refusal(const std::string& columns) {
  return planned::complaint_of("CREATE TABLE t (" + columns + ") WITH ('connector' = 'blackhole');");
}

} // namespace

TEST_CASE("durations are Flink's: a whole number and a unit in any of its spellings") {
  CHECK(read_duration("250 ms").value() == 250);
  CHECK(read_duration("250").value() == 250);
  CHECK(read_duration("3s").value() == 3'000);
  CHECK(read_duration("3 secs").value() == 3'000);
  CHECK(read_duration("5 min").value() == 300'000);
  CHECK(read_duration("2 h ").value() == 7'200'000);
  CHECK(read_duration("1 day").value() == 86'400'000);
  CHECK(read_duration("0 s").value() == 0);
}

TEST_CASE("what is no duration is refused, and so is one past all time") {
  for (const auto* text : {"", "s", "-1 s", "1 fortnight", "1.5 s", "1 s 2", "9223372036854775807 d"}) {
    const auto read = read_duration(text);
    INFO(text);
    REQUIRE(!read);
    CHECK(read.error().message == std::string("not a duration: ") + text);
    CHECK(read.error().hint == "write 500 ms, 10 s, 5 min, 1 h or 1 d");
  }
}

TEST_CASE("the session's zone is UTC until it is set") {
  CHECK(declared("").time_zone() == "UTC");
  CHECK(declared("SET 'table.local-time-zone' = 'default';").time_zone() == "UTC");
  CHECK(declared("SET 'table.local-time-zone' = 'Europe/Berlin';").time_zone() == "Europe/Berlin");
}

TEST_CASE("a duration setting is 0 until it is set") {
  CHECK(declared("").duration_ms("table.exec.state.ttl") == 0);
  CHECK(declared("SET 'table.exec.state.ttl' = '1 h';").duration_ms("table.exec.state.ttl") == 3'600'000);
}

TEST_CASE("a name is its last part") {
  CHECK(plain_name({}).empty());
  CHECK(plain_name({{"default_catalog", {}}, {"default_database", {}}, {"events", {}}}) == "events");
}

TEST_CASE("columns keep their order, computed ones are bound over the stored ones") {
  const auto table =
      table_of("a INT, b AS a + 1, c STRING METADATA FROM 'topic' VIRTUAL, d BIGINT METADATA, pt AS PROCTIME()");
  REQUIRE(table.columns.size() == 5);
  CHECK(table.columns[0].what == sql::column_definition::sort::physical);
  CHECK(table.columns[1].computed->to_string() == "(a + 1)");
  CHECK(to_string(table.columns[1].type) == "INT");
  CHECK(table.columns[2].metadata_key == "topic");
  CHECK(table.columns[2].is_virtual);
  CHECK(table.columns[3].metadata_key == "d");
  CHECK(!table.columns[3].is_virtual);
  CHECK(table.columns[4].time == time_role::processing);
  CHECK(table.time_column == -1);
  CHECK(table.watermark == nullptr);
}

TEST_CASE("a watermark makes its column the event time") {
  const auto table = table_of("k STRING, rt TIMESTAMP(3), WATERMARK FOR rt AS rt - INTERVAL '5' SECOND");
  CHECK(table.time_column == 1);
  CHECK(table.columns[1].time == time_role::event);
  REQUIRE(table.watermark);
  CHECK(table.watermark->type().kind == type_kind::timestamp);
}

TEST_CASE("a primary key's columns are never NULL") {
  const auto table = table_of("a INT, b STRING, PRIMARY KEY (b) NOT ENFORCED");
  CHECK(table.primary_key == std::vector<std::string>{"b"});
  CHECK(table.columns[0].type.nullable);
  CHECK(!table.columns[1].type.nullable);
}

TEST_CASE("LIKE takes over columns, watermark and options, and own options win") {
  const auto known =
      declared(planned::tables() + "CREATE TABLE more (extra INT) WITH ('path' = 'more.jsonl') LIKE bids;");
  const auto& table = known.tables.at("more");
  REQUIRE(table.columns.size() == 4);
  CHECK(table.columns[0].name == "k");
  CHECK(table.columns[3].name == "extra");
  CHECK(table.time_column == 2);
  CHECK(table.options.at("path").value == "more.jsonl");
  CHECK(table.options.at("connector").value == "filesystem");
}

TEST_CASE("a table that cannot be is refused at the place of what is wrong") {
  CHECK(refusal("a INT, a STRING") == "validate 1:24 column declared twice: a");
  CHECK(refusal("a INT, WATERMARK FOR b AS b") ==
        "validate 1:38 the watermark's column is unknown: b | did you mean a?");
  CHECK(refusal("rowtime TIMESTAMP(3), WATERMARK FOR rowtim AS rowtim") ==
        "validate 1:53 the watermark's column is unknown: rowtim | did you mean rowtime?");
  CHECK(refusal("a INT, WATERMARK FOR a AS a") ==
        "validate 1:38 the watermark's column must be TIMESTAMP(3) or TIMESTAMP_LTZ(3): a is INT | "
        "compute one: rt AS TO_TIMESTAMP_LTZ(ts, 3)");
  CHECK(refusal("a TIMESTAMP(6), WATERMARK FOR a AS a") ==
        "validate 1:47 the watermark's column must be TIMESTAMP(3) or TIMESTAMP_LTZ(3): a is TIMESTAMP(6) | "
        "compute one: rt AS TO_TIMESTAMP_LTZ(ts, 3)");
  CHECK(refusal("a TIMESTAMP(3), WATERMARK FOR a AS 7") ==
        "validate 1:52 a watermark is a timestamp, not INT NOT NULL");
  CHECK(refusal("r ROW<a TIMESTAMP(3)>, WATERMARK FOR r.a AS r.a") ==
        "plan 1:40 a watermark on a field of a ROW | "
        "add a computed column for the field and declare the watermark on that");
  CHECK(refusal("a INT, PRIMARY KEY (b) NOT ENFORCED") == "validate 1:37 the primary key's column is unknown: b");
  CHECK(refusal("a AS b + 1") == "validate 1:22 unknown column: b");
  CHECK(planned::complaint_of("CREATE TABLE t (a INT) LIKE nowhere;") == "validate 1:29 unknown table: nowhere");
}
