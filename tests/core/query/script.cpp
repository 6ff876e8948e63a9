#include "core/query/script.hpp"

#include "core/sql/script_parser.hpp"
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;
using namespace planned;

namespace {

std::vector<complaint> complaints_of(const std::string& text) {
  auto made = plan_script(text);
  INFO(text);
  REQUIRE(!made);
  return made.error();
}

/// What the statements that only ask have to say.
strings answers_of(const std::string& statements, explain_words explain = {}) {
  const auto text = tables() + "\n" + statements;
  auto made = plan_script(text, std::move(explain));
  INFO(statements);
  if (!made) FAIL(to_string(made.error().front().what));
  return made->take_answers();
}

} // namespace

TEST_CASE("a complaint says when it was found, at which line and column, and what") {
  const auto parse = complaints_of("SELECT 1;\nSELECT FROM t;").front();
  CHECK(to_string(parse.when) == "parse");
  CHECK(parse.what.place.line == 2);
  CHECK(parse.what.place.column == 8);

  const auto name = complaints_of(tables() + "\n\nSELECT k,\n  pric FROM bids;").front();
  CHECK(to_string(name.when) == "validate");
  CHECK(to_string(name.what) == "line 4, column 3: unknown column: pric (did you mean price?)");

  const auto plan = complaints_of(tables() + "\nSELECT k FROM bids\nORDER BY price;").front();
  CHECK(to_string(plan.when) == "plan");
  CHECK(plan.what.place.line == 3);
  CHECK(plan.what.place.column == 10);
}

TEST_CASE("every statement has its complaint, not only the first") {
  const auto all = complaints_of(tables() + "\nSELECT a FROM bids;\nSELECT k FROM bids;\nSELECT k FROM nowhere;");
  REQUIRE(all.size() == 2);
  CHECK(all[0].what.place.line == 2);
  CHECK(all[1].what.place.line == 4);
}

TEST_CASE("what is understood but not run is a fault of planning even where the parser finds it") {
  CHECK(complaint_of("SELECT k FROM bids WHERE price = (SELECT MAX(price) FROM asks);").starts_with("plan 1:34 "));
}

TEST_CASE("a name is declared once, for tables and views alike") {
  CHECK(complaint_of("CREATE TABLE bids (a INT) WITH ('connector' = 'print');") ==
        "validate 1:14 there is already a table or view bids");
  CHECK(complaint_of("CREATE VIEW bids AS SELECT 1;") == "validate 1:13 there is already a table or view bids");
  CHECK(complaint_of("CREATE TABLE IF NOT EXISTS bids (a INT) WITH ('connector' = 'print'); SELECT price FROM bids;") ==
        "no complaint");
  CHECK(complaint_of("CREATE VIEW IF NOT EXISTS bids AS SELECT 1 AS n; SELECT price FROM bids;") == "no complaint");
  CHECK(complaint_of("CREATE TABLE t WITH ('connector' = 'print') AS SELECT 1;") ==
        "plan 1:1 CREATE TABLE ... AS SELECT | declare the table, then INSERT INTO it");
}

TEST_CASE("a view is checked where it is declared, and is not run unless someone reads it") {
  CHECK(complaint_of("CREATE VIEW v AS SELECT x FROM bids;") == "validate 1:25 unknown column: x | did you mean k?");
  CHECK(plan_of("CREATE VIEW v AS SELECT k, COUNT(*) AS n FROM bids GROUP BY k;").stages.empty());
  CHECK(shown("CREATE VIEW v (a, b) AS SELECT k, price FROM bids; SELECT * FROM v;") == "a STRING, b INT");
  CHECK(complaint_of("CREATE VIEW v (a) AS SELECT k, price FROM bids; SELECT * FROM v;")
            .find("1 names for the 2 columns of v") != std::string::npos);
}

