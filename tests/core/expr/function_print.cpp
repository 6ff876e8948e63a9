#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("PRINTF writes values into a text, with widths and flags") {
  check({
      {"PRINTF('%s=%d', 'a', 1)", {"a=1"}},
      {"PRINTF('%5s|%-5s|', 'b', 'ä')", {"    b|ä    |"}},
      {"PRINTF('%2$s %1$s %s', 'a', 'b')", {"b a a"}},
      {"PRINTF('100%%')", {"100%"}},
      {"PRINTF('%S %.2s', 'abc', 'xyz')", {"ABC xy"}},
      {"PRINTF('%b %s %b', TRUE, FALSE, 'x')", {"true false true"}},
      {"PRINTF('%s', DATE '2026-01-02')", {"2026-01-02"}},
      {"PRINTF('a%nb')", {"a\nb"}},
      {"PRINTF('%s', 'a', 'more')", {"a"}},
  });
}

TEST_CASE("PRINTF writes integers") {
  check({
      {"PRINTF('%05d|%05d', 42, -42)", {"00042|-0042"}},
      {"PRINTF('%,d|%(d|%+d|% d', 1234567, -5, 5, 5)", {"1,234,567|(5)|+5| 5"}},
      {"PRINTF('%-6d|%6d', 7, 7)", {"7     |     7"}},
      {"PRINTF('%x %x %X %o', 255, -1, CAST(-1 AS TINYINT), 8)", {"ff ffffffff FF 10"}},
      {"PRINTF('%#x', 255)", {"0xff"}},
      {"PRINTF('%d', CAST('-9223372036854775808' AS BIGINT))", {"-9223372036854775808"}},
  });
}

TEST_CASE("PRINTF rounds the digits of a number half up") {
  check({
      {"PRINTF('%.2f %f', 3.14159e0, 1e0)", {"3.14 1.000000"}},
      {"PRINTF('%.1f %.0f %.0f', 0.25e0, 0.5e0, 9.5e0)", {"0.3 1 10"}},
      {"PRINTF('%.2f', 1e20)", {"100000000000000000000.00"}},
      {"PRINTF('%.3f', 1.0005)", {"1.001"}},
      {"PRINTF('%.3f', 1e-5)", {"0.000"}},
      {"PRINTF('%.5f', 0.000009e0)", {"0.00001"}},
      {"PRINTF('%08.2f|%,.2f', -3.14159e0, 1234567.891e0)", {"-0003.14|1,234,567.89"}},
      {"PRINTF('%.1f', CAST('NaN' AS DOUBLE))", {"NaN"}},
  });
}

TEST_CASE("PRINTF is NULL where the format does not fit its values") {
  check({
      {"PRINTF('%d', 'x')", {"NULL"}},
      {"PRINTF('%d', 1.5)", {"NULL"}},
      {"PRINTF('%f', 1)", {"NULL"}},
      {"PRINTF('%q', 1)", {"NULL"}},
      {"PRINTF('%s')", {"NULL"}},
      {"PRINTF('%')", {"NULL"}},
      {"PRINTF('%9999999999999d', 1)", {"NULL"}},
      {"PRINTF('%0$s', 1)", {"NULL"}},
      {"PRINTF('%1.d', 1)", {"NULL"}},
      {"PRINTF(CAST(NULL AS STRING), 1)", {"NULL"}},
  });
}

TEST_CASE("a NULL is written as null") {
  check({
      {"PRINTF('%s|%05d|%.1f|%6s|%b', CAST(NULL AS STRING), CAST(NULL AS INT), CAST(NULL AS DOUBLE), NULL, NULL)",
       {"null| null|n|  null|false"}},
  });
}
