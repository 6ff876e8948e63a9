// Every expected value was asked of Flink 2.3, but for messages.
#include "core/expr/arithmetic.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& numbers() {
  static const table made({"i1",     "TINYINT",
                           "i2",     "SMALLINT",
                           "i4",     "INT",
                           "i8",     "BIGINT",
                           "f4",     "FLOAT",
                           "f8",     "DOUBLE",
                           "d10_2",  "DECIMAL(10, 2)",
                           "d6_3",   "DECIMAL(6, 3)",
                           "d38_0",  "DECIMAL(38, 0)",
                           "d38_20", "DECIMAL(38, 20)",
                           "d38_6",  "DECIMAL(38, 6)",
                           "s",      "STRING",
                           "n",      "INT"},
                          {{"100", "300", "7", "10000000000", "1.5", "2.9", "10.25", "3.125",
                            "12345678901234567890123456789012345678", "1.5", "2.5", "'12'", "NULL"}});
  return made;
}

/// `type value`.
std::string ask(const std::string& text) { return numbers().type(text) + " " + numbers().ask(text)[0]; }

} // namespace

TEST_CASE("integers keep the wider type and wrap") {
  CHECK(ask("i1 + i1") == "TINYINT -56");
  CHECK(ask("i1 + i2") == "SMALLINT 400");
  CHECK(ask("i2 * i2") == "SMALLINT 24464");
  CHECK(ask("i4 + i8") == "BIGINT 10000000007");
  CHECK(ask("i1 + 1") == "INT 101");
  CHECK(ask("i1 - i2") == "SMALLINT -200");
  CHECK(ask("2147483647 + 1") == "INT NOT NULL -2147483648");
  CHECK(ask("2147483648 + 1") == "BIGINT NOT NULL 2147483649");
  CHECK(ask("-i1") == "TINYINT -100");
  CHECK(ask("+i4") == "INT 7");
  CHECK(ask("- - i4") == "INT 7");
  CHECK(ask("-(-2147483648)") == "BIGINT NOT NULL 2147483648");
  CHECK(ask("-9223372036854775808") == "BIGINT NOT NULL -9223372036854775808");
  CHECK(ask("i4 + n") == "INT NULL");
}

TEST_CASE("integer division cuts towards zero and the remainder has the first one's sign") {
  const table t({"a", "INT", "b", "INT"}, {{"7", "2"},
                                           {"-7", "2"},
                                           {"7", "-2"},
                                           {"-7", "-2"},
                                           {"-2147483647 - 1", "-1"},
                                           {"NULL", "3"},
                                           {"0", "5"},
                                           {"5", "0"},
                                           {"NULL", "0"}});
  CHECK(t.ask("a / b") == texts{"3", "-3", "-3", "3", "-2147483648", "NULL", "0", "!division by zero", "NULL"});
  CHECK(t.ask("a % b") == texts{"1", "-1", "1", "-1", "0", "NULL", "0", "!division by zero", "NULL"});
  CHECK(t.ask("MOD(a, b)") == t.ask("a % b"));
  CHECK(t.ask("-a")[4] == "-2147483648");
  CHECK(t.ask("a / 2.0E0") == texts{"3.5", "-3.5", "3.5", "-3.5", "-1.073741824E9", "NULL", "0.0", "2.5", "NULL"});
}

TEST_CASE("the narrow types' smallest number is its own negative") {
  const table t({"a", "TINYINT", "b", "SMALLINT", "c", "BIGINT"},
                {{"CAST('-128' AS TINYINT)", "CAST('-32768' AS SMALLINT)", "-9223372036854775808"}});
  CHECK(t.ask("-a") == texts{"-128"});
  CHECK(t.ask("-b") == texts{"-32768"});
  CHECK(t.ask("-c") == texts{"-9223372036854775808"});
  CHECK(t.ask("a / CAST(-1 AS TINYINT)") == texts{"-128"});
  CHECK(t.ask("b / CAST(-1 AS SMALLINT)") == texts{"-32768"});
  CHECK(t.ask("c / -1") == texts{"-9223372036854775808"});
}

