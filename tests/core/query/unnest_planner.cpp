// UNNEST: each row once per element.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

TEST_CASE("each row comes once per element, beside its own columns") {
  const auto plan = plan_of("SELECT k, t FROM asks CROSS JOIN UNNEST(tags) AS u (t);");
  CHECK(inputs_of_sink(plan) == strings{"asks: unnest tags; select k t; select k t"});
  CHECK(shown("SELECT u.t FROM asks, UNNEST(tags) AS u (t);") == "t STRING");
}

TEST_CASE("a LEFT JOIN keeps rows without elements") {
  CHECK(inputs_of_sink(plan_of("SELECT k, t FROM asks LEFT JOIN UNNEST(tags) AS u (t) ON TRUE;"))[0].starts_with(
      "asks: unnest tags keeping rows; "));
  CHECK(complaint_of("SELECT k, t FROM asks LEFT JOIN UNNEST(tags) AS u (t) ON t = 'a';") ==
        "plan 1:58 a LEFT JOIN with UNNEST and a condition | write ON TRUE, and WHERE");
  CHECK(inputs_of_sink(plan_of("SELECT k, t FROM asks JOIN UNNEST(tags) AS u (t) ON t = 'a';"))[0].starts_with(
      "asks: unnest tags; where (t = 'a'); "));
}

TEST_CASE("elements become columns: a value, the fields of a ROW, key and value of a MAP") {
  CHECK(shown("SELECT * FROM UNNEST(ARRAY[1, 2]);") == "f0 INT NOT NULL");
  CHECK(shown("SELECT * FROM UNNEST(MAP['a', 1]);") == "key CHAR(1) NOT NULL, value INT NOT NULL");
  CHECK(shown("SELECT * FROM UNNEST(ARRAY[ROW(1, 'x')]) AS u (a, b);") == "a INT NOT NULL, b CHAR(1) NOT NULL");
  CHECK(shown("SELECT * FROM UNNEST(ARRAY[1, 2]) WITH ORDINALITY AS u (a, o);") == "a INT NOT NULL, o INT");
}

TEST_CASE("what cannot be unnested is named") {
  CHECK(complaint_of("SELECT * FROM UNNEST(ARRAY[1]) AS u (a, b);") == "validate 1:38 2 names for the 1 columns of u");
  CHECK(complaint_of("SELECT * FROM asks CROSS JOIN UNNEST(price) AS u (a);") ==
        "validate 1:38 UNNEST needs an ARRAY or a MAP: price is BIGINT");
  CHECK(complaint_of(
            "SELECT n.k FROM (SELECT k, COUNT(*) AS c FROM asks GROUP BY k) n CROSS JOIN UNNEST(ARRAY[1]) AS u (a);")
            .ends_with("UNNEST over a table that changes (GROUP BY without windows)"));
}

TEST_CASE("the event time of a row is that of its elements") {
  CHECK(complaint_of("SELECT t, COUNT(*) FROM asks CROSS JOIN UNNEST(tags) AS u (t) GROUP BY t, TUMBLE(rt, INTERVAL "
                     "'1' SECOND);") == "no complaint");
}
