// Every expected value was asked of Flink 2.3, but for messages.
#include "core/expr/cast.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& berlin() {
  static const table made({"n", "INT"}, {{"NULL"}}, "Europe/Berlin");
  return made;
}
std::string ask(const std::string& text) { return berlin().ask(text)[0]; }
/// `CAST('value' AS type)`.
std::string from_text(const std::string& value, const std::string& type) {
  return ask("CAST('" + value + "' AS " + type + ")");
}

} // namespace

TEST_CASE("texts to numbers: blanks and digits behind a point are allowed") {
  CHECK(from_text(" 12 ", "INT") == "12");
  CHECK(from_text("+12", "BIGINT") == "12");
  CHECK(from_text("12.", "INT") == "12");
  CHECK(from_text(".5", "INT") == "0");
  CHECK(from_text("-128.9", "TINYINT") == "-128");
  CHECK(from_text("32767", "SMALLINT") == "32767");
  CHECK(from_text("-9223372036854775808", "BIGINT") == "-9223372036854775808");
  for (const auto* bad : {"-", "12.x", "1e3", "1 2", "", "abc", "2147483648"}) {
    CHECK(from_text(bad, "INT") == std::string("!cannot cast '") + bad + "' to INT");
  }
  CHECK(from_text("128", "TINYINT") == "!cannot cast '128' to TINYINT");
  CHECK(from_text("9223372036854775808", "BIGINT") == "!cannot cast '9223372036854775808' to BIGINT");
  CHECK(from_text(" 1.5 ", "DOUBLE") == "1.5");
  CHECK(from_text("1.5d", "DOUBLE") == "1.5");
  CHECK(from_text("1.F", "DOUBLE") == "1.0");
  CHECK(from_text("NaN", "DOUBLE") == "NaN");
  CHECK(from_text("1e400", "DOUBLE") == "Infinity");
  CHECK(from_text("0.1", "FLOAT") == "0.1");
  CHECK(from_text("inf", "DOUBLE") == "!cannot cast 'inf' to DOUBLE");
  CHECK(from_text("d", "DOUBLE") == "!cannot cast 'd' to DOUBLE");
  CHECK(from_text(" 1.555 ", "DECIMAL(5, 2)") == "1.56");
  CHECK(from_text("1e2", "DECIMAL(5, 2)") == "100.00");
  CHECK(from_text("12345", "DECIMAL(5, 2)") == "!cannot cast '12345' to DECIMAL(5, 2)");
  CHECK(from_text(std::string(70, 'x'), "INT") == "!cannot cast '" + std::string(64, 'x') + "...' to INT");
}

TEST_CASE("texts to truth") {
  for (const auto* yes : {"true", "TRUE", "t", "yes", "y", "1"}) CHECK(from_text(yes, "BOOLEAN") == "TRUE");
  for (const auto* no : {"false", "f", "no", "N", "0"}) CHECK(from_text(no, "BOOLEAN") == "FALSE");
  for (const auto* bad : {" TRUE ", "on", "off", "", "truest"}) {
    CHECK(from_text(bad, "BOOLEAN") == std::string("!cannot cast '") + bad + "' to BOOLEAN");
  }
}

TEST_CASE("texts to dates and times") {
  CHECK(from_text(" 2024-02-29 ", "DATE") == "2024-02-29");
  CHECK(from_text("2024-2-9", "DATE") == "2024-02-09");
  CHECK(from_text("2024", "DATE") == "2024-01-01");
  CHECK(from_text("2024-02", "DATE") == "2024-02-01");
  CHECK(from_text("2024-02-29 12:00:00", "DATE") == "2024-02-29");
  for (const auto* bad : {"2024-02-30", "2024-02-29T12:00:00", "2024-02-29x", "12345-01-01", "0000-01-01", "2024-13-01",
                          "2024-", "2024-1-", "x", ""}) {
    CHECK(from_text(bad, "DATE") == std::string("!cannot cast '") + bad + "' to DATE");
  }
  CHECK(from_text("12:34:56", "TIME") == "12:34:56");
  CHECK(from_text("12:34:56.789", "TIME(3)") == "12:34:56.789");
  CHECK(from_text("12:34:56.789", "TIME") == "12:34:56");
  CHECK(from_text("12:34", "TIME") == "12:34:00");
  CHECK(from_text("12", "TIME") == "12:00:00");
  CHECK(from_text("1:2:3", "TIME") == "01:02:03");
  CHECK(from_text("25:00:00", "TIME") == "!cannot cast '25:00:00' to TIME(0)");
  CHECK(from_text("12:60", "TIME") == "!cannot cast '12:60' to TIME(0)");
  CHECK(from_text("12:", "TIME") == "!cannot cast '12:' to TIME(0)");
}

