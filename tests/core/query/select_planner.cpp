// SELECT without groups: conditions, the list, DISTINCT, and the watermark as a value.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

TEST_CASE("conditions and the list run at the source") {
  const auto plan = plan_of("SELECT k, price + 1 AS p FROM bids WHERE price > 3 AND k <> 'x';");
  CHECK(plan.stages.empty());
  CHECK(inputs_of_sink(plan) == strings{"bids: where (price > 3); where (k <> 'x'); select k (price + 1); select k p"});
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, p INT");
}

TEST_CASE("a star is every column of its table, and names are told apart") {
  CHECK(shown("SELECT * FROM bids;") == "k STRING, price INT, rt TIMESTAMP(3)");
  CHECK(shown("SELECT b.*, price AS p FROM bids b;") == "k STRING, price INT, rt TIMESTAMP(3), p INT");
  CHECK(shown("SELECT k, k, price + 1 FROM bids;") == "k STRING, k0 STRING, EXPR$2 INT");
  CHECK(complaint_of("SELECT x.* FROM bids b;") == "validate 1:8 unknown table: x");
  CHECK(complaint_of("SELECT *;") == "validate 1:8 * without a table");
}

TEST_CASE("a field of a ROW keeps its name") {
  CHECK(shown("SELECT (r).a FROM (SELECT CAST(ROW(1, 'x') AS ROW<a INT, b STRING>) AS r FROM bids);")
            .starts_with("a INT"));
}

TEST_CASE("DISTINCT groups by the whole list") {
  const auto plan = plan_of("SELECT DISTINCT k, price FROM bids;");
  CHECK(stages_of(plan) == strings{"groups"});
  CHECK(inputs_of(plan) == strings{"bids: select k price; select k price by k, price"});
  CHECK(operation_of<group::group_aggregate_plan>(plan).calls.empty());
}

TEST_CASE("WHERE takes conditions over rows") {
  CHECK(complaint_of("SELECT k FROM bids WHERE SUM(price) > 1;") ==
        "validate 1:26 an aggregate cannot stand in WHERE: SUM(price) | use HAVING, or a sub-query");
  CHECK(complaint_of("SELECT k FROM bids WHERE price;") == "validate 1:26 WHERE needs a condition: price is INT");
  CHECK(complaint_of("SELECT k FROM bids WHERE NULL;") == "no complaint");
}

TEST_CASE("QUALIFY is refused with what to write instead") {
  CHECK(complaint_of("SELECT k FROM bids QUALIFY ROW_NUMBER() OVER (ORDER BY rt) = 1;") ==
        "plan 1:28 QUALIFY | write the condition in a query around this one");
}

TEST_CASE("the watermark is a column that the source fills in") {
  const auto plan = plan_of("SELECT k FROM bids WHERE rt <= CURRENT_WATERMARK(rt);");
  CHECK(plan.sources[0].reads_watermark);
  CHECK(inputs_of_sink(plan) == strings{"bids: where (rt <= $watermark); select k; select k"});
  CHECK(shown("SELECT *, CURRENT_WATERMARK(rt) AS w FROM bids;") ==
        "k STRING, price INT, rt TIMESTAMP(3), w TIMESTAMP(3)");
  CHECK(!plan_of("SELECT k FROM bids;").sources[0].reads_watermark);
  CHECK(complaint_of("SELECT CURRENT_WATERMARK(rt) FROM (SELECT rt, k FROM bids);") ==
        "plan 1:8 CURRENT_WATERMARK where rows no longer come from a table with a watermark | "
        "call it in the query that reads the table");
}

TEST_CASE("PROCTIME() in the list is a time attribute") {
  const auto plan = plan_of("SELECT k, COUNT(*) FROM (SELECT k, PROCTIME() AS p FROM bids) "
                            "GROUP BY k, TUMBLE(p, INTERVAL '1' SECOND);");
  CHECK(inputs_of(plan) == strings{"bids: select k PROCTIME(); select k p by k at p of the clock"});
}

TEST_CASE("a value computed from a window's column needs the windows at once") {
  const auto plan =
      plan_of("SELECT k, window_start + INTERVAL '1' SECOND AS s FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), "
              "INTERVAL '10' SECOND));");
  CHECK(inputs_of_sink(plan)[0].starts_with("bids: window; select k "));
}
