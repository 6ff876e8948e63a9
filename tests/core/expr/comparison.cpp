#include "core/expr/comparison.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& values() {
  static const table made(
      {"i4",  "INT",
       "i8",  "BIGINT",
       "f4",  "FLOAT",
       "f8",  "DOUBLE",
       "d",   "DECIMAL(10, 2)",
       "s",   "STRING",
       "b",   "BOOLEAN",
       "by1", "BYTES",
       "dt",  "DATE",
       "tm",  "TIME",
       "ts3", "TIMESTAMP(3)",
       "ts6", "TIMESTAMP(6)",
       "lz",  "TIMESTAMP_LTZ(3)",
       "ai",  "ARRAY<INT>",
       "m",   "MAP<STRING, INT>",
       "r",   "ROW<a INT, b STRING>",
       "n",   "INT",
       "ns",  "STRING"},
      {{"7", "10000000000", "1.5", "2.9", "10.25", "'12'", "TRUE", "X'616263'", "DATE '2024-02-29'", "TIME '12:34:56'",
        "TIMESTAMP '2024-02-29 23:59:59.123'", "TIMESTAMP '2024-02-29 23:59:59.123456'",
        "CAST('2024-02-29 22:59:59.123' AS TIMESTAMP_LTZ(3))", "ARRAY[1, 2, 3]", "MAP['a', 1]", "ROW(5, 'x')", "NULL",
        "NULL"}},
      "Europe/Berlin");
  return made;
}
std::string ask(const std::string& text) { return values().ask(text)[0]; }

} // namespace

TEST_CASE("numbers compare by value whatever their types") {
  CHECK(ask("i4 < i8") == "TRUE");
  CHECK(ask("i8 = f8") == "FALSE");
  CHECK(ask("d = 10.250") == "TRUE");
  CHECK(ask("d = i4") == "FALSE");
  CHECK(ask("d < f8") == "FALSE");
  CHECK(ask("f4 = 1.5") == "TRUE");
  CHECK(ask("f4 <= 1.5") == "TRUE");
  CHECK(ask("i4 <> 7") == "FALSE");
  CHECK(ask("7 >= i4") == "TRUE");
  CHECK(ask("i4 > i4") == "FALSE");
  CHECK(ask("1 < 2") == "TRUE");
}

TEST_CASE("NaN is equal to nothing and -0.0 is 0.0") {
  const table t({"x", "DOUBLE"}, {{"CAST('NaN' AS DOUBLE)"}, {"-0E0"}});
  CHECK(t.ask("x = x") == texts{"FALSE", "TRUE"});
  CHECK(t.ask("x <> x") == texts{"TRUE", "FALSE"});
  CHECK(t.ask("x = 0E0") == texts{"FALSE", "TRUE"});
  CHECK(t.ask("x > 1") == texts{"FALSE", "FALSE"});
}

TEST_CASE("texts and bytes compare by their bytes") {
  CHECK(ask("s = '12'") == "TRUE");
  CHECK(ask("s > '3'") == "FALSE");
  CHECK(ask("'é' > 'z'") == "TRUE");
  CHECK(ask("by1 < X'62'") == "TRUE");
  CHECK(ask("b < TRUE") == "FALSE");
}

TEST_CASE("text against a number is ordered as numbers but not equated") {
  CHECK(ask("s > 3") == "TRUE");
  CHECK(ask("s >= i4") == "TRUE");
  CHECK(ask("i4 < s") == "TRUE");
  CHECK(ask("s > d") == "TRUE");
  CHECK(ask("(s || 'x') > i4") == "!cannot cast '12x' to INT");
  CHECK(values().refusal("s = i4") == "line 1, column 1: = does not compare STRING and INT (CAST one side)");
  CHECK(values().refusal("b = 'true'") ==
        "line 1, column 1: = does not compare BOOLEAN and CHAR(4) NOT NULL (CAST one side)");
  CHECK(values().refusal("b > 'A'") == "line 1, column 1: 'A' is no BOOLEAN");
}