TEST_CASE("texts to timestamps") {
  CHECK(from_text("2024-02-29 12:34:56.789", "TIMESTAMP(3)") == "2024-02-29 12:34:56.789");
  CHECK(from_text("2024-02-29 12:34:56.789", "TIMESTAMP(0)") == "2024-02-29 12:34:56");
  CHECK(from_text("2024-02-29 12:34:56.999999", "TIMESTAMP(3)") == "2024-02-29 12:34:56.999");
  CHECK(from_text("2024-02-29 12:34:56.123456789", "TIMESTAMP(9)") == "2024-02-29 12:34:56.123456789");
  CHECK(from_text("2024-02-29 12:34:56.123456789", "TIMESTAMP(7)") == "2024-02-29 12:34:56.1234567");
  CHECK(from_text("2024-02-29", "TIMESTAMP(3)") == "2024-02-29 00:00:00.000");
  CHECK(from_text("2024-2-9 1:2:3", "TIMESTAMP(3)") == "2024-02-09 01:02:03.000");
  for (const auto* bad : {"2024-02-29T12:34:56", "2024-02-29 12:34", "2024-02-29 12", " 2024-02-29 12:34:56 ",
                          "2024-02-29 12:34:56Z", "2024-02", "2024", "x"}) {
    CHECK(from_text(bad, "TIMESTAMP(3)") == std::string("!cannot cast '") + bad + "' to TIMESTAMP(3)");
  }
}

TEST_CASE("TIMESTAMP_LTZ is read and written at the session's wall clock") {
  const auto ms = [](const std::string& value) {
    const auto bound = berlin().bound("CAST('" + value + "' AS TIMESTAMP_LTZ(3))");
    return bound->constant()->ints[0];
  };
  CHECK(ms("2024-02-29 12:34:56") == 1709206496000);
  CHECK(ms("2024-03-31 02:30:00") == 1711848600000); // In the gap: moved forward, 01:30 UTC.
  CHECK(ms("2024-10-27 02:30:00") == 1729989000000); // Twice there: the earlier, 00:30 UTC.
  CHECK(ask("CAST(CAST('2024-07-02 00:30:00.5' AS TIMESTAMP_LTZ(3)) AS STRING)") == "2024-07-02 00:30:00.500");
  CHECK(ask("CAST(CAST('2024-07-02 00:30:00.5' AS TIMESTAMP_LTZ(3)) AS DATE)") == "2024-07-02");
  CHECK(ask("CAST(CAST('2024-07-02 00:30:00.5' AS TIMESTAMP_LTZ(3)) AS TIME)") == "00:30:00");
  CHECK(ask("CAST(CAST('2024-07-02 00:30:00.5' AS TIMESTAMP_LTZ(3)) AS TIMESTAMP(0))") == "2024-07-02 00:30:00");
  CHECK(ask("CAST(CAST(DATE '2024-02-29' AS TIMESTAMP_LTZ(3)) AS TIMESTAMP(3))") == "2024-02-29 00:00:00.000");
  CHECK(ask("CAST(CAST(TIME '12:34:56' AS TIMESTAMP_LTZ(3)) AS TIMESTAMP(3))") == "1970-01-01 12:34:56.000");
  CHECK(ask("CAST(CAST(TIMESTAMP '2024-07-02 00:30:00.123456' AS TIMESTAMP_LTZ(6)) AS TIMESTAMP(6))") ==
        "2024-07-02 00:30:00.123456");
}

TEST_CASE("between moments") {
  CHECK(ask("CAST(TIMESTAMP '2024-02-29 12:34:56.789' AS TIMESTAMP(1))") == "2024-02-29 12:34:56.7");
  CHECK(ask("CAST(TIMESTAMP '2024-02-29 12:34:56.789' AS DATE)") == "2024-02-29");
  CHECK(ask("CAST(TIMESTAMP '2024-02-29 12:34:56.789' AS TIME)") == "12:34:56");
  CHECK(ask("CAST(TIMESTAMP '2024-02-29 12:34:56.789' AS TIME(3))") == "12:34:56.789");
  CHECK(ask("CAST(TIME '12:34:56.789' AS TIME(1))") == "12:34:56.7");
  CHECK(ask("CAST(TIME '12:34:56' AS TIMESTAMP(3))") == "1970-01-01 12:34:56.000");
  CHECK(ask("CAST(DATE '2024-02-29' AS TIMESTAMP(3))") == "2024-02-29 00:00:00.000");
  // Flink cuts towards 1970, and the golden cases with it.
  CHECK(ask("CAST(TIMESTAMP '1969-12-31 23:59:59.999' AS DATE)") == "1970-01-01");
  CHECK(ask("CAST(TIMESTAMP '1969-12-31 23:59:59.9' AS TIME(1))") == "23:59:59.9");
  CHECK(ask("CAST(TIMESTAMP '1969-12-31 23:59:59.999' AS STRING)") == "1969-12-31 23:59:59.999");
}