TEST_CASE("a view that several queries read is planned once") {
  const auto plan = plan_of("CREATE VIEW v AS SELECT k, COUNT(*) AS n FROM bids GROUP BY k;"
                            "SELECT k FROM v; SELECT n FROM v;");
  CHECK(plan.stages.size() == 1);
  CHECK(plan.sources.size() == 1);
  REQUIRE(plan.sinks.size() == 2);
  CHECK(plan.sinks[0].name == "select");
  CHECK(plan.sinks[1].name == "select 2");
}

TEST_CASE("settings hold for the statements behind them") {
  const auto plan = plan_of("SET 'table.exec.state.ttl' = '1 h'; SELECT k, COUNT(*) FROM bids GROUP BY k;"
                            "RESET 'table.exec.state.ttl'; SELECT k, SUM(price) FROM bids GROUP BY k;");
  CHECK(operation_of<group::group_aggregate_plan>(plan, 0).state_ttl_ms == 3'600'000);
  CHECK(operation_of<group::group_aggregate_plan>(plan, 1).state_ttl_ms == 0);
  CHECK(answers_of("SET 'a' = '1'; SET 'b' = '2'; SET;") == strings{"'a' = '1'", "'b' = '2'"});
  CHECK(answers_of("SET 'a' = '1'; RESET; SET;").empty());
  CHECK(complaint_of("SET 'table.local-time-zone' = 'Mars/Olympus';").starts_with("validate 1:"));
}

TEST_CASE("the zone of the session is the plan's") {
  const auto text = tables() + "SET 'table.local-time-zone' = 'Asia/Tokyo'; SELECT k FROM bids;";
  CHECK(plan_script(text)->finish().time_zone == "Asia/Tokyo");
}

TEST_CASE("a finished plan marks the columns that are read") {
  const auto made = plan_script(tables() + "SELECT k FROM bids;").value().finish();
  strings wanted;
  for (const auto& column : made.sources[0].columns)
    if (column.wanted) wanted.push_back(column.name);
  CHECK(wanted == strings{"k", "rt"});
}

TEST_CASE("what is dropped is gone, and its name may be used again") {
  CHECK(complaint_of("DROP TABLE bids; SELECT k FROM bids;").starts_with("validate 1:32 unknown table: bids"));
  CHECK(complaint_of("DROP TABLE nowhere;") == "validate 1:12 unknown table: nowhere");
  CHECK(complaint_of("DROP VIEW nowhere;") == "validate 1:11 unknown view: nowhere");
  CHECK(complaint_of("DROP TABLE IF EXISTS nowhere;") == "no complaint");
  CHECK(shown("CREATE VIEW v AS SELECT k FROM bids; DROP VIEW v; CREATE VIEW v AS SELECT price FROM bids; SELECT * "
              "FROM v;") == "price INT");
}

TEST_CASE("a sink that is dropped and declared anew is another sink") {
  const auto plan =
      plan_of("CREATE TABLE o (a STRING) WITH ('connector' = 'blackhole'); INSERT INTO o SELECT k FROM bids;"
              "DROP TABLE o; CREATE TABLE o (a INT, b STRING) WITH ('connector' = 'print');"
              "INSERT INTO o SELECT price, k FROM bids;");
  REQUIRE(plan.sinks.size() == 2);
  CHECK(columns_of(*plan.sinks[0].layout) == "a STRING");
  CHECK(columns_of(*plan.sinks[1].layout) == "a INT, b STRING");
  CHECK(plan.sinks[1].connector == "stdout");
}

TEST_CASE("a source that is dropped and declared anew is another source") {
  const auto plan = plan_of("SELECT price FROM bids; DROP TABLE bids;"
                            "CREATE TABLE bids (x INT) WITH ('connector' = 'datagen'); SELECT x FROM bids;");
  REQUIRE(plan.sources.size() == 2);
  CHECK(plan.sources[1].connector == "datagen");
}