TEST_CASE("text against a moment is read as one") {
  CHECK(ask("dt = '2024-02-29'") == "TRUE");
  CHECK(ask("dt > '2024-1-1'") == "TRUE");
  CHECK(ask("tm < '13:00'") == "TRUE");
  CHECK(ask("ts3 = '2024-02-29 23:59:59.123'") == "TRUE");
  CHECK(ask("ts3 = '2024-02-29 23:59:59.123456'") == "FALSE");
  CHECK(ask("ts3 > '2024-01-01'") == "TRUE");
  CHECK(ask("lz = '2024-02-29 22:59:59.123'") == "FALSE"); // The table's cell was read in UTC, the literal is Berlin's.
  CHECK(values().refusal("dt > 'x'") == "line 1, column 1: 'x' is no DATE");
  CHECK(values().refusal("ts3 = '2024-02-29T23:59:59'") ==
        "line 1, column 1: '2024-02-29T23:59:59' is no TIMESTAMP(9)");
}

TEST_CASE("digits behind the millisecond count") {
  CHECK(ask("ts3 = ts6") == "FALSE");
  CHECK(ask("ts3 < ts6") == "TRUE");
  CHECK(ask("ts6 > ts3") == "TRUE");
  CHECK(ask("ts6 <= ts6") == "TRUE");
  CHECK(ask("ts6 >= ts6") == "TRUE");
  CHECK(ask("ts6 <> ts3") == "TRUE");
  CHECK(ask("ts6 IS NOT DISTINCT FROM ts6") == "TRUE");
}

TEST_CASE("TIMESTAMP_LTZ meets TIMESTAMP at the session's wall clock") {
  CHECK(ask("lz = ts3") == "TRUE");
  CHECK(ask("lz = CAST(lz AS TIMESTAMP(3))") == "TRUE");
  CHECK(ask("CAST(lz AS STRING)") == "2024-02-29 23:59:59.123");
}

TEST_CASE("nested values are equal part by part, and have no order") {
  CHECK(ask("ai = ai") == "TRUE");
  CHECK(ask("ai = ARRAY[1, 2, 3]") == "TRUE");
  CHECK(ask("ai <> ARRAY[1, 2]") == "TRUE");
  CHECK(ask("ai = ARRAY[1, 2, 4]") == "FALSE");
  CHECK(ask("m = MAP['a', 1]") == "TRUE");
  CHECK(ask("m = MAP['a', 2]") == "FALSE");
  CHECK(ask("m = MAP['a', 1, 'b', 2]") == "FALSE");
  CHECK(ask("MAP['a', 1, 'b', 2] = MAP['b', 2, 'a', 1]") == "TRUE");
  CHECK(ask("r = r") == "TRUE");
  CHECK(ask("r = ROW(5, 'y')") == "FALSE");
  CHECK(ask("r = ROW(5, 'x')") == "TRUE");
  CHECK(ask("ARRAY[1, NULL] = ARRAY[1, NULL]") == "TRUE");
  CHECK(ask("ARRAY[1, 2] = ARRAY[1.0, 2.0]") == "TRUE");
  CHECK(ask("ARRAY[1.5E0, 2E0] = ARRAY[1.5E0, 2E0]") == "TRUE");
  CHECK(ask("ai IS DISTINCT FROM ai") == "FALSE");
  CHECK(values().refusal("ai < ai") == "line 1, column 1: < does not compare ARRAY<INT> and ARRAY<INT>");
}

TEST_CASE("NULL compares to NULL, but distinctness is always known") {
  CHECK(ask("n = 7") == "NULL");
  CHECK(ask("i4 = NULL") == "NULL");
  CHECK(ask("NULL = NULL") == "NULL");
  CHECK(ask("n IS DISTINCT FROM 7") == "TRUE");
  CHECK(ask("n IS DISTINCT FROM n") == "FALSE");
  CHECK(ask("n IS NOT DISTINCT FROM NULL") == "TRUE");
  CHECK(ask("i4 IS NOT DISTINCT FROM 7") == "TRUE");
  CHECK(ask("i4 IS DISTINCT FROM i8") == "TRUE");
  CHECK(values().type("n IS DISTINCT FROM 7") == "BOOLEAN NOT NULL");
  CHECK(values().type("n = 7") == "BOOLEAN");
}

TEST_CASE("rows written out are compared field by field") {
  CHECK(ask("(i4, s) = (7, '12')") == "TRUE");
  CHECK(ask("(i4, n) = (7, 1)") == "NULL");
  CHECK(ask("(i4, n) = (8, 1)") == "FALSE");
  CHECK(ask("(i4, s) <> (7, '13')") == "TRUE");
  CHECK(ask("ROW(1, CAST(NULL AS INT)) = ROW(2, CAST(NULL AS INT))") == "FALSE");
  CHECK(values().refusal("(i4, s) = (7, '1', 2)") == "line 1, column 1: rows of different lengths cannot be compared");
}

