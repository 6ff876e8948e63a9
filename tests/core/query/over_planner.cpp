// Calls with OVER.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

over::over_plan over_of(const std::string& window) {
  return operation_of<over::over_plan>(plan_of("SELECT k, SUM(price) OVER (" + window + ") AS s FROM bids;"));
}
std::string refused(const std::string& window) {
  return complaint_of("SELECT k, SUM(price) OVER (" + window + ") AS s FROM bids;");
}
constexpr std::string_view by_time = "write ORDER BY the column that the table's WATERMARK is declared for";

} // namespace

TEST_CASE("values over the rows before go into hidden columns behind the rows") {
  const auto plan = plan_of("SELECT k, SUM(price) OVER w + 1 AS s, COUNT(*) OVER w AS n FROM bids "
                            "WINDOW w AS (PARTITION BY k ORDER BY rt);");
  CHECK(stages_of(plan) == strings{"over"});
  CHECK(inputs_of(plan) == strings{"bids: select k price rt by k at rt"});
  CHECK(inputs_of_sink(plan) == strings{"#0: select k ($over0 + 1) $over1; select k s n"});
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, s INT, n BIGINT NOT NULL");
}

TEST_CASE("the frame is everything before, a number of rows, or a length of time") {
  CHECK(!over_of("PARTITION BY k ORDER BY rt").preceding);
  CHECK(!over_of("PARTITION BY k ORDER BY rt").in_rows);
  const auto rows = over_of("ORDER BY rt ROWS BETWEEN 2 PRECEDING AND CURRENT ROW");
  CHECK(rows.in_rows);
  CHECK(rows.preceding == 2);
  const auto unbounded = over_of("ORDER BY rt ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW");
  CHECK(unbounded.in_rows);
  CHECK(!unbounded.preceding);
  CHECK(over_of("ORDER BY rt ROWS BETWEEN CURRENT ROW AND CURRENT ROW").preceding == 0);
  const auto range = over_of("ORDER BY rt RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW");
  CHECK(!range.in_rows);
  CHECK(range.preceding == 60'000);
}

TEST_CASE("frames that a stream cannot have are refused") {
  CHECK(refused("ORDER BY rt ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING") ==
        "plan 1:11 an OVER frame that does not end with CURRENT ROW | a stream cannot look at rows to come");
  CHECK(refused("ORDER BY rt ROWS BETWEEN x PRECEDING AND CURRENT ROW") ==
        "validate 1:53 ROWS ... PRECEDING must be a whole number: x");
  CHECK(refused("ORDER BY rt RANGE BETWEEN 5 PRECEDING AND CURRENT ROW") ==
        "validate 1:54 RANGE ... PRECEDING must be an INTERVAL: 5 | write INTERVAL '10' MINUTE");
  CHECK(refused("ORDER BY rt ROWS BETWEEN 1 FOLLOWING AND CURRENT ROW") ==
        "validate 1:11 an OVER frame that begins behind the row");
}

TEST_CASE("OVER goes by one time attribute, ascending") {
  CHECK(refused("PARTITION BY k ORDER BY price") ==
        fmt::format("plan 1:52 OVER ordered by price, which is no time attribute | {}", by_time));
  CHECK(refused("PARTITION BY k ORDER BY rt DESC") ==
        fmt::format("plan 1:11 OVER that is not ordered by one time attribute, ascending | {}", by_time));
  CHECK(refused("PARTITION BY k") ==
        fmt::format("plan 1:11 OVER that is not ordered by one time attribute, ascending | {}", by_time));
  CHECK(operation_of<over::over_plan>(plan_of("SELECT SUM(price) OVER (ORDER BY pt) AS s FROM clocked;")).by_arrival);
}

TEST_CASE("a SELECT has one OVER window") {
  CHECK(complaint_of("SELECT SUM(price) OVER (PARTITION BY k ORDER BY rt), SUM(price) OVER (ORDER BY rt) FROM bids;") ==
        "plan 1:54 several different OVER windows in one SELECT | use one window for all of them, or a query around "
        "this one for the second");
  CHECK(complaint_of("SELECT SUM(price) OVER v AS s FROM bids WINDOW w AS (ORDER BY rt);") ==
        "validate 1:8 unknown window: v | did you mean w?");
}

TEST_CASE("LAG looks a number of rows back and may have a default") {
  const auto plan = plan_of("SELECT k, LAG(price) OVER w AS p, LAG(price, 2, 0) OVER w AS q FROM bids "
                            "WINDOW w AS (PARTITION BY k ORDER BY rt);");
  const auto& calls = operation_of<over::over_plan>(plan).calls;
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].what == over::over_function::lag);
  CHECK(calls[0].column == 1);
  CHECK(calls[0].distance == 1);
  CHECK(calls[0].otherwise == -1);
  CHECK(calls[1].distance == 2);
  CHECK(calls[1].otherwise == 3);
  CHECK(inputs_of(plan) == strings{"bids: select k price rt 0 by k at rt"});
  CHECK(complaint_of("SELECT LAG(price, k) OVER (ORDER BY rt) FROM bids;") ==
        "validate 1:19 the distance of LAG must be a whole number: k");
  CHECK(complaint_of("SELECT LAG() OVER (ORDER BY rt) FROM bids;") == "validate 1:8 LAG takes 1 to 3 arguments, not 0");
}

TEST_CASE("numbers and ranks by time stand beside other calls") {
  const auto plan = plan_of("SELECT ROW_NUMBER() OVER w AS n, RANK() OVER w AS r, DENSE_RANK() OVER w AS d FROM bids "
                            "WINDOW w AS (PARTITION BY k ORDER BY rt);");
  const auto& calls = operation_of<over::over_plan>(plan).calls;
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].what == over::over_function::row_number);
  CHECK(calls[1].what == over::over_function::rank);
  CHECK(calls[2].what == over::over_function::dense_rank);
}

TEST_CASE("other functions have no OVER") {
  CHECK(complaint_of("SELECT UPPER(k) OVER (ORDER BY rt) FROM bids;") ==
        "plan 1:8 UPPER OVER | aggregates, ROW_NUMBER and LAG can stand in front of OVER");
  CHECK(complaint_of("SELECT SUM(k) OVER (ORDER BY rt) FROM bids;").starts_with("validate 1:12 SUM needs a number"));
}

TEST_CASE("OVER needs rows that are only added") {
  CHECK(complaint_of("SELECT SUM(n) OVER (ORDER BY k) FROM (SELECT k, COUNT(*) AS n FROM bids GROUP BY k);") ==
        "plan 1:8 OVER over a table that changes (GROUP BY without windows) | OVER needs rows that are only added");
}