TEST_CASE("inserts into one table are one sink, a statement set like single ones") {
  const std::string two =
      "INSERT INTO appended SELECT k, price FROM bids; INSERT INTO appended SELECT k, price FROM asks;";
  for (const auto& text : {two, "EXECUTE STATEMENT SET BEGIN " + two + " END;"}) {
    const auto plan = plan_of(text);
    REQUIRE(plan.sinks.size() == 1);
    CHECK(inputs_of_sink(plan) ==
          strings{"bids: select k price; select k price", "asks: select k price; select k price"});
  }
}

TEST_CASE("SHOW and DESCRIBE answer from what is declared") {
  CHECK(answers_of("CREATE VIEW v AS SELECT k FROM bids; SHOW TABLES;") ==
        strings{"appended", "asks", "bids", "changed", "clocked", "zoned", "v"});
  CHECK(answers_of("CREATE VIEW v AS SELECT k FROM bids; SHOW VIEWS;") == strings{"v"});
  CHECK(answers_of("CREATE VIEW v AS SELECT k FROM bids; SHOW CREATE VIEW v;") ==
        strings{"CREATE VIEW v AS SELECT k FROM bids"});
  CHECK(answers_of("CREATE TABLE t (a INT)\n WITH ('connector' = 'print'); SHOW CREATE TABLE t;") ==
        strings{"CREATE TABLE t (a INT)\n WITH ('connector' = 'print')"});
  CHECK(answers_of("DESCRIBE bids;") == strings{"k STRING", "price INT", "rt TIMESTAMP(3)"});
  CHECK(answers_of("CREATE TABLE t (a INT NOT NULL) WITH ('connector' = 'print'); DESC t;") ==
        strings{"a INT NOT NULL"});
  CHECK(complaint_of("SHOW CREATE TABLE bidz;") == "validate 1:19 unknown table: bidz | did you mean bids?");
  CHECK(complaint_of("SHOW FUNCTIONS;") == "plan 1:1 SHOW FUNCTIONS | SHOW TABLES, VIEWS and CREATE TABLE are there");
}

TEST_CASE("EXPLAIN speaks of its own statement and runs nothing") {
  const auto words = [](const plan::pipeline_plan& plan) {
    return fmt::format("{} stages, {} sinks", plan.stages.size(), plan.sinks.size());
  };
  const auto answers = answers_of("SELECT k FROM bids; EXPLAIN SELECT k, COUNT(*) FROM bids GROUP BY k; EXPLAIN INSERT "
                                  "INTO appended SELECT k, price FROM bids;"
                                  "EXPLAIN STATEMENT SET BEGIN INSERT INTO appended SELECT k, price FROM bids; INSERT "
                                  "INTO changed SELECT k, 1 FROM bids; END;",
                                  words);
  CHECK(answers == strings{"1 stages, 1 sinks", "0 stages, 1 sinks", "0 stages, 2 sinks"});
  CHECK(plan_of("EXPLAIN SELECT k FROM bids;").sinks.empty());
  CHECK(answers_of("EXPLAIN SELECT k FROM bids;").empty());
  CHECK(complaint_of("EXPLAIN SELECT x FROM bids;") == "validate 1:16 unknown column: x | did you mean k?");
}

TEST_CASE("a plan that is begun anew keeps tables, views and settings") {
  const auto text = tables();
  auto made = plan_script(text).value();
  const std::string first = "SELECT k FROM bids;";
  const std::string second = "SELECT price FROM asks;";
  for (const auto* one : {&first, &second}) {
    made.begin_plan();
    made.read_from(*one);
    const auto statements = sql::parse_script(*one);
    REQUIRE(statements);
    REQUIRE(made.run(statements->at(0)));
    REQUIRE(made.plan().sinks.size() == 1);
    CHECK(made.plan().sinks[0].name == "select");
    CHECK(made.plan().sources.size() == 1);
  }
  CHECK(made.plan().sources[0].name == "asks");
}