TEST_CASE("BIGINT wraps at its ends") {
  const table t(
      {"a", "BIGINT", "b", "BIGINT"},
      {{"9223372036854775807", "1"}, {"-9223372036854775808", "1"}, {"4611686018427387904", "2"}, {"3", "-4"}});
  CHECK(t.ask("a + b") == texts{"-9223372036854775808", "-9223372036854775807", "4611686018427387906", "-1"});
  CHECK(t.ask("a * b") == texts{"9223372036854775807", "-9223372036854775808", "-9223372036854775808", "-12"});
  CHECK(t.ask("a - b") == texts{"9223372036854775806", "9223372036854775807", "4611686018427387902", "7"});
}

TEST_CASE("floating point has the left one's type, DECIMAL makes it DOUBLE") {
  CHECK(ask("i4 + f4") == "FLOAT 8.5");
  CHECK(ask("i8 + f4") == "FLOAT 1.0E10");
  CHECK(ask("f4 + f4") == "FLOAT 3.0");
  CHECK(ask("f4 + f8") == "FLOAT 4.4");
  CHECK(ask("f8 + f4") == "DOUBLE 4.4");
  CHECK(ask("f4 * f8") == "FLOAT 4.3500004");
  CHECK(ask("f4 * d10_2") == "DOUBLE 15.375");
  CHECK(ask("f8 - i4") == "DOUBLE -4.1");
  CHECK(ask("f8 / 0") == "DOUBLE Infinity");
  CHECK(ask("f4 / 0") == "FLOAT Infinity");
  CHECK(ask("-f4") == "FLOAT -1.5");
  CHECK(ask("1.0E0 + 2") == "DOUBLE NOT NULL 3.0");
  CHECK(ask("-1.5E0") == "DOUBLE NOT NULL -1.5");
}

TEST_CASE("DECIMAL results have Flink's precision and scale") {
  CHECK(ask("i4 + d10_2") == "DECIMAL(13, 2) 17.25");
  CHECK(ask("i8 + d10_2") == "DECIMAL(22, 2) 10000000010.25");
  CHECK(ask("i1 * d10_2") == "DECIMAL(14, 2) 1025.00");
  CHECK(ask("i4 / d10_2") == "DECIMAL(23, 11) 0.68292682927");
  CHECK(ask("d10_2 / i4") == "DECIMAL(21, 13) 1.4642857142857");
  CHECK(ask("i8 / d38_20") == "DECIMAL(38, 6) 6666666666.666667");
  CHECK(ask("d10_2 + d6_3") == "DECIMAL(12, 3) 13.375");
  CHECK(ask("d10_2 - d6_3") == "DECIMAL(12, 3) 7.125");
  CHECK(ask("d10_2 * d6_3") == "DECIMAL(17, 5) 32.03125");
  CHECK(ask("d10_2 / d6_3") == "DECIMAL(20, 9) 3.280000000");
  CHECK(ask("d38_20 * d38_20") == "DECIMAL(38, 6) 2.250000");
  CHECK(ask("d38_20 / d38_20") == "DECIMAL(38, 6) 1.000000");
  CHECK(ask("d38_6 / d38_20") == "DECIMAL(38, 6) 1.666667");
  CHECK(ask("d38_20 + d38_6") == "DECIMAL(38, 6) 4.000000");
  CHECK(ask("d10_2 % d6_3") == "DECIMAL(6, 3) 0.875");
  CHECK(ask("i4 % d10_2") == "DECIMAL(10, 2) 7.00");
  CHECK(ask("d10_2 % i4") == "DECIMAL(10, 2) 3.25");
  CHECK(ask("-d10_2") == "DECIMAL(10, 2) -10.25");
  CHECK(ask("i4 * 1.5") == "DECIMAL(13, 1) 10.5");
  CHECK(ask("i4 / 2.0") == "DECIMAL(17, 6) 3.500000");
  CHECK(ask("1.5 * 2.25") == "DECIMAL(6, 3) 3.375");
  CHECK(ask("i4 % i8") == "BIGINT 7");
  CHECK(ask("i8 % i4") == "INT 4");
}