TEST_CASE("BETWEEN includes its ends, SYMMETRIC turns them round") {
  CHECK(ask("i4 BETWEEN 1 AND 10.5") == "TRUE");
  CHECK(ask("i4 BETWEEN 7 AND 7") == "TRUE");
  CHECK(ask("i4 BETWEEN 10 AND 1") == "FALSE");
  CHECK(ask("i4 BETWEEN SYMMETRIC 10 AND 1") == "TRUE");
  CHECK(ask("i4 NOT BETWEEN 1 AND 3") == "TRUE");
  CHECK(ask("dt BETWEEN '2024-01-01' AND '2024-12-31'") == "TRUE");
  CHECK(ask("i4 BETWEEN n AND 3") == "FALSE");
  CHECK(ask("i4 BETWEEN n AND 9") == "NULL");
  CHECK(values().refusal("i4 BETWEEN b AND 3") == "line 1, column 12: >= does not compare INT and BOOLEAN");
  CHECK(values().refusal("i4 BETWEEN 3 AND b") == "line 1, column 18: <= does not compare INT and BOOLEAN");
  CHECK(values().refusal("i4 BETWEEN SYMMETRIC 3 AND 'x'") == "line 1, column 28: 'x' is no INT");
}

TEST_CASE("IN takes lists of any length and of NULLs") {
  const table t({"x", "INT", "s", "STRING", "d", "DOUBLE", "e", "DECIMAL(5, 2)", "ts", "TIMESTAMP(6)", "b", "INT"},
                {{"3", "'a'", "1.5", "1.5", "TIMESTAMP '2024-01-01 00:00:00.000001'", "3"},
                 {"NULL", "NULL", "NULL", "NULL", "NULL", "1"},
                 {"20", "'zz'", "2.5", "2.5", "TIMESTAMP '2024-01-01 00:00:00'", "NULL"}});
  CHECK(t.ask("x IN (1, 2, 3)") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("x NOT IN (1, 2, 3)") == texts{"FALSE", "NULL", "TRUE"});
  CHECK(t.ask("x IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 20)") == texts{"TRUE", "NULL", "TRUE"});
  CHECK(t.ask("x IN (3, NULL)") == texts{"TRUE", "NULL", "NULL"});
  CHECK(t.ask("x NOT IN (3, NULL)") == texts{"FALSE", "NULL", "NULL"});
  CHECK(t.ask("x IN (3, b)") == texts{"TRUE", "NULL", "NULL"});
  CHECK(t.ask("x IN (b + 0)") == texts{"TRUE", "NULL", "NULL"});
  CHECK(t.ask("x IN (1, 2.5, 20)") == texts{"FALSE", "NULL", "TRUE"});
  CHECK(t.ask("s IN ('a', 'b')") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("d IN (1.5E0)") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("e IN (1.50, 9)") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("ts IN (TIMESTAMP '2024-01-01 00:00:00')") == texts{"FALSE", "NULL", "TRUE"});
  CHECK(t.ask("x IN ('3', '8')") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("s IN (12, 13)") == texts{"FALSE", "NULL", "FALSE"});
  CHECK(t.ask("CAST(ts AS DATE) IN ('2024-01-01')") == texts{"TRUE", "NULL", "TRUE"});
  CHECK(t.ask("(x, s) IN ((3, 'a'), (20, 'b'))") == texts{"TRUE", "NULL", "FALSE"});
  CHECK(t.ask("ARRAY[x] IN (ARRAY[3])") == texts{"TRUE", "FALSE", "FALSE"});
  CHECK(t.ask("1 IN (1, 2)") == texts{"TRUE", "TRUE", "TRUE"});
  CHECK(t.refusal("s IN ('12', 13)") == "line 1, column 1: IN needs values of compatible types, as STRING (CAST them)");
  CHECK(t.refusal("(x, s) IN (3)") == "line 1, column 12: a row is compared with rows only");
  CHECK(t.bound("x IN (1, 2)")->to_string() == "(x IN (1, 2))");
}

TEST_CASE("comparisons show themselves for EXPLAIN") {
  CHECK(values().bound("i4 > 3")->to_string() == "(i4 > 3)");
  CHECK(values().bound("s = 'it'")->to_string() == "(s = 'it')");
  CHECK(values().bound("i4 IS DISTINCT FROM n")->to_string() == "(i4 IS DISTINCT FROM n)");
}
