// GROUP BY: windows of a table function, windows that rows carry, the older window functions, and none.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

const std::string tumbled = "TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND))";

} // namespace

TEST_CASE("without windows a group is a table that changes") {
  const auto plan = plan_of("SELECT k, COUNT(*) AS n FROM bids GROUP BY k HAVING COUNT(*) > 2;");
  CHECK(stages_of(plan) == strings{"groups"});
  CHECK(inputs_of(plan) == strings{"bids: select k by k"});
  CHECK(inputs_of_sink(plan)[0].starts_with("#0: where (COUNT(*) > 2); select k COUNT(*) $kind; select k n $kind; "));
  CHECK(columns_of(*plan.sinks[0].layout) == "op CHAR(2) NOT NULL, k STRING, n BIGINT NOT NULL");
}

TEST_CASE("grouped by both bounds of its window, a group is a window's and stays") {
  const auto plan =
      plan_of("SELECT k, window_start, SUM(price) AS s FROM " + tumbled + " GROUP BY k, window_start, window_end;");
  CHECK(stages_of(plan) == strings{"windows"});
  CHECK(inputs_of(plan) == strings{"bids: window later; select k window_start price by k at window_start"});
  const auto& operation = operation_of<window::window_aggregate_plan>(plan);
  CHECK(operation.window.kind == window::window_kind::tumble);
  CHECK(operation.window.size_ms == 10'000);
  CHECK(operation.window.time_zone.empty());
  CHECK(inputs_of_sink(plan) == strings{"#0: select k window_start SUM(price); select k window_start s"});
}

TEST_CASE("with one bound alone the group changes") {
  const auto plan = plan_of("SELECT k, SUM(price) AS s FROM " + tumbled + " GROUP BY k, window_start;");
  CHECK(stages_of(plan) == strings{"groups"});
  CHECK(inputs_of(plan) == strings{"bids: window; select k window_start price by k, window_start"});
}

TEST_CASE("windows over an instant align to the wall clock of the session") {
  const auto plan = plan_of("SET 'table.local-time-zone' = 'Asia/Tokyo';"
                            "SELECT k, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE zoned, DESCRIPTOR(rt), INTERVAL '1' DAY)) "
                            "GROUP BY k, window_start, window_end;");
  CHECK(operation_of<window::window_aggregate_plan>(plan).window.time_zone == "Asia/Tokyo");
}

TEST_CASE("the older functions name the window in GROUP BY and its columns in the list") {
  const auto plan =
      plan_of("SELECT k, TUMBLE_START(rt, INTERVAL '10' SECOND) AS s, TUMBLE_END(rt, INTERVAL '10' SECOND) AS e, "
              "TUMBLE_ROWTIME(rt, INTERVAL '10' SECOND) AS t FROM bids "
              "GROUP BY k, TUMBLE(rt, INTERVAL '10' SECOND);");
  CHECK(inputs_of(plan) == strings{"bids: select k rt by k at rt"});
  CHECK(inputs_of_sink(plan) == strings{"#0: select k window_start window_end window_time; select k s e t"});
}

TEST_CASE("an auxiliary function must name the window of GROUP BY") {
  const std::string by = " FROM bids GROUP BY k, TUMBLE(rt, INTERVAL '10' SECOND);";
  CHECK(complaint_of("SELECT TUMBLE_END(rt, INTERVAL '11' SECOND)" + by) ==
        "validate 1:8 TUMBLE_END names another window than GROUP BY");
  CHECK(complaint_of("SELECT HOP_END(rt, INTERVAL '5' SECOND, INTERVAL '10' SECOND)" + by) ==
        "validate 1:8 HOP_END names another window than GROUP BY");
  CHECK(complaint_of("SELECT TUMBLE_END(rt)" + by) == "validate 1:8 TUMBLE takes 2 arguments, not 1");
}

TEST_CASE("GROUP BY has one window, over a time attribute") {
  CHECK(complaint_of(
            "SELECT COUNT(*) FROM bids GROUP BY TUMBLE(rt, INTERVAL '1' SECOND), TUMBLE(rt, INTERVAL '2' SECOND);") ==
        "plan 1:69 GROUP BY names two different windows | write one query for each");
  CHECK(complaint_of("SELECT k, COUNT(*) FROM bids GROUP BY k, TUMBLE(price, INTERVAL '10' SECOND);") ==
        "validate 1:49 a group window needs a time attribute: price | declare WATERMARK FOR it in CREATE TABLE");
}

TEST_CASE("windows of processing time go by the clock") {
  const auto plan = plan_of("SELECT k, COUNT(*) FROM clocked GROUP BY k, TUMBLE(pt, INTERVAL '10' SECOND);");
  CHECK(inputs_of(plan) == strings{"clocked: select k pt by k at pt of the clock"});
}

TEST_CASE("windows over windows go by what the rows carry") {
  const auto plan = plan_of("SELECT window_end, COUNT(*) FROM (SELECT k, window_start, window_end FROM " + tumbled +
                            " GROUP BY k, window_start, window_end) GROUP BY window_start, window_end;");
  CHECK(stages_of(plan) == strings{"windows", "windows"});
  CHECK(inputs_of(plan, 1) == strings{"#0: select k window_start window_end; select window_start window_end"});
  CHECK(operation_of<window::attached_aggregate_plan>(plan, 1).window.end == 1);
  CHECK(plan.stages[1].alone);
}

TEST_CASE("window_time of a window is the event time of the next") {
  const auto plan =
      plan_of("SELECT window_end, SUM(n) FROM TABLE(TUMBLE((SELECT k, window_time AS t, COUNT(*) AS n FROM " + tumbled +
              " GROUP BY k, window_start, window_end, window_time), DESCRIPTOR(t), INTERVAL '1' MINUTE)) "
              "GROUP BY window_start, window_end;");
  CHECK(stages_of(plan) == strings{"windows", "windows"});
  CHECK(operation_of<window::window_aggregate_plan>(plan, 1).window.size_ms == 60'000);
}

TEST_CASE("grouping sets are rows multiplied before one stage") {
  const auto plan = plan_of("SELECT k, COUNT(*) AS n FROM " + tumbled +
                            " GROUP BY GROUPING SETS ((k, window_start, window_end), (window_start, window_end));");
  CHECK(inputs_of(plan) ==
        strings{"bids: window later; select k window_start; expand 2 by k, $grouping at window_start"});
}

TEST_CASE("a set without the window makes the group a changing one") {
  const auto plan = plan_of("SELECT k, COUNT(*) AS n FROM " + tumbled +
                            " GROUP BY GROUPING SETS ((k, window_start, window_end), (k));");
  CHECK(stages_of(plan) == strings{"groups"});
}

TEST_CASE("a session is of whole groups when they are what it is partitioned by") {
  const std::string session = "TABLE(SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(rt), INTERVAL '10' SECOND))";
  CHECK(stages_of(plan_of("SELECT k, COUNT(*) AS n FROM " + session + " GROUP BY k, window_start, window_end;")) ==
        strings{"windows"});
  for (const auto* keys : {"", "price, ", "k, price, ", "UPPER(k), "}) {
    INFO(keys);
    CHECK(stages_of(plan_of("SELECT COUNT(*) AS n FROM " + session + " GROUP BY " + keys +
                            "window_start, window_end;")) == strings{"session rows", "groups"});
  }
}

TEST_CASE("no group window over a table that changes") {
  CHECK(complaint_of(
            "SELECT COUNT(*) FROM (SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS n "
            "FROM bids) WHERE n = 1) GROUP BY TUMBLE(rt, INTERVAL '1' SECOND);") ==
        "plan 1:8 a window over a table that changes (de-duplication) | windows need rows that are only added");
}

TEST_CASE("what is neither key nor aggregate is named") {
  CHECK(complaint_of("SELECT price, COUNT(*) FROM bids GROUP BY k;").starts_with("validate 1:8 "));
  CHECK(complaint_of("SELECT k FROM bids GROUP BY x;").starts_with("validate 1:29 unknown column: x"));
}