TEST_CASE("numbers to numbers: reals saturate, integers wrap, decimals round or are NULL") {
  const table t({"d", "DOUBLE", "i", "INT", "e", "DECIMAL(20, 1)", "b", "BOOLEAN", "f", "FLOAT"},
                {{"2.9", "7", "999.9", "TRUE", "1.5"},
                 {"-2.9", "300", "99999999999.9", "FALSE", "0"},
                 {"1E10", "-129", "-1.9", "NULL", "0.1"},
                 {"CAST('NaN' AS DOUBLE)", "2147483647", "0.4", "TRUE", "NULL"},
                 {"1E-7", "0", "NULL", "FALSE", "1E30"}});
  CHECK(t.ask("CAST(d AS INT)") == texts{"2", "-2", "2147483647", "0", "0"});
  CHECK(t.ask("CAST(d AS TINYINT)") == texts{"2", "-2", "-1", "0", "0"});
  CHECK(t.ask("CAST(d AS BIGINT)") == texts{"2", "-2", "10000000000", "0", "0"});
  CHECK(t.ask("CAST(-1E30 AS BIGINT)")[0] == "-9223372036854775808");
  CHECK(t.ask("CAST(d AS BOOLEAN)") == texts{"TRUE", "TRUE", "TRUE", "TRUE", "TRUE"});
  CHECK(t.ask("CAST(d AS DECIMAL(6, 2))") ==
        texts{"2.90", "-2.90", "NULL", "!cannot cast NaN or Infinity to DECIMAL", "0.00"});
  CHECK(t.ask("CAST(d AS FLOAT)")[0] == "2.9");
  CHECK(t.ask("CAST(i AS TINYINT)") == texts{"7", "44", "127", "-1", "0"});
  CHECK(t.ask("CAST(i AS SMALLINT)") == texts{"7", "300", "-129", "-1", "0"});
  CHECK(t.ask("CAST(i AS BIGINT)") == t.ask("i"));
  CHECK(t.ask("CAST(i AS BOOLEAN)") == texts{"TRUE", "TRUE", "TRUE", "TRUE", "FALSE"});
  CHECK(t.ask("CAST(i AS DOUBLE)") == texts{"7.0", "300.0", "-129.0", "2.147483647E9", "0.0"});
  CHECK(t.ask("CAST(i AS FLOAT)")[1] == "300.0");
  CHECK(t.ask("CAST(i AS DECIMAL(4, 1))") == texts{"7.0", "300.0", "-129.0", "NULL", "0.0"});
  CHECK(t.ask("CAST(e AS TINYINT)") == texts{"-25", "-1", "-1", "0", "NULL"});
  CHECK(t.ask("CAST(e AS INT)") == texts{"999", "1215752191", "-1", "0", "NULL"});
  CHECK(t.ask("CAST(e AS BOOLEAN)") == texts{"TRUE", "TRUE", "TRUE", "TRUE", "NULL"});
  CHECK(t.ask("CAST(e AS DOUBLE)") == texts{"999.9", "9.99999999999E10", "-1.9", "0.4", "NULL"});
  CHECK(t.ask("CAST(e AS FLOAT)")[2] == "-1.9");
  CHECK(t.ask("CAST(e AS DECIMAL(4, 0))") == texts{"1000", "NULL", "-2", "0", "NULL"});
  CHECK(t.ask("CAST(e AS DECIMAL(21, 1))") == t.ask("e"));
  CHECK(t.ask("CAST(b AS INT)") == texts{"1", "0", "NULL", "1", "0"});
  CHECK(t.ask("CAST(b AS DECIMAL(3, 1))") == texts{"1.0", "0.0", "NULL", "1.0", "0.0"});
  CHECK(t.ask("CAST(f AS DOUBLE)")[2] == "0.10000000149011612");
  CHECK(t.ask("CAST(f AS DECIMAL(10, 8))")[2] == "0.10000000");
}

