// IN and EXISTS in WHERE.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

join::join_plan join_of(const std::string& where, std::size_t stage = 0) {
  return operation_of<join::regular_join_plan>(plan_of("SELECT k FROM bids b WHERE " + where + ";"), stage).join;
}

} // namespace

TEST_CASE("IN a query keeps the rows that meet") {
  const auto plan = plan_of("SELECT k FROM bids WHERE k IN (SELECT k FROM asks WHERE price > 3);");
  CHECK(stages_of(plan) == strings{"join"});
  CHECK(inputs_of(plan) == strings{"bids by k", "asks: where (price > 3) by k"});
  CHECK(operation_of<join::regular_join_plan>(plan).join.kind == join::join_kind::semi);
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING");
}

TEST_CASE("NOT IN meets NULLs as well, and takes rows back") {
  const auto made = join_of("k NOT IN (SELECT k FROM asks)");
  CHECK(made.kind == join::join_kind::anti);
  CHECK(made.sides[0].keys.empty());
  CHECK(made.condition->to_string() == "(((k = $inner0) OR (k IS NULL)) OR ($inner0 IS NULL))");
  const auto sure = join_of("1 NOT IN (SELECT 1)");
  CHECK(sure.kind == join::join_kind::anti);
  CHECK(sure.condition->to_string() == "(1 = $inner0)");
}

TEST_CASE("EXISTS joins by its conditions on the outer row") {
  const auto plan = plan_of("SELECT k FROM bids b WHERE EXISTS (SELECT 1 FROM asks a WHERE a.k = b.k AND a.price > 2 "
                            "AND a.price > b.price);");
  CHECK(inputs_of(plan) == strings{"bids by k", "asks: where (price > 2) by k"});
  const auto& made = operation_of<join::regular_join_plan>(plan).join;
  CHECK(made.kind == join::join_kind::semi);
  CHECK(made.condition->to_string() == "($inner1 > price)");
  CHECK(join_of("NOT EXISTS (SELECT 1 FROM asks a WHERE a.k = b.k)").kind == join::join_kind::anti);
}

TEST_CASE("two negations are none") {
  CHECK(join_of("NOT (k NOT IN (SELECT k FROM asks))").kind == join::join_kind::semi);
  CHECK(join_of("NOT NOT EXISTS (SELECT 1 FROM asks a WHERE a.k = b.k)").kind == join::join_kind::semi);
}

TEST_CASE("a grouped sub-query is planned by itself") {
  const auto plan =
      plan_of("SELECT k FROM bids WHERE price IN (SELECT MAX(price) FROM asks GROUP BY k HAVING COUNT(*) > 1);");
  CHECK(stages_of(plan) == strings{"groups", "join"});
  CHECK(inputs_of(plan, 1)[0] == "bids: select k price rt price by $left1");
  CHECK(columns_of(*plan.sinks[0].layout) == "op CHAR(2) NOT NULL, k STRING");
}

TEST_CASE("a sub-query inside a value is refused with its place") {
  CHECK(complaint_of("SELECT k FROM bids WHERE price = (SELECT MAX(price) FROM asks);").starts_with("plan 1:34 "));
  CHECK(complaint_of("SELECT k FROM bids WHERE k IN (SELECT k FROM asks) OR price > 2;").starts_with("plan 1:26 "));
  CHECK(complaint_of("SELECT (SELECT 1) FROM bids;").starts_with("plan 1:8 "));
  CHECK(complaint_of("SELECT k FROM bids WHERE (SELECT TRUE);") ==
        "plan 1:26 a sub-query as a value | join the query instead");
}

TEST_CASE("faults inside a sub-query are found at their place") {
  CHECK(complaint_of("SELECT k FROM bids WHERE k IN (SELECT k FROM nowhere);") ==
        "validate 1:46 unknown table: nowhere");
  CHECK(complaint_of("SELECT k FROM bids WHERE k IN (SELECT k FROM asks WHERE price);") ==
        "validate 1:57 WHERE needs a condition: price is BIGINT");
  CHECK(complaint_of("SELECT k FROM bids WHERE k IN (SELECT k FROM asks WHERE x = 1);").find("unknown column: x") !=
        std::string::npos);
  CHECK(complaint_of("SELECT k FROM bids WHERE x IN (SELECT k FROM asks);").find("unknown column: x") !=
        std::string::npos);
}
