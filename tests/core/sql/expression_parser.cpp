#include "core/sql/expression_parser.hpp"

#include "core/sql/syntax.hpp"
#include "tests/support/catch.hpp"

using namespace core::sql;

namespace {

/// The tree as fully bracketed SQL, or the complaint.
std::string read(const std::string& text, dialect words = dialect::sql) {
  const auto made = parse_expression(text, words);
  return made ? to_string(*made) : core::to_string(made.error());
}
std::string in_pipeline(const std::string& text) { return read(text, dialect::pipeline); }

} // namespace

TEST_CASE("operators bind as in SQL") {
  CHECK(read("a + b * c - d") == "((a + (b * c)) - d)");
  CHECK(read("a OR b AND NOT c = d") == "(a OR (b AND (NOT (c = d))))");
  CHECK(read("NOT a IS NULL") == "(NOT (a IS NULL))");
  CHECK(read("a = b IS TRUE") == "((a = b) IS TRUE)");
  CHECK(read("- a * b") == "((- a) * b)");
  CHECK(read("- - a") == "(- (- a))");
  CHECK(read("+a % b") == "((+ a) % b)");
  CHECK(read("a || b = c") == "((a || b) = c)");
  CHECK(read("a - b - c") == "((a - b) - c)");
  CHECK(read("(a - b) * c") == "((a - b) * c)");
  CHECK(read("a < b + 1 AND c >= d OR e <> f") == "(((a < (b + 1)) AND (c >= d)) OR (e <> f))");
}

TEST_CASE("the IS tests and distinctness") {
  CHECK(read("a IS NOT NULL") == "(a IS NOT NULL)");
  CHECK(read("a IS NOT TRUE IS FALSE") == "((a IS NOT TRUE) IS FALSE)");
  CHECK(read("a IS UNKNOWN") == "(a IS UNKNOWN)");
  CHECK(read("a IS NOT UNKNOWN AND b IS NOT FALSE") == "((a IS NOT UNKNOWN) AND (b IS NOT FALSE))");
  CHECK(read("a IS DISTINCT FROM b + 1") == "(a IS DISTINCT FROM (b + 1))");
  CHECK(read("a IS NOT DISTINCT FROM b") == "(a IS NOT DISTINCT FROM b)");
  CHECK(read("a IS 1") == "line 1, column 6: expected NULL, TRUE, FALSE, UNKNOWN, JSON or DISTINCT FROM, found 1");
}

TEST_CASE("IS JSON is the function of that name, which knows no NULL") {
  CHECK(read("a IS JSON") == "(IS_JSON(a) IS TRUE)");
  CHECK(read("a IS NOT JSON ARRAY AND b") == "((IS_JSON(a, 'ARRAY') IS NOT TRUE) AND b)");
}

TEST_CASE("OVERLAPS compares the bounds of two periods, in order") {
  CHECK(
      read("(a, b) OVERLAPS (c, d) AND e") ==
      "(((CASE WHEN (a <= b) THEN b ELSE a END >= CASE WHEN (c <= d) THEN c ELSE d END) AND (CASE WHEN (c <= d) THEN d "
      "ELSE c END >= CASE WHEN (a <= b) THEN a ELSE b END)) AND e)");
  CHECK(read("(a, INTERVAL '1' DAY) OVERLAPS (c, d)").find("(a <= (a + INTERVAL '1' DAY))") != std::string::npos);
  CHECK(read("a OVERLAPS (c, d)").find("OVERLAPS needs two times in brackets on both sides") != std::string::npos);
}

TEST_CASE("BETWEEN, IN and LIKE, plain and negated") {
  CHECK(read("a BETWEEN 1 AND 2 AND b") == "((a BETWEEN 1 AND 2) AND b)");
  CHECK(read("a NOT BETWEEN SYMMETRIC b + 1 AND 2") == "(a NOT BETWEEN SYMMETRIC (b + 1) AND 2)");
  CHECK(read("a BETWEEN ASYMMETRIC 1 AND 2") == "(a BETWEEN 1 AND 2)");
  CHECK(read("a IN (1, b, 'c')") == "(a IN (1, b, 'c'))");
  CHECK(read("a + 1 NOT IN (NULL)") == "((a + 1) NOT IN (NULL))");
  CHECK(read("a LIKE 'x%' ESCAPE '!'") == "(a LIKE 'x%' ESCAPE '!')");
  CHECK(read("a NOT LIKE b || '%'") == "(a NOT LIKE (b || '%'))");
  CHECK(read("a SIMILAR TO '(x|y)+'") == "(a SIMILAR TO '(x|y)+')");
  CHECK(read("a NOT SIMILAR TO 'x'") == "(a NOT SIMILAR TO 'x')");
  CHECK(read("a IN ()") == "line 1, column 7: expected an expression, found )");
}