TEST_CASE("anything to text") {
  CHECK(ask("CAST(TRUE AS STRING)") == "TRUE");
  CHECK(ask("CAST(-12 AS STRING)") == "-12");
  CHECK(ask("CAST(1E7 AS STRING)") == "1.0E7");
  CHECK(ask("CAST(CAST(0.1 AS FLOAT) AS STRING)") == "0.1");
  CHECK(ask("CAST(1.50 AS STRING)") == "1.50");
  CHECK(ask("CAST(0.00000001 AS STRING)") == "0.00000001");
  CHECK(ask("CAST(DATE '2024-02-29' AS STRING)") == "2024-02-29");
  CHECK(ask("CAST(TIME '12:34:56.789' AS STRING)") == "12:34:56.789");
  CHECK(ask("CAST(TIMESTAMP '2024-02-29 12:34:56' AS STRING)") == "2024-02-29 12:34:56");
  CHECK(ask("CAST(CAST(TIMESTAMP '2024-02-29 12:34:56.789' AS TIMESTAMP(9)) AS STRING)") ==
        "2024-02-29 12:34:56.789000000");
  CHECK(ask("CAST(INTERVAL '1 02:03:04.5' DAY TO SECOND AS STRING)") == "+1 02:03:04.500");
  CHECK(ask("CAST(INTERVAL '-14' MONTH AS STRING)") == "-1-02");
  CHECK(ask("CAST(X'616263' AS STRING)") == "abc");
  CHECK(ask("CAST(ARRAY[1, NULL] AS STRING)") == "[1, NULL]");
  CHECK(ask("CAST(MAP['a', 1.5] AS STRING)") == "{a=1.5}");
  CHECK(ask("CAST(MAP['a', DATE '2024-01-01', 'b', NULL] AS STRING)") == "{a=2024-01-01, b=NULL}");
  CHECK(ask("CAST(ROW('x', TIMESTAMP '2024-02-29 12:34:56.789', NULL) AS STRING)") ==
        "(x, 2024-02-29 12:34:56.789, NULL)");
}

TEST_CASE("lengths cut and pad") {
  CHECK(ask("CAST('abcdef' AS CHAR(3))") == "abc");
  CHECK(ask("CAST('ab' AS CHAR(4))") == "ab  ");
  CHECK(ask("CAST('ab' AS VARCHAR(4))") == "ab");
  CHECK(ask("CAST('éàü' AS VARCHAR(2))") == "éà");
  CHECK(ask("CAST('é' AS VARCHAR(1))") == "é");
  CHECK(ask("CAST('é' AS CHAR(2))") == "é ");
  CHECK(ask("CAST(12345 AS CHAR(3))") == "123");
  CHECK(ask("CAST(TRUE AS VARCHAR(3))") == "TRU");
  CHECK(ask("CAST('ab' AS BINARY(1))") == "a");
  CHECK(ask("CAST(X'6162' AS BINARY(4))") == std::string("ab\0\0", 4));
  CHECK(ask("CAST(X'616263' AS VARBINARY(2))") == "ab");
  CHECK(ask("CAST('abc' AS BYTES)") == "abc");
}

TEST_CASE("nested values part by part; what fails inside fails the whole") {
  const table t({"a", "ARRAY<STRING>", "r", "ROW<x STRING, y INT>", "m", "MAP<STRING, INT>"},
                {{"ARRAY['1', '2']", "ROW('5', 6)", "MAP['a', 1]"},
                 {"ARRAY['1', 'b']", "ROW('x', 6)", "MAP['b', 2]"},
                 {"NULL", "NULL", "NULL"}});
  CHECK(t.ask("CAST(a AS ARRAY<INT>)") == texts{"[1, 2]", "!cannot cast 'b' to INT", "NULL"});
  CHECK(t.ask("TRY_CAST(a AS ARRAY<INT>)") == texts{"[1, 2]", "NULL", "NULL"});
  CHECK(t.ask("CAST(r AS ROW<x INT, y STRING>)") == texts{"(5, 6)", "!cannot cast 'x' to INT", "NULL"});
  CHECK(t.ask("CAST(m AS MAP<STRING, DOUBLE>)") == texts{"{a=1.0}", "{b=2.0}", "NULL"});
  CHECK(t.ask("CAST(ARRAY[NULL, NULL] AS ARRAY<INT>)")[0] == "[NULL, NULL]");
  const std::vector<std::uint32_t> first{0};
  CHECK(t.ask(*t.bound("CAST(a AS ARRAY<INT>)"), &first) == texts{"[1, 2]", "-", "-"});
  CHECK(t.refusal("CAST(r AS ROW<x INT>)") ==
        "line 1, column 1: ROW<`x` STRING, `y` INT> cannot be cast to ROW<`x` INT>");
  CHECK(t.refusal("CAST(a AS ARRAY<ARRAY<INT>>)") ==
        "line 1, column 1: ARRAY<STRING> cannot be cast to ARRAY<ARRAY<INT>>");
}

