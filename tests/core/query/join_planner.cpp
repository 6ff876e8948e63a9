// Joins: within windows, within bounds of event time, without bounds.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

/// Both tables cut into windows, joined by k and what else is said.
std::string windowed(const std::string& how, const std::string& right_size = "10") {
  return "FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND)) b " + how +
         " TABLE(TUMBLE(TABLE asks, DESCRIPTOR(rt), INTERVAL '" + right_size +
         "' SECOND)) a ON b.k = a.k AND "
         "b.window_start = a.window_start AND b.window_end = a.window_end";
}

join::join_kind kind_of(const std::string& query) {
  return operation_of<join::regular_join_plan>(plan_of(query)).join.kind;
}

} // namespace

TEST_CASE("an inner join of appending tables appends") {
  const auto plan = plan_of("SELECT b.k, b.price, a.price FROM bids b JOIN asks a ON b.k = a.k AND a.price > b.price;");
  CHECK(stages_of(plan) == strings{"join"});
  CHECK(inputs_of(plan) == strings{"bids by k", "asks by k"});
  CHECK(plan.stages[0].inputs[1].side == 1);
  CHECK(operation_of<join::regular_join_plan>(plan).join.condition->to_string() == "(price > price)");
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, price INT, price0 BIGINT");
}

TEST_CASE("outer joins change, and the side that may be missing may be NULL") {
  using join::join_kind;
  const auto of = [](const std::string& how) {
    return kind_of("SELECT b.k FROM bids b " + how + " JOIN asks a ON b.k = a.k;");
  };
  CHECK(of("LEFT") == join_kind::left);
  CHECK(of("RIGHT") == join_kind::right);
  CHECK(of("FULL") == join_kind::full);
  CHECK(of("") == join_kind::inner);
  const std::string numbers = "FROM (SELECT 1 AS n) l LEFT JOIN (SELECT 2 AS m) r ON l.n = r.m;";
  CHECK(shown("SELECT l.n, r.m " + numbers) == "op CHAR(2) NOT NULL, n INT NOT NULL, m INT");
}

TEST_CASE("keys are compared in the type that both share") {
  const auto plan =
      plan_of("SELECT b.k FROM bids b JOIN asks a ON b.price + 1 = a.price AND b.k IS NOT DISTINCT FROM a.k;");
  CHECK(inputs_of(plan) == strings{"bids: select k price rt (price + 1) by $left1, k", "asks by price, k"});
  CHECK(operation_of<join::regular_join_plan>(plan).join.nulls_meet == std::vector<bool>{false, true});
  CHECK(complaint_of("SELECT b.k FROM bids b JOIN asks a ON b.k = a.price;") ==
        "plan 1:39 = does not compare STRING and BIGINT | CAST one side");
}

TEST_CASE("USING and NATURAL show shared columns once") {
  CHECK(shown("SELECT * FROM bids JOIN asks USING (k);") ==
        "k STRING, price INT, rt TIMESTAMP(3), price0 BIGINT, tags ARRAY<STRING>, rt0 TIMESTAMP(3)");
  const auto plan = plan_of("SELECT k, price, other FROM bids NATURAL JOIN (SELECT k, price AS other FROM asks);");
  CHECK(inputs_of(plan) == strings{"bids by k", "asks: select k price by k"});
  CHECK(complaint_of("SELECT k FROM bids JOIN asks USING (x);").find("unknown column: x") != std::string::npos);
}

TEST_CASE("a comma and conditions in WHERE are an inner join") {
  const auto plan = plan_of("SELECT b.k, a.price FROM bids b, asks a WHERE b.k = a.k AND b.price > 3;");
  CHECK(stages_of(plan) == strings{"join"});
  CHECK(inputs_of(plan) == strings{"bids by k", "asks by k"});
  CHECK(inputs_of_sink(plan)[0].starts_with("#0: where (price > 3); "));
}

TEST_CASE("conditions of WHERE do not go below an outer join") {
  const auto plan = plan_of("SELECT b.k FROM bids b LEFT JOIN asks a ON b.k = a.k WHERE a.price > b.price;");
  CHECK(operation_of<join::regular_join_plan>(plan).join.condition == nullptr);
  CHECK(inputs_of_sink(plan)[0].starts_with("#0: where (price > price); "));
}

TEST_CASE("a join without keys runs in one shard") {
  const auto plan = plan_of("SELECT b.k FROM bids b CROSS JOIN asks a;");
  CHECK(plan.stages[0].alone);
  CHECK(inputs_of(plan) == strings{"bids", "asks"});
}