TEST_CASE("a DECIMAL with too many digits is NULL, a division by zero a fault") {
  CHECK(ask("d38_0 + d38_20") == "DECIMAL(38, 6) NULL");
  CHECK(ask("d38_0 * d38_0") == "DECIMAL(38, 0) NULL");
  CHECK(ask("d38_0 / d10_2") == "DECIMAL(38, 6) NULL");
  CHECK(ask("d10_2 / 0") == "DECIMAL(21, 13) !division by zero");
  CHECK(ask("d10_2 % 0") == "DECIMAL(10, 2) !division by zero");
  CHECK(ask("d10_2 / n") == "DECIMAL(21, 13) NULL");
}

TEST_CASE("decimal columns row by row") {
  const table t({"a", "DECIMAL(10, 2)", "b", "DECIMAL(6, 3)"},
                {{"10.25", "3.000"}, {"-7.55", "2.125"}, {"0.01", "999.999"}, {"NULL", "1"}, {"99999999.99", "0.001"}});
  CHECK(t.ask("a + b") == texts{"13.250", "-5.425", "1000.009", "NULL", "99999999.991"});
  CHECK(t.ask("a * b") == texts{"30.75000", "-16.04375", "9.99999", "NULL", "99999.99999"});
  CHECK(t.ask("a / b") == texts{"3.416666667", "-3.552941176", "0.000010000", "NULL", "99999999990.000000000"});
  CHECK(t.ask("MOD(a, b)") == texts{"1.250", "-1.175", "0.010", "NULL", "0.000"});
  CHECK(t.ask("a + 1") == texts{"11.25", "-6.55", "1.01", "NULL", "100000000.99"});
  CHECK(t.ask("a > b") == texts{"TRUE", "FALSE", "FALSE", "NULL", "TRUE"});
}

TEST_CASE("what does not add up is refused with a hint") {
  CHECK(numbers().refusal("i4 + s") ==
        "line 1, column 1: + does not take INT and STRING (join texts with ||, or CAST)");
  CHECK(numbers().refusal("s * 2") == "line 1, column 1: * does not take STRING and INT NOT NULL (CAST the text)");
  CHECK(numbers().refusal("f8 % 2") == "line 1, column 1: % does not take DOUBLE and INT NOT NULL");
  CHECK(numbers().refusal("i4 + NULL") == "line 1, column 1: NULL has no type here (write CAST(NULL AS INT))");
  CHECK(numbers().refusal("-s") == "line 1, column 1: - takes a number or an interval, not STRING");
  CHECK(numbers().refusal("+s") == "line 1, column 1: + takes a number, not STRING");
}