TEST_CASE("TRY_CAST makes NULL of what fails, row by row") {
  const table t({"s", "STRING"}, {{"'+12'"},
                                  {"'abc'"},
                                  {"'1.5'"},
                                  {"'true'"},
                                  {"'2024-02-29'"},
                                  {"''"},
                                  {"NULL"},
                                  {"'99999999999'"},
                                  {"'1234.567'"}});
  const auto n = std::string("NULL");
  CHECK(t.ask("TRY_CAST(s AS INT)") == texts{"12", n, "1", n, n, n, n, n, "1234"});
  CHECK(t.ask("TRY_CAST(s AS DOUBLE)") == texts{"12.0", n, "1.5", n, n, n, n, "9.9999999999E10", "1234.567"});
  CHECK(t.ask("TRY_CAST(s AS BOOLEAN)") == texts{n, n, n, "TRUE", n, n, n, n, n});
  CHECK(t.ask("TRY_CAST(s AS DATE)") == texts{n, n, n, n, "2024-02-29", n, n, n, n});
  CHECK(t.ask("TRY_CAST(s AS DECIMAL(5, 2))") == texts{"12.00", n, "1.50", n, n, n, n, n, n});
  CHECK(t.ask("TRY_CAST(s AS TINYINT)") == texts{"12", n, "1", n, n, n, n, n, n});
  CHECK(t.type("TRY_CAST(s AS INT)") == "INT");
}

TEST_CASE("NULL casts to everything and types that do not fit are refused") {
  CHECK(ask("CAST(NULL AS INT)") == "NULL");
  CHECK(ask("CAST(NULL AS ROW<a INT>)") == "NULL");
  CHECK(ask("CAST(n AS STRING)") == "NULL");
  const auto refused = [](const std::string& text) { return berlin().refusal("CAST(" + text + ")"); };
  CHECK(refused("1 AS TIMESTAMP(3)") ==
        "line 1, column 1: INT NOT NULL cannot be cast to TIMESTAMP(3) (use TO_TIMESTAMP_LTZ(number, precision))");
  CHECK(refused("TIMESTAMP '2024-02-29 12:34:56' AS BIGINT") ==
        "line 1, column 1: TIMESTAMP(0) NOT NULL cannot be cast to BIGINT (use UNIX_TIMESTAMP(CAST(... AS STRING)))");
  for (const auto* text :
       {"TRUE AS DATE", "TRUE AS BYTES", "1 AS DATE", "1E0 AS TIME", "1.5 AS DATE", "'1' AS ARRAY<INT>", "X'61' AS INT",
        "DATE '2024-01-01' AS INT", "DATE '2024-01-01' AS TIME", "TIME '12:00:00' AS DATE",
        "INTERVAL '1' DAY AS BIGINT", "ARRAY[1] AS INT", "ARRAY[1] AS MAP<INT, INT>", "ROW(1) AS INT",
        "'1' AS INTERVAL DAY TO SECOND", "TIMESTAMP '2024-01-01 00:00:00' AS BOOLEAN"}) {
    INFO(text);
    CHECK_FALSE(refused(text).empty());
  }
}

TEST_CASE("a constant that cannot be cast fails row by row, and only where it is reached") {
  const table t({"a", "INT"}, {{"1"}, {"2"}});
  CHECK(t.ask("CAST('x' AS INT)") == texts(2, "!cannot cast 'x' to INT"));
  CHECK(t.ask("CASE WHEN a = 1 THEN CAST('x' AS INT) ELSE a END") == texts{"!cannot cast 'x' to INT", "2"});
  CHECK(t.bound("CAST('12' AS INT)")->to_string() == "12");
  CHECK(t.bound("CAST(a AS STRING)")->to_string() == "CAST(a AS STRING)");
  CHECK(t.bound("TRY_CAST(a AS TINYINT)")->to_string() == "TRY_CAST(a AS TINYINT)");
  CHECK(t.bound("CAST(a AS BIGINT)")->to_string() == "a");
}
