#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("regular expressions find, count, extract and replace") {
  check({
      {"REGEXP_REPLACE('foobar', 'o+', '$0x')", {"f$0xbar"}},
      {"REGEXP_EXTRACT('foothebar', 'foo(.*?)(bar)', 2)", {"bar"}},
      {"REGEXP_EXTRACT('abc', 'x')", {"NULL"}},
      {"REGEXP_EXTRACT('abc', 'a', 3)", {"NULL"}},
      {"CAST(REGEXP_EXTRACT_ALL('a1b2', '([a-z])([0-9])', 2) AS STRING)", {"[1, 2]"}},
      {"REGEXP_INSTR('xxab', 'a')", {"3"}},
      {"REGEXP_SUBSTR('xxab', 'a.')", {"ab"}},
      {"REGEXP_COUNT('aXbXc', 'X')", {"2"}},
      {"REGEXP('abc', '')", {"FALSE"}},
      {R"(REGEXP_EXTRACT('2024-01-05', '(?<y>\d+)-(\d+)', 2))", {"01"}},
      {R"(REGEXP('abc', '\p{Alpha}+'))", {"TRUE"}},
      {R"(REGEXP('ab', '[\p{Upper}]'))", {"FALSE"}},
      {"REGEXP_REPLACE('aaa', 'x*', '-')", {"-a-a-a-"}},
      {"REGEXP_COUNT('aaa', 'x*')", {"4"}},
      {"CAST(REGEXP_EXTRACT_ALL('a1b2', '[a-z][0-9]') AS STRING)", {"NULL"}},
      {"CAST(REGEXP_EXTRACT_ALL('a1b2', '[a-z][0-9]', 0) AS STRING)", {"[a1, b2]"}},
      {"CAST(REGEXP_EXTRACT_ALL('a1b2', '([a-z])[0-9]') AS STRING)", {"[a, b]"}},
      {"REGEXP_EXTRACT('abc', '(x)?abc', 1)", {"NULL"}},
      {"REGEXP_INSTR('äab', 'b')", {"3"}},
  });
}