TEST_CASE("moments and intervals") {
  const table t(
      {"dt", "DATE", "tm", "TIME", "ts3", "TIMESTAMP(3)", "ts6", "TIMESTAMP(6)", "lz", "TIMESTAMP_LTZ(3)", "i4", "INT"},
      {{"DATE '2024-02-29'", "TIME '12:34:56'", "TIMESTAMP '2024-02-29 23:59:59.123'",
        "TIMESTAMP '2024-02-29 23:59:59.123456'", "CAST('2024-07-01 22:30:00.5' AS TIMESTAMP_LTZ(3))", "7"}});
  const auto one = [&](const std::string& text) { return t.ask(text)[0]; };
  CHECK(one("ts3 + INTERVAL '1' DAY") == "2024-03-01 23:59:59.123");
  CHECK(one("ts3 - INTERVAL '1' MONTH") == "2024-01-29 23:59:59.123");
  CHECK(one("ts6 + INTERVAL '0.5' SECOND") == "2024-02-29 23:59:59.623456");
  CHECK(one("TIMESTAMP '2024-02-29 00:00:00.000001' + INTERVAL i4 DAY") == "2024-03-07 00:00:00.000001");
  CHECK(one("ts3 + INTERVAL '1:30' MINUTE TO SECOND") == "2024-03-01 00:01:29.123");
  CHECK(one("INTERVAL '1' DAY + ts3") == "2024-03-01 23:59:59.123");
  CHECK(one("ts3 - INTERVAL '1' HOUR") == "2024-02-29 22:59:59.123");
  CHECK(one("ts3 + INTERVAL '1' YEAR") == "2025-02-28 23:59:59.123");
  CHECK(one("lz + INTERVAL '1' DAY") == "2024-07-02 22:30:00.500");
  CHECK(one("dt + INTERVAL '1' DAY") == "2024-03-01");
  CHECK(one("dt - INTERVAL '1' DAY") == "2024-02-28");
  CHECK(one("dt + INTERVAL '1' HOUR") == "2024-02-29");
  CHECK(one("dt + INTERVAL '1' MONTH") == "2024-03-29");
  CHECK(one("dt - INTERVAL '1' YEAR") == "2023-02-28");
  CHECK(one("DATE '2024-01-31' + INTERVAL '1' MONTH") == "2024-02-29");
  CHECK(one("DATE '2023-11-30' + INTERVAL '1' MONTH") == "2023-12-30");
  CHECK(one("tm + INTERVAL '13' HOUR") == "01:34:56");
  CHECK(one("tm - INTERVAL '13' HOUR") == "23:34:56");
  CHECK(one("tm + INTERVAL '1' MONTH") == "12:34:56");
  CHECK(one("INTERVAL '1' DAY + INTERVAL '1' HOUR") == "+1 01:00:00.000");
  CHECK(one("INTERVAL '1' YEAR - INTERVAL '1' MONTH") == "+0-11");
  CHECK(one("i4 * INTERVAL '1' DAY") == "+7 00:00:00.000");
  CHECK(one("INTERVAL '1' DAY * 2") == "+2 00:00:00.000");
  CHECK(one("-INTERVAL '1' DAY") == "-1 00:00:00.000");
  CHECK(one("(ts3 - TIMESTAMP '2024-02-01 00:00:00') DAY") == "+28 23:59:59.123");
  CHECK(one("(dt - DATE '2024-01-01') DAY") == "+59 00:00:00.000");
  CHECK(one("(dt - DATE '2023-12-01') MONTH") == "+0-02");
  CHECK(one("(ts3 - TIMESTAMP '2023-12-01 00:00:00') YEAR TO MONTH") == "+0-02");
  CHECK(one("(TIMESTAMP '2023-12-01 00:00:00' - ts3) MONTH") == "-0-02");
  CHECK(one("(TIMESTAMP '2024-02-01 00:00:00' - TIMESTAMP '2024-01-15 00:00:00') MONTH") == "+0-00");
  CHECK(one("(tm - TIME '12:00:00') SECOND") == "+0 00:34:56.000");
  CHECK(one("ts3 + (ts6 - TIMESTAMP '2024-02-29 00:00:00') SECOND") == "2024-03-01 23:59:58.246");
  CHECK(t.type("ts3 + INTERVAL '1' DAY") == "TIMESTAMP(3)");
  CHECK(t.type("(dt - dt) MONTH") == "INTERVAL YEAR TO MONTH");
  CHECK(t.refusal("ts3 - ts3") == "line 1, column 1: - does not take TIMESTAMP(3) and TIMESTAMP(3) "
                                  "(write (a - b) SECOND, or TIMESTAMPDIFF(SECOND, b, a))");
  CHECK(t.refusal("dt + 1") == "line 1, column 1: + does not take DATE and INT NOT NULL");
  CHECK(t.refusal("INTERVAL '1' DAY / 2") ==
        "line 1, column 1: / does not take INTERVAL DAY TO SECOND NOT NULL and INT NOT NULL");
  CHECK(t.refusal("(ts3 - dt) SECOND") ==
        "line 1, column 1: a difference needs two moments of one type, not TIMESTAMP(3) and DATE");
}

TEST_CASE("an absurd count of months stays within the calendar") {
  const table t({"n", "BIGINT"}, {{"9223372036854775807"}, {"-9223372036854775807"}});
  CHECK(t.ask("(TIMESTAMP '2024-01-01 00:00:00' + n * INTERVAL '1' MONTH) IS NULL") == texts{"FALSE", "FALSE"});
  CHECK(core::expr::add_months(0, 1'000'000'000'000) == core::expr::add_months(0, 12'000'000));
}