TEST_CASE("CASE in both forms, nested too") {
  CHECK(read("CASE WHEN a > 1 THEN 'x' ELSE 'y' END") == "CASE WHEN (a > 1) THEN 'x' ELSE 'y' END");
  CHECK(read("CASE a WHEN 1 THEN CASE WHEN b THEN 2 END END") == "CASE a WHEN 1 THEN CASE WHEN b THEN 2 END END");
  CHECK(read("CASE a ELSE 1 END") == "line 1, column 8: expected WHEN, found ELSE");
  CHECK(read("CASE WHEN a THEN 1") == "line 1, column 19: expected END, found the end");
}

TEST_CASE("casts and types") {
  CHECK(read("CAST(a AS DECIMAL(10, 2)) + 1") == "(CAST(a AS DECIMAL(10, 2)) + 1)");
  CHECK(read("TRY_CAST(a AS ARRAY<ROW<x INT, y STRING>>)") == "TRY_CAST(a AS ARRAY<ROW<`x` INT, `y` STRING>>)");
  CHECK(read("CAST(a AS FOO)") == "line 1, column 11: not a type: FOO");
  CHECK(read("CAST(a, INT)") == "line 1, column 7: expected AS, found ,");
}

TEST_CASE("literals keep what was written") {
  CHECK(read("1.50") == "1.50");
  CHECK(read("1e3") == "1e3");
  CHECK(read("'it''s'") == "'it''s'");
  CHECK(read("'a' 'b'") == "'ab'");
  CHECK(read("X'61fF'") == "X'61FF'");
  CHECK(read("DATE '2024-01-31'") == "DATE '2024-01-31'");
  CHECK(read("TIME '12:00:00'") == "TIME '12:00:00'");
  CHECK(read("TIMESTAMP '2024-01-31 12:00:00'") == "TIMESTAMP '2024-01-31 12:00:00'");
  CHECK(read("true") == "TRUE");
  CHECK(read("UNKNOWN") == "NULL");
}

