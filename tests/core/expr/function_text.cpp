#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("the case of letters is mapped as Unicode says") {
  check({
      {"INITCAP('o''neil x-y a1b')", {"O'Neil X-Y A1b"}},
      {"UPPER('ﬁ ß ŉ ǆ')", {"FI SS ʼN Ǆ"}},
      {"LOWER('ΑΣ İ ΣΑ')", {"ας i̇ σα"}},
  });
}

TEST_CASE("lengths count characters and parts are cut between them") {
  check({
      {"LEFT('abc', -1)", {""}},
      {"RIGHT('abc', 2)", {"bc"}},
      {"SUBSTRING('abc' FROM -2 FOR 1)", {"b"}},
      {"SUBSTRING('abc', 0, 2)", {"ab"}},
      {"REVERSE('a😀b')", {"b😀a"}},
      {"CHAR_LENGTH('a😀b')", {"3"}},
      {"SUBSTRING('abcdef', 3)", {"cdef"}},
      {"SUBSTRING('abc', -5)", {""}},
      {"SUBSTRING('abc', 2, -1)", {"NULL"}},
      {"LEFT('äöü', 2)", {"äö"}},
      {"RIGHT('äöü', 0)", {""}},
  });
}

TEST_CASE("trimming takes characters off the ends") {
  check({
      {"BTRIM('  ab  ')", {"ab"}},
      {"BTRIM('xxabxx', 'x')", {"ab"}},
      {"TRIM(BOTH 'xy' FROM 'xyabyx')", {"ab"}},
      {"LTRIM(' ab ')", {"ab "}},
      {"TRIM(LEADING FROM '  a ')", {"a "}},
      {"TRIM('  a ')", {"a"}},
      {"RTRIM('axx', 'x')", {"a"}},
      {"BTRIM('äöä', 'ä')", {"ö"}},
  });
}

TEST_CASE("positions count from one and are zero where there is nothing") {
  check({
      {"LOCATE('', 'abc')", {"1"}},
      {"LOCATE('b', 'abcb', 3)", {"4"}},
      {"INSTR('abcb', 'b', -1, 2)", {"2"}},
      {"POSITION('' IN s)", {"1"}},
      {"INSTR('abcabc', 'c', 4)", {"6"}},
      {"INSTR('abc', '')", {"1"}},
      {"LOCATE('b', 'abc', 0)", {"2"}},
      {"LOCATE('b', 'abc', -1)", {"2"}},
      {"STARTSWITH('abc', 'ab')", {"TRUE"}},
      {"ENDSWITH('abc', '')", {"TRUE"}},
  });
}

TEST_CASE("parts of texts are replaced") {
  check({
      {"REPLACE('abc', '', 'x')", {"xaxbxcx"}},
      {"TRANSLATE('abcabc', 'ab', 'x')", {"xcxc"}},
      {"OVERLAY('abcdef' PLACING 'ZZ' FROM 3 FOR 0)", {"abZZ"}},
      {"OVERLAY('abcdef' PLACING 'ZZ' FROM 6)", {"abcdeZZ"}},
      {"OVERLAY('abcdef' PLACING 'ZZ' FROM 0)", {"abcdef"}},
      {"OVERLAY('abcdef' PLACING 'ZZ' FROM 2 FOR 3)", {"aZZef"}},
      {"OVERLAY('abcdef' PLACING 'ZZZZ' FROM 5)", {"abcdZZZZ"}},
      {"OVERLAY('abcdef' PLACING 'Z' FROM 7)", {"abcdef"}},
      {"OVERLAY('abcdef' PLACING 'Z' FROM 2 FOR -1)", {"aZ"}},
      {"TRANSLATE('abc', '', 'x')", {"abc"}},
  });
}

TEST_CASE("texts are put together") {
  check({
      {"REPEAT('ab', -1)", {""}},
      {"ELT(2, 'a', 'b')", {"b"}},
      {"ELT(3, 'a', 'b')", {"NULL"}},
      {"CONCAT_WS(',', 'a', n, s)", {"a,Éa", "a,", "a,a1"}},
      {"REPEAT('ab', 3)", {"ababab"}},
      {"CONCAT('a', n)", {"NULL"}},
      {"CONCAT_WS(n, 'a', 'b')", {"NULL"}},
      {"ELT(0, 'a')", {"NULL"}},
      {"ELT(1, n, 'b')", {"NULL"}},
  });
}

TEST_CASE("texts are taken apart") {
  check({
      {"SPLIT_INDEX('a b', '', 1)", {"b"}},
      {"SPLIT_INDEX('a,b,', ',', 2)", {""}},
      {"SPLIT_INDEX(s, ',', 0)", {"Éa", "NULL", "a1"}},
      {"CAST(SPLIT('', ',') AS STRING)", {"[]"}},
      {"CAST(SPLIT('ab', '') AS STRING)", {"[a, b]"}},
      {"CAST(SPLIT(',a,', ',') AS STRING)", {"[, a, ]"}},
      {"CAST(STR_TO_MAP('a=1,b,c=2=3') AS STRING)", {"{a=1, b=NULL, c=2=3}"}},
      {"SPLIT_INDEX('a1b', 49, 1)", {"b"}},
      {"CAST(STR_TO_MAP('a:1;b:2', ';', ':') AS STRING)", {"{a=1, b=2}"}},
      {"CAST(STR_TO_MAP('') AS STRING)", {"{}"}},
      {"CAST(STR_TO_MAP(',a=1,,') AS STRING)", {"{=NULL, a=1}"}},
  });
}
