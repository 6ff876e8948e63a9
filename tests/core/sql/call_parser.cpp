// Calls and the special forms, which arrive as plain calls.
#include "core/sql/expression_parser.hpp"
#include "core/sql/syntax.hpp"
#include "tests/support/catch.hpp"

using namespace core::sql;

namespace {

std::string read(const std::string& text) {
  const auto made = parse_expression(text);
  return made ? to_string(*made) : core::to_string(made.error());
}

} // namespace

TEST_CASE("calls: names, stars, DISTINCT, FILTER, named arguments") {
  CHECK(read("upper(a)") == "UPPER(a)");
  CHECK(read("COUNT(*)") == "COUNT(*)");
  CHECK(read("COUNT(DISTINCT a) FILTER (WHERE b > 1)") == "COUNT(DISTINCT a) FILTER (WHERE (b > 1))");
  CHECK(read("SUM(ALL a)") == "SUM(a)");
  CHECK(read("f(a => 1, b => x + 1)") == "F(A => 1, B => (x + 1))");
  CHECK(read("`myFunc`(1)") == "`myFunc`(1)");
  CHECK(read("NOW()") == "NOW()");
  CHECK(read("f(a,)") == "line 1, column 5: expected an expression, found )");
}

TEST_CASE("NULLs are ignored or respected, within the bracket or behind it") {
  CHECK(read("ARRAY_AGG(a IGNORE NULLS)") == "ARRAY_AGG(a IGNORE NULLS)");
  CHECK(read("ARRAY_AGG(DISTINCT a) RESPECT NULLS FILTER (WHERE b)") ==
        "ARRAY_AGG(DISTINCT a RESPECT NULLS) FILTER (WHERE b)");
  CHECK(read("ARRAY_AGG(a) IGNORE NULLS + 1") == "(ARRAY_AGG(a IGNORE NULLS) + 1)");
}

TEST_CASE("JSON aggregates have the clauses of their functions") {
  CHECK(read("JSON_ARRAYAGG(a)") == "JSON_ARRAYAGG(a ABSENT ON NULL)");
  CHECK(read("JSON_ARRAYAGG(a NULL ON NULL)") == "JSON_ARRAYAGG(a NULL ON NULL)");
  CHECK(read("JSON_OBJECTAGG(KEY a VALUE b)") == "JSON_OBJECTAGG(a VALUE b NULL ON NULL)");
  CHECK(read("JSON_OBJECTAGG(a: b ABSENT ON NULL)") == "JSON_OBJECTAGG(a VALUE b ABSENT ON NULL)");
}

TEST_CASE("functions without brackets") {
  CHECK(read("CURRENT_TIMESTAMP") == "CURRENT_TIMESTAMP()");
  CHECK(read("CURRENT_DATE - a") == "(CURRENT_DATE() - a)");
  CHECK(read("LOCALTIME < LOCALTIMESTAMP") == "(LOCALTIME() < LOCALTIMESTAMP())");
  CHECK(read("CURRENT_TIME") == "CURRENT_TIME()");
}

TEST_CASE("OVER with its parts") {
  CHECK(read("ROW_NUMBER() OVER (PARTITION BY a, b ORDER BY c DESC NULLS LAST, d)") ==
        "ROW_NUMBER() OVER (PARTITION BY a, b ORDER BY c DESC NULLS LAST, d)");
  CHECK(read("SUM(a) OVER (ORDER BY b ASC NULLS FIRST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)") ==
        "SUM(a) OVER (ORDER BY b NULLS FIRST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)");
  CHECK(read("SUM(a) OVER (ROWS UNBOUNDED PRECEDING)") ==
        "SUM(a) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)");
  CHECK(read("SUM(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND 1 FOLLOWING)") ==
        "SUM(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND 1 FOLLOWING)");
  CHECK(read("SUM(a) OVER w") == "SUM(a) OVER w");
  CHECK(read("SUM(a) OVER (ROWS BETWEEN 1 AND 2)") == "line 1, column 29: expected PRECEDING, found AND");
}

TEST_CASE("arguments that are tables") {
  CHECK(read("TUMBLE(TABLE t, DESCRIPTOR(rt), INTERVAL '1' DAY)") ==
        "TUMBLE(TABLE t, DESCRIPTOR(rt), INTERVAL '1' DAY)");
  CHECK(read("TUMBLE(DATA => TABLE a.b, TIMECOL => DESCRIPTOR(rt))") ==
        "TUMBLE(DATA => TABLE a.b, TIMECOL => DESCRIPTOR(rt))");
  CHECK(read("SESSION(TABLE t PARTITION BY a, b, DESCRIPTOR(rt), INTERVAL '1' DAY)") ==
        "SESSION(TABLE t PARTITION BY a, b, DESCRIPTOR(rt), INTERVAL '1' DAY)");
  CHECK(read("SESSION(DATA => TABLE t PARTITION BY a, TIMECOL => DESCRIPTOR(rt))") ==
        "SESSION(DATA => TABLE t PARTITION BY a, TIMECOL => DESCRIPTOR(rt))");
}

