// INSERT INTO: which column goes where, in which type, and what the sink can take.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

const std::string strict = "CREATE TABLE strict (k STRING NOT NULL, n INT) WITH ('connector' = 'blackhole');\n";
const std::string kinds =
    "CASE WHEN ($kind = 0) THEN '+I' WHEN ($kind = 1) THEN '-U' WHEN ($kind = 2) THEN '+U' ELSE '-D' END";

/// The complaint about the second line.
std::string complaint_about(const std::string& before, const std::string& statement) {
  const auto made = complaint_of(before + statement);
  INFO(made);
  CHECK(made.find(" 2:") != std::string::npos);
  return made;
}

} // namespace

TEST_CASE("columns go by position, or by the names that are listed") {
  CHECK(inputs_of_sink(plan_of("INSERT INTO appended SELECT k, price FROM bids;")) ==
        strings{"bids: select k price; select k price"});
  CHECK(inputs_of_sink(plan_of("INSERT INTO appended (n, k) SELECT price, k FROM bids;")) ==
        strings{"bids: select price k; select k price"});
  CHECK(inputs_of_sink(plan_of("INSERT INTO appended (k) SELECT k FROM bids;")) ==
        strings{"bids: select k; select k NULL"});
}

TEST_CASE("columns that do not fit the sink are named, with both schemas") {
  CHECK(complaint_of("INSERT INTO appended SELECT k FROM bids;") ==
        "validate 1:13 the query has 1 columns and the sink 2: [k STRING] and [k STRING, n BIGINT]");
  CHECK(complaint_of("INSERT INTO appended (k, k) SELECT k, k FROM bids;") == "validate 1:26 column named twice: k");
  CHECK(complaint_of("INSERT INTO appended (k, m) SELECT k, price FROM bids;") ==
        "validate 1:26 the sink has no column m | did you mean k?");
  CHECK(complaint_of("INSERT INTO appended (k, quantity) SELECT k, price FROM bids;") ==
        "validate 1:26 the sink has no column quantity");
  CHECK(complaint_of("INSERT INTO appended (k, n) SELECT k FROM bids;") ==
        "validate 1:23 2 columns are named and the query has 1");
  CHECK(complaint_of("INSERT INTO appended SELECT price, k FROM bids;") ==
        "validate 1:13 column price of the query is INT and the sink's k is STRING: query [price INT, k STRING], sink "
        "[k STRING, n BIGINT] | write CAST(price AS STRING)");
}

TEST_CASE("a column that is NOT NULL gets a value, and NULLs for it are faults of their rows") {
  CHECK(complaint_about(strict, "INSERT INTO strict (n) SELECT price FROM bids;") ==
        "validate 2:13 the sink's column k is NOT NULL and gets no value");
  const auto plan = plan_of(strict + "INSERT INTO strict SELECT k, price FROM bids; INSERT INTO strict SELECT 'x', 3;");
  const auto& steps = plan.sinks[0].inputs[0].program.steps;
  CHECK(std::get<plan::project_step>(steps.back()).columns[0]->column_index() == -1);
  CHECK(!std::get<plan::project_step>(steps.back()).columns[0]->type().nullable);
}

TEST_CASE("a sink that only takes new rows refuses changes, naming what makes them") {
  CHECK(complaint_of("INSERT INTO appended SELECT k, COUNT(*) FROM bids GROUP BY k;") ==
        "plan 1:13 the sink appended only takes new rows, and GROUP BY without windows changes rows | group by "
        "window_start and window_end, or write to a sink that takes updates (upsert-kafka, print)");
  CHECK(complaint_of("INSERT INTO appended SELECT b.k, a.price FROM bids b LEFT JOIN asks a ON b.k = a.k;")
            .find("an outer join without bounds changes rows") != std::string::npos);
}

TEST_CASE("a sink that shows its rows says what happens to them") {
  const auto plan = plan_of("INSERT INTO changed SELECT k, COUNT(*) FROM bids GROUP BY k;");
  CHECK(columns_of(*plan.sinks[0].layout) == "op CHAR(2) NOT NULL, k STRING, n BIGINT NOT NULL");
  CHECK(!plan.sinks[0].updating);
  CHECK(inputs_of_sink(plan) ==
        strings{"#0: select k COUNT(*) $kind; select k EXPR$1 $kind; select " + kinds + " k n"});
}

TEST_CASE("of several queries into such a sink all rows say so, in any order") {
  const std::string adds = "INSERT INTO changed SELECT k, price FROM bids;";
  const std::string changes = "INSERT INTO changed SELECT k, COUNT(*) FROM bids GROUP BY k;";
  for (const auto& text : {adds + changes, changes + adds}) {
    const auto plan = plan_of(text);
    REQUIRE(plan.sinks.size() == 1);
    CHECK(plan.sinks[0].layout->fields[0].name == "op");
    for (const auto& input : plan.sinks[0].inputs) {
      REQUIRE(input.program.output->fields.size() == 3);
      CHECK(input.program.output->fields[0].name == "op");
    }
  }
  CHECK(inputs_of_sink(plan_of(adds + changes))[0] == "bids: select k price; select k price; select '+I' k n");
  CHECK(inputs_of_sink(plan_of(changes + adds))[1] == "bids: select k price; select k price; select '+I' k n");
  CHECK(columns_of(*plan_of(adds + adds).sinks[0].layout) == "k STRING, n BIGINT");
}

TEST_CASE("other sinks that take changes get the kind of each row") {
  const auto plan =
      plan_of("CREATE TABLE u (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'blackhole');"
              "INSERT INTO u SELECT k, COUNT(*) FROM bids GROUP BY k;");
  CHECK(plan.sinks[0].updating);
  CHECK(planned::columns_of(*plan.sinks[0].inputs[0].program.output).ends_with("$kind TINYINT NOT NULL"));
}

TEST_CASE("INSERT needs a table that is there, and never overwrites a stream") {
  CHECK(complaint_of("INSERT OVERWRITE appended SELECT k, price FROM bids;") ==
        "plan 1:18 INSERT OVERWRITE over a stream | write INSERT INTO");
  CHECK(complaint_of("INSERT INTO appende SELECT 1;") ==
        "validate 1:13 unknown table: appende | did you mean appended?");
}