TEST_CASE("intervals know their size") {
  const auto size = [](const std::string& text) {
    const auto made = parse_expression(text);
    INFO(text);
    REQUIRE(made);
    const auto* literal = made->as<literal_syntax>();
    REQUIRE(literal != nullptr);
    return std::pair{literal->interval, literal->interval_of_months};
  };
  CHECK(size("INTERVAL '10' SECOND") == std::pair{std::int64_t{10'000}, false});
  CHECK(size("INTERVAL '1:30' MINUTE TO SECOND") == std::pair{std::int64_t{90'000}, false});
  CHECK(size("INTERVAL '0.5' SECOND") == std::pair{std::int64_t{500}, false});
  CHECK(size("INTERVAL '0.1239' SECOND") == std::pair{std::int64_t{123}, false});
  CHECK(size("INTERVAL '1 02:03:04.567' DAY TO SECOND") == std::pair{std::int64_t{93'784'567}, false});
  CHECK(size("INTERVAL '25:00' HOUR TO MINUTE") == std::pair{std::int64_t{90'000'000}, false});
  CHECK(size("INTERVAL '1-2' YEAR TO MONTH") == std::pair{std::int64_t{14}, true});
  CHECK(size("INTERVAL '1' QUARTER") == std::pair{std::int64_t{3}, true});
  CHECK(size("INTERVAL '2' WEEK") == std::pair{std::int64_t{1'209'600'000}, false});
  CHECK(size("INTERVAL '2' DAYS") == std::pair{std::int64_t{172'800'000}, false});
  CHECK(size("INTERVAL -'1' DAY") == std::pair{std::int64_t{-86'400'000}, false});
  CHECK(size("INTERVAL - '-1' DAY") == std::pair{std::int64_t{86'400'000}, false});
  CHECK(size("INTERVAL '+5' DAY") == std::pair{std::int64_t{432'000'000}, false});
  CHECK(size("INTERVAL ' 5 ' DAY") == std::pair{std::int64_t{432'000'000}, false});
  CHECK(size("INTERVAL 5 DAY") == std::pair{std::int64_t{432'000'000}, false});
  CHECK(size("INTERVAL '100' DAY(3)") == std::pair{std::int64_t{8'640'000'000}, false});
  CHECK(size("INTERVAL '5' SECOND(2, 1)") == std::pair{std::int64_t{5'000}, false});
}

TEST_CASE("an interval of a column is a multiple") {
  CHECK(read("INTERVAL a DAY") == "(a * INTERVAL '1' DAY)");
  CHECK(read("INTERVAL -a HOUR") == "(- (a * INTERVAL '1' HOUR))");
  CHECK(read("(a - b) SECOND") == "INTERVAL_BETWEEN('SECOND', a, b)");
  CHECK(read("(a - b) YEAR TO MONTH") == "INTERVAL_BETWEEN('YEAR TO MONTH', a, b)");
  CHECK(read("(a - b) DAY(3) TO SECOND(3)") == "INTERVAL_BETWEEN('DAY TO SECOND', a, b)");
}

TEST_CASE("intervals that Flink refuses are refused") {
  CHECK(read("INTERVAL '100' SECOND") ==
        "line 1, column 10: an interval has more than 2 digits: '100' (write SECOND(3))");
  CHECK(in_pipeline("INTERVAL '100' SECOND") == "INTERVAL '100' SECOND(3)");
  CHECK(read("INTERVAL '1:75' HOUR TO MINUTE") == "line 1, column 10: not an interval of HOUR TO MINUTE: '1:75'");
  CHECK(read("INTERVAL '1.5' DAY") == "line 1, column 10: not an interval of DAY: '1.5'");
  CHECK(read("INTERVAL '1.' SECOND") == "line 1, column 10: not an interval of SECOND: '1.'");
  CHECK(read("INTERVAL 'x' DAY") == "line 1, column 10: not an interval of DAY: 'x'");
  CHECK(read("INTERVAL '1-12' YEAR TO MONTH") == "line 1, column 10: not an interval of YEAR TO MONTH: '1-12'");
  CHECK(read("INTERVAL '99999999999999999' DAY(17)") ==
        "line 1, column 10: not an interval of DAY: '99999999999999999'");
  CHECK(read("INTERVAL '99999999999999999999' DAY(20)") ==
        "line 1, column 10: not an interval of DAY: '99999999999999999999'");
  CHECK(read("INTERVAL '1' MONTH TO DAY") == "line 1, column 23: no such interval: MONTH TO DAY");
  CHECK(read("INTERVAL '1' MILLISECOND") ==
        "line 1, column 14: expected YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE or SECOND, found MILLISECOND");
  CHECK(read("INTERVAL '1' DAY(x)") == "line 1, column 18: a count of digits must be a small number: x");
}

TEST_CASE("names, fields and elements") {
  CHECK(read("t.a.b[1].c['k']") == "(t.a.b[1]).c['k']");
  CHECK(read("`value` + `a b`") == "(`value` + `a b`)");
  CHECK(read("f(x).y") == "(F(x)).y");
  CHECK(read("(r).a") == "(r).a");
  CHECK(read("ARRAY[1, 2][1]") == "ARRAY[1, 2][1]");
  CHECK(read("MAP['a', 1]['a']") == "MAP['a', 1]['a']");
  CHECK(read("ROW(1, 'x')") == "ROW(1, 'x')");
  CHECK(read("(a, b) = (1, 2)") == "(ROW(a, b) = ROW(1, 2))");
  CHECK(read("ARRAY[]") == "line 1, column 1: ARRAY needs at least one value");
  CHECK(read("MAP['a']") == "line 1, column 1: MAP needs a value for each key (write MAP['key', value, ...])");
}

TEST_CASE("reserved words must be quoted in SQL") {
  CHECK(read("value > 3") == "line 1, column 1: value is a reserved word and must be quoted (write `value`)");
  CHECK(read("r.value") == "line 1, column 3: value is a reserved word and must be quoted (write `value`)");
  CHECK(read("key = 'a'") == "(key = 'a')");
}

TEST_CASE("in a pipeline file a reserved word is a column where nothing else can stand") {
  CHECK(in_pipeline("value > 3 AND key = 'a'") == "((`value` > 3) AND (key = 'a'))");
  CHECK(in_pipeline("user.name") == "`user`.name");
  CHECK(in_pipeline("date >= DATE '2024-01-01'") == "(`date` >= DATE '2024-01-01')");
  CHECK(in_pipeline("interval > INTERVAL '1' DAY") == "(`interval` > INTERVAL '1' DAY)");
  CHECK(in_pipeline("CASE WHEN start > 1 THEN result ELSE at END") ==
        "CASE WHEN (`start` > 1) THEN `result` ELSE `at` END");
  CHECK(in_pipeline("interval - 1 + INTERVAL -'1' DAY") == "((`interval` - 1) + INTERVAL '-1' DAY)");
  CHECK(in_pipeline("INTERVAL a DAY") == "(a * INTERVAL '1' DAY)");
  CHECK(in_pipeline("end - start") == "(`end` - `start`)");
  CHECK(in_pipeline("CASE WHEN a THEN (end) END") == "CASE WHEN a THEN `end` END");
  CHECK(in_pipeline("CASE WHEN a THEN end END") == "line 1, column 18: expected an expression, found end");
  CHECK(in_pipeline("a AND and") == "line 1, column 7: expected an expression, found and");
  CHECK(in_pipeline("value != 3") == "(`value` <> 3)");
  CHECK(read("a != 3") == "line 1, column 3: != is not SQL (write <>)");
}

TEST_CASE("what is no expression is told with its place") {
  CHECK(read("") == "line 1, column 1: expected an expression, found the end");
  CHECK(read("a +") == "line 1, column 4: expected an expression, found the end");
  CHECK(read("a b") == "line 1, column 3: expected the end, found b");
  CHECK(read("(a") == "line 1, column 3: expected ), found the end");
  CHECK(read("a\n  + )") == "line 2, column 5: expected an expression, found )");
  CHECK(read("a[1") == "line 1, column 4: expected ], found the end");
  CHECK(read("a 'x'") == "line 1, column 3: expected the end, found 'x'");
  CHECK(read("a `x`") == "line 1, column 3: expected the end, found `x`");
  CHECK(read("a X'61'") == "line 1, column 3: expected the end, found X'...'");
  CHECK(read("a.1") == "line 1, column 2: expected the end, found .1");
  CHECK(read("r.'a'") == "line 1, column 3: expected a name, found 'a'");
  CHECK(read("a #") == "line 1, column 3: a character has no meaning here: #");
}

TEST_CASE("depth has a limit, in brackets and in chains") {
  const std::string deep(1000, '(');
  CHECK(read(deep + "a" + std::string(1000, ')')) == "line 1, column 401: an expression nests deeper than 400");
  std::string chain = "a";
  for (int i = 0; i < 1000; ++i) chain += " + a";
  CHECK(read(chain).ends_with("an expression nests deeper than 400"));
  std::string elements = "a";
  for (int i = 0; i < 1000; ++i) elements += "[1]";
  CHECK(read(elements).ends_with("an expression nests deeper than 400"));
  std::string type = "INT";
  for (int i = 0; i < 1000; ++i) type = "ARRAY<" + type + ">";
  CHECK(read("CAST(a AS " + type + ")").ends_with("a type nests too deep"));
}

TEST_CASE("queries inside expressions are the statement parser's") {
  CHECK(read("(SELECT 1)") == "line 1, column 2: a query cannot stand inside an expression here");
  CHECK(read("a IN (SELECT 1)") == "line 1, column 7: a query cannot stand inside an expression here");
  CHECK(read("EXISTS (SELECT 1)") == "line 1, column 9: a query cannot stand inside an expression here");
}

TEST_CASE("a node's place spans what it was read from") {
  const auto made = parse_expression("a + foo(b, 1)");
  REQUIRE(made);
  CHECK(made->place.column == 1);
  CHECK(made->place.length == 13);
  const auto* sum = made->as<binary_syntax>();
  REQUIRE(sum != nullptr);
  CHECK(sum->right->place.column == 5);
  CHECK(sum->right->place.length == 9);
}