TEST_CASE("special forms are plain calls with their words as texts") {
  CHECK(read("EXTRACT(YEAR FROM a)") == "EXTRACT('YEAR', a)");
  CHECK(read("EXTRACT(months FROM a)") == "EXTRACT('MONTH', a)");
  CHECK(read("FLOOR(a)") == "FLOOR(a)");
  CHECK(read("FLOOR(a TO MINUTE)") == "FLOOR(a, 'MINUTE')");
  CHECK(read("CEILING(a TO DAY)") == "CEIL(a, 'DAY')");
  CHECK(read("TRIM(a)") == "TRIM('BOTH', ' ', a)");
  CHECK(read("TRIM(LEADING 'x' FROM a)") == "TRIM('LEADING', 'x', a)");
  CHECK(read("TRIM(TRAILING FROM a)") == "TRIM('TRAILING', ' ', a)");
  CHECK(read("TRIM('x' FROM a)") == "TRIM('BOTH', 'x', a)");
  CHECK(read("POSITION('b' IN a)") == "POSITION('b', a)");
  CHECK(read("POSITION('b' IN a FROM 2)") == "POSITION('b', a, 2)");
  CHECK(read("SUBSTRING(a FROM 2 FOR 3)") == "SUBSTRING(a, 2, 3)");
  CHECK(read("SUBSTRING(a, 2)") == "SUBSTRING(a, 2)");
  CHECK(read("OVERLAY(a PLACING b FROM 1 FOR 2)") == "OVERLAY(a, b, 1, 2)");
  CHECK(read("OVERLAY(a PLACING b FROM 1)") == "OVERLAY(a, b, 1)");
  CHECK(read("TIMESTAMPADD(MINUTE, 5, a)") == "TIMESTAMPADD('MINUTE', 5, a)");
  CHECK(read("TIMESTAMPDIFF(SQL_TSI_DAY, a, b)") == "TIMESTAMPDIFF('DAY', a, b)");
  CHECK(read("TIMESTAMPADD(FRAC_SECOND, 5, a)") == "TIMESTAMPADD('MICROSECOND', 5, a)");
  CHECK(read("EXTRACT(FOO FROM a)") == "line 1, column 9: expected a unit of time such as MINUTE, found FOO");
}

TEST_CASE("JSON functions have a fixed list of arguments") {
  CHECK(read("JSON_VALUE(a, '$.b')") == "JSON_VALUE(a, '$.b', 'STRING', 'NULL', NULL, 'NULL', NULL)");
  CHECK(read("JSON_VALUE(a, '$.b' RETURNING INT DEFAULT 1 ON EMPTY ERROR ON ERROR)") ==
        "CAST(JSON_VALUE(a, '$.b', 'INT', 'DEFAULT', CAST(1 AS STRING), 'ERROR', NULL) AS INT)");
  CHECK(read("JSON_VALUE(a, '$.b' NULL ON EMPTY DEFAULT 'x' ON ERROR)") ==
        "JSON_VALUE(a, '$.b', 'STRING', 'NULL', NULL, 'DEFAULT', CAST('x' AS STRING))");
  CHECK(read("JSON_QUERY(a, '$.b')") == "JSON_QUERY(a, '$.b', 'WITHOUT', 'NULL', 'NULL')");
  CHECK(read("JSON_QUERY(a, '$' WITH CONDITIONAL ARRAY WRAPPER EMPTY ARRAY ON EMPTY ERROR ON ERROR)") ==
        "JSON_QUERY(a, '$', 'CONDITIONAL', 'EMPTY ARRAY', 'ERROR')");
  CHECK(read("JSON_QUERY(a, '$' RETURNING STRING WITH UNCONDITIONAL WRAPPER EMPTY OBJECT ON ERROR)") ==
        "JSON_QUERY(a, '$', 'UNCONDITIONAL', 'NULL', 'EMPTY OBJECT')");
  CHECK(read("JSON_QUERY(a, '$' WITH WRAPPER)") == "JSON_QUERY(a, '$', 'UNCONDITIONAL', 'NULL', 'NULL')");
  CHECK(read("JSON_QUERY(a, '$' WITHOUT ARRAY WRAPPER NULL ON EMPTY)") ==
        "JSON_QUERY(a, '$', 'WITHOUT', 'NULL', 'NULL')");
  CHECK(read("JSON_QUERY(a, '$' RETURNING INT)") == "line 1, column 29: JSON_QUERY answers STRING only");
  CHECK(read("JSON_EXISTS(a, '$.b')") == "JSON_EXISTS(a, '$.b', 'FALSE')");
  CHECK(read("JSON_EXISTS(a, '$.b' UNKNOWN ON ERROR)") == "JSON_EXISTS(a, '$.b', 'UNKNOWN')");
  CHECK(read("JSON_OBJECT(KEY 'a' VALUE 1, 'b': c ABSENT ON NULL)") ==
        "JSON_OBJECT('a' VALUE 1, 'b' VALUE c ABSENT ON NULL)");
  CHECK(read("JSON_OBJECT()") == "JSON_OBJECT(NULL ON NULL)");
  CHECK(read("JSON_ARRAY(1, a NULL ON NULL)") == "JSON_ARRAY(1, a NULL ON NULL)");
  CHECK(read("JSON_ARRAY(1)") == "JSON_ARRAY(1 ABSENT ON NULL)");
  CHECK(read("JSON_ARRAY(1 FOO ON NULL)") == "line 1, column 14: expected NULL ON NULL or ABSENT ON NULL, found FOO");
  CHECK(read("JSON_ARRAY(FOO ON NULL)") == "line 1, column 12: expected NULL ON NULL or ABSENT ON NULL, found FOO");
}
