// UNION and its kin.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

TEST_CASE("UNION ALL is several inputs in one layout, in the type that all share") {
  const auto plan = plan_of("SELECT k, price FROM bids UNION ALL SELECT k AS other, price FROM asks;");
  CHECK(plan.stages.empty());
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, price BIGINT");
  CHECK(inputs_of_sink(plan) == strings{"bids: select k price; select k price; select k price",
                                        "asks: select k price; select other price; select k price"});
}

TEST_CASE("UNION alone removes what is there twice") {
  const auto plan = plan_of("SELECT k FROM bids UNION SELECT k FROM asks;");
  CHECK(stages_of(plan) == strings{"groups"});
  CHECK(inputs_of(plan).size() == 2);
}

TEST_CASE("event time stays event time where both sides have it") {
  const auto grouped = [](const std::string& second) {
    return complaint_of("SELECT COUNT(*) FROM (SELECT k, rt FROM bids UNION ALL " + second +
                        ") GROUP BY TUMBLE(rt, INTERVAL '1' SECOND);");
  };
  CHECK(grouped("SELECT k, rt FROM asks") == "no complaint");
  CHECK(grouped("SELECT k, rt + INTERVAL '1' SECOND FROM asks").find("a group window needs a time attribute: rt") !=
        std::string::npos);
}

TEST_CASE("a side that changes makes the whole change") {
  const auto plan = plan_of("SELECT k, price FROM asks UNION ALL SELECT k, COUNT(*) FROM bids GROUP BY k;");
  CHECK(columns_of(*plan.sinks[0].layout) == "op CHAR(2) NOT NULL, k STRING, price BIGINT");
  CHECK(inputs_of_sink(plan)[0].starts_with("asks: select k price; select k price; select k price 0; "));
  CHECK(
      complaint_of("INSERT INTO appended SELECT k, price FROM asks UNION ALL SELECT k, COUNT(*) FROM bids GROUP BY k;")
          .find("GROUP BY without windows changes rows") != std::string::npos);
}

TEST_CASE("sides of a UNION that do not fit are refused") {
  CHECK(complaint_of("SELECT k, price FROM bids UNION ALL SELECT k FROM asks;") ==
        "validate 1:1 the sides of a set operation have 2 and 1 columns");
  CHECK(complaint_of("SELECT k FROM bids UNION ALL SELECT price FROM asks;") ==
        "validate 1:1 column k of a set operation is STRING and BIGINT");
}

TEST_CASE("INTERSECT and EXCEPT need a sink of changes; with ALL they are refused") {
  CHECK(complaint_of("SELECT k FROM bids INTERSECT ALL SELECT k FROM asks;") ==
        "plan 1:1 INTERSECT ALL | write INTERSECT without ALL");
  CHECK(complaint_of("SELECT k FROM bids EXCEPT ALL SELECT k FROM asks;") ==
        "plan 1:1 EXCEPT ALL | write EXCEPT without ALL");
  CHECK(complaint_of("SELECT k FROM bids EXCEPT SELECT k, k FROM asks;") ==
        "validate 1:1 the sides of a set operation have 1 and 2 columns");
}

TEST_CASE("windows that are pending on a side are settled") {
  const auto plan =
      plan_of("SELECT k, window_start FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND)) "
              "UNION ALL SELECT k, rt FROM asks;");
  CHECK(inputs_of_sink(plan)[0].starts_with("bids: window; "));
}