TEST_CASE("bounds between the event times make an interval join, whose times go on") {
  const auto plan = plan_of("SELECT b.k, a.price, b.rt FROM bids b LEFT JOIN asks a ON b.k = a.k AND a.rt BETWEEN "
                            "b.rt - INTERVAL '1' SECOND AND b.rt + INTERVAL '5' SECOND AND a.price > 3;");
  CHECK(stages_of(plan) == strings{"interval join"});
  CHECK(inputs_of(plan) == strings{"bids by k at rt", "asks by k at rt"});
  const auto& operation = operation_of<join::interval_join_plan>(plan);
  CHECK(operation.lower_ms == -1'000);
  CHECK(operation.upper_ms == 5'000);
  CHECK(operation.join.condition->to_string() == "(price > 3)");
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, price BIGINT, rt TIMESTAMP(3)");
  const std::string joined =
      "(SELECT b.k, b.rt AS l, a.rt AS r FROM bids b LEFT JOIN asks a ON b.k = a.k AND a.rt = b.rt)";
  CHECK(complaint_of("SELECT COUNT(*) FROM " + joined + " GROUP BY TUMBLE(l, INTERVAL '1' SECOND);") == "no complaint");
  CHECK(complaint_of("SELECT COUNT(*) FROM " + joined + " GROUP BY TUMBLE(r, INTERVAL '1' SECOND);")
            .find("time attribute") != std::string::npos);
}

TEST_CASE("one bound alone is no interval but a condition") {
  const auto plan = plan_of("SELECT b.k FROM bids b JOIN asks a ON b.k = a.k AND a.rt >= b.rt;");
  CHECK(stages_of(plan) == strings{"join"});
  CHECK(operation_of<join::regular_join_plan>(plan).join.condition->to_string() == "(rt >= rt)");
}

TEST_CASE("windows that are the same on both sides make a window join") {
  const auto plan = plan_of("SELECT b.k, a.k " + windowed("LEFT JOIN") + ";");
  CHECK(stages_of(plan) == strings{"window join"});
  CHECK(inputs_of(plan) == strings{"bids: window by k", "asks: window by k"});
  CHECK(operation_of<join::window_join_plan>(plan).windows[1].start == 4);
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, k0 STRING");
}

TEST_CASE("windows of other sizes, or one bound alone, are plain columns of a join") {
  CHECK(stages_of(plan_of("SELECT b.k " + windowed("JOIN", "20") + ";")) == strings{"join"});
  const auto plan = plan_of("SELECT b.k FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND)) b JOIN "
                            "TABLE(TUMBLE(TABLE asks, DESCRIPTOR(rt), INTERVAL '10' SECOND)) a ON b.k = a.k AND "
                            "b.window_start = a.window_start;");
  CHECK(operation_of<join::regular_join_plan>(plan).join.condition->to_string() == "(window_start = window_start)");
}

TEST_CASE("the side that is always there says which window the rows of a window join are of") {
  const auto grouped = [](const std::string& how, const std::string& side) {
    return stages_of(plan_of("SELECT COUNT(*) FROM (SELECT " + side + ".window_start AS s, " + side +
                             ".window_end AS e " + windowed(how) + ") GROUP BY s, e;"));
  };
  CHECK(grouped("JOIN", "b") == strings{"window join", "windows"});
  CHECK(grouped("LEFT JOIN", "b") == strings{"window join", "windows"});
  CHECK(grouped("RIGHT JOIN", "a") == strings{"window join", "windows"});
  CHECK(grouped("RIGHT JOIN", "b") == strings{"window join", "groups"});
  CHECK(grouped("FULL JOIN", "b") == strings{"window join", "groups"});
}

TEST_CASE("windows and intervals join rows that are only added") {
  const std::string last =
      "(SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS n FROM bids) WHERE n = 1)";
  CHECK(complaint_of("SELECT b.k FROM " + last + " b JOIN asks a ON b.k = a.k AND a.rt = b.rt;")
            .ends_with("a interval join over a table that changes (de-duplication) | join rows that are only added"));
}

TEST_CASE("the state of a join lives as long as the session says") {
  const auto plan = plan_of("SET 'table.exec.state.ttl' = '1 min'; SELECT b.k FROM bids b JOIN asks a ON b.k = a.k;");
  CHECK(operation_of<join::regular_join_plan>(plan).state_ttl_ms == 60'000);
}
