// Aggregates whose arguments are not one column: JSON, percentiles, TOPK, lists with or without NULLs.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

/// The one call of a grouped query.
agg::aggregate_call call_of(const std::string& call) {
  const auto plan = plan_of("SELECT " + call + " AS made FROM bids GROUP BY k;");
  const auto& calls = operation_of<group::group_aggregate_plan>(plan).calls;
  REQUIRE(calls.size() == 1);
  return calls[0];
}
std::string type_of(const std::string& call) { return to_string(call_of(call).result_type); }
std::string refused(const std::string& call) {
  return complaint_of("SELECT " + call + " AS made FROM bids GROUP BY k;");
}

} // namespace

TEST_CASE("lists and counted values have Flink's types") {
  CHECK(type_of("ARRAY_AGG(price)") == "ARRAY<INT>");
  CHECK(type_of("COLLECT(k)") == "MAP<STRING, INT NOT NULL> NOT NULL");
  CHECK(type_of("JSON_ARRAYAGG(price)") == "STRING NOT NULL");
  CHECK(type_of("JSON_OBJECTAGG(KEY k VALUE price)") == "STRING NOT NULL");
  CHECK(type_of("PERCENTILE(price, 0.5)") == "DOUBLE");
  CHECK(type_of("PERCENTILE(price, ARRAY[0.5, 0.9])") == "ARRAY<DOUBLE>");
  CHECK(type_of("APPROX_PERCENTILE(price, 0.5)") == "DOUBLE");
  CHECK(type_of("APPROX_COUNT_DISTINCT(k)") == "BIGINT NOT NULL");
  CHECK(type_of("TOPK(k, 3)") == "ARRAY<STRING>");
}

TEST_CASE("NULLs of ARRAY_AGG are named within the bracket or behind it") {
  CHECK(!call_of("ARRAY_AGG(price)").ignore_nulls);
  CHECK(call_of("ARRAY_AGG(price IGNORE NULLS)").ignore_nulls);
  CHECK(call_of("ARRAY_AGG(price) IGNORE NULLS").ignore_nulls);
  CHECK(!call_of("ARRAY_AGG(price) RESPECT NULLS").ignore_nulls);
  CHECK(call_of("ARRAY_AGG(DISTINCT price IGNORE NULLS)").distinct);
  CHECK(refused("FIRST_VALUE(price) IGNORE NULLS") ==
        "validate 1:8 FIRST_VALUE has no IGNORE NULLS | aggregates but ARRAY_AGG leave NULLs out");
  const auto both = plan_of("SELECT ARRAY_AGG(price), ARRAY_AGG(price IGNORE NULLS) FROM bids GROUP BY k;");
  CHECK(operation_of<group::group_aggregate_plan>(both).calls.size() == 2);
}

TEST_CASE("values of JSON aggregates are written before they are gathered") {
  CHECK(inputs_of(plan_of("SELECT JSON_ARRAYAGG(price NULL ON NULL) FROM bids GROUP BY k;"))[0].find("JSON_ARRAY(") !=
        std::string::npos);
  CHECK(inputs_of(plan_of("SELECT JSON_OBJECTAGG(k VALUE price) FROM bids GROUP BY k;"))[0].find("JSON_OBJECT(") !=
        std::string::npos);
  CHECK(refused("JSON_ARRAYAGG(COUNT(*))").find("an aggregate inside an aggregate: COUNT(*)") != std::string::npos);
  CHECK(refused("JSON_ARRAYAGG(k, price)") == "validate 1:8 JSON_ARRAYAGG takes one value");
  CHECK(refused("JSON_OBJECTAGG(k VALUE price, k VALUE price)") ==
        "validate 1:8 JSON_OBJECTAGG takes one KEY and its VALUE");
}

TEST_CASE("percentages are numbers from 0 to 1, weights are integers") {
  CHECK(call_of("PERCENTILE(price, ARRAY[0, 0.25, 1e0])").fractions == std::vector<double>{0, 0.25, 1});
  CHECK(call_of("PERCENTILE(price, 0.5, price)").weight >= 0);
  CHECK(call_of("PERCENTILE(price, 0.5)").weight == -1);
  CHECK(refused("PERCENTILE(price, 1.5)") ==
        "validate 1:26 PERCENTILE takes numbers from 0 to 1: 1.5 | write 0.5 for the median");
  CHECK(refused("PERCENTILE(price, price)").find("PERCENTILE takes numbers from 0 to 1: price") != std::string::npos);
  CHECK(refused("PERCENTILE(k, 0.5)") == "validate 1:19 PERCENTILE needs a number: k is STRING");
  CHECK(refused("PERCENTILE(price)") == "validate 1:8 PERCENTILE takes 2 or 3 arguments, not 1");
  CHECK(refused("PERCENTILE(price, 0.5, k)") == "validate 1:31 how often a value counts is an integer: k is STRING");
  CHECK(refused("APPROX_PERCENTILE(price, 0.5, 3)") == "validate 1:8 APPROX_PERCENTILE takes 2 arguments, not 3");
  CHECK(refused("APPROX_PERCENTILE(DISTINCT price, 0.5)") == "plan 1:8 APPROX_PERCENTILE of DISTINCT values");
}

TEST_CASE("TOPK takes how many values are wanted") {
  CHECK(call_of("TOPK(k, 3)").count == 3);
  CHECK(refused("TOPK(k, 0)") == "validate 1:16 TOPK takes a whole number from 1 to 10000: 0");
  CHECK(refused("TOPK(k, price)").find("TOPK takes a whole number from 1 to 10000: price") != std::string::npos);
  CHECK(refused("TOPK(k)") == "validate 1:8 TOPK takes 2 arguments, not 1");
}

TEST_CASE("what Flink cannot merge is refused in windows that overlap") {
  CHECK(complaint_of(
            "SELECT JSON_ARRAYAGG(price) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(rt), INTERVAL '5' SECOND, INTERVAL "
            "'10' SECOND)) GROUP BY window_start, window_end;")
            .starts_with("plan 1:8 JSON_ARRAYAGG cannot be used in a hop window"));
}

TEST_CASE("such aggregates cannot stand among the values of a row") {
  CHECK(complaint_of("SELECT k FROM bids WHERE CARDINALITY(ARRAY_AGG(price)) > 1;")
            .find("an aggregate cannot stand in WHERE") != std::string::npos);
}

TEST_CASE("a MULTISET is each value and how often it is there") {
  CHECK(shown("SELECT CAST(NULL AS MULTISET<STRING>) AS m FROM bids;") == "m MAP<STRING, INT NOT NULL>");
}
