#include "core/expr/functions/value_order.hpp"
#include "tests/core/expr/function_answers.hpp"

using evaluated::table;
using evaluated::texts;
using function_answers::check;

namespace {

/// One row with a time whose every field differs: a Monday.
const table& monday() {
  static const table made({"t", "TIMESTAMP(9)", "v", "STRING", "p", "STRING"},
                          {{"TIMESTAMP '2024-08-05 14:07:09.012345678'", "'x'", "'y'"}});
  return made;
}

std::string one(std::string_view expression) {
  INFO(expression);
  return monday().ask(std::string(expression))[0];
}

struct pair {
  std::string_view expression;
  std::string_view answer;
};

void check_one(std::initializer_list<pair> all) {
  for (const auto& each : all) {
    INFO(each.expression);
    CHECK(one(each.expression) == each.answer);
  }
}

} // namespace

TEST_CASE("every letter of the strict dialect is written as java.time does") {
  check_one({
      {"DATE_FORMAT(t, 'Q QQ QQQ QQQQ QQQQQ q')", "3 03 Q3 3rd quarter 3 3"},
      {"DATE_FORMAT(t, 'e ee eee eeee c ccc')", "2 02 Mon Monday 2 Mon"},
      {"DATE_FORMAT(t, 'GGGG G')", "Anno Domini AD"},
      {"DATE_FORMAT(t, '''lit'' ''''')", "lit '"},
      {"DATE_FORMAT(t, '[yyyy] [''x'']')", "2024 x"},
      {"DATE_FORMAT(t, '[yyyy')", "2024"},
      {"DATE_FORMAT(t, 'yy yyy yyyyy')", "24 2024 02024"},
      {"DATE_FORMAT(t, 'w ww W')", "32 32 2"},
      {"DATE_FORMAT(t, 'EEEEE EEEE EE')", "M Monday Mon"},
      {"DATE_FORMAT(t, 'MMMMM LLL L')", "A Aug 8"},
      {"DATE_FORMAT(t, 'D DDD k kk K h a')", "218 218 14 14 2 2 PM"},
      {"DATE_FORMAT(t, 'S SS SSSSSS A n N')", "0 01 012345 50829012 12345678 50829012345678"},
      {"DATE_FORMAT(TIMESTAMPADD(YEAR, 10321, t), 'yyyy yyyyy yyyyyy')", "+12345 12345 012345"},
      {"DATE_FORMAT(TIMESTAMP '2024-12-31 00:00:00', 'YYYY w W')", "2025 1 5"},
  });
}

TEST_CASE("the simple dialect writes its letters as java.text does") {
  check_one({
      {"DATE_FORMAT('2024-08-05 14:07:09', 'EEEEE E MMMMM L LL')", "Monday Mon August 8 08"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'u F W w D')", "1 1 2 32 218"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'yy yyyyy G GGGG')", "24 02024 AD AD"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'S SSS [X]')", "0 000 [Z]"},
      {"DATE_FORMAT(DATE '2024-08-05', 'yyyy/MM/dd HH')", "2024/08/05 00"},
  });
}

TEST_CASE("the strict dialect reads what java.time reads and nothing else") {
  check_one({
      {"TO_TIMESTAMP('2024-01-05 24', 'yyyy-MM-dd kk')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024-01-05 11 PM', 'yyyy-MM-dd KK a')", "2024-01-05 23:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 12 AM', 'yyyy/MM/dd hh a')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 13 AM', 'yyyy/MM/dd hh a')", "NULL"},
      {"TO_TIMESTAMP('2024/01/05 01 am', 'yyyy/MM/dd hh a')", "NULL"},
      {"TO_TIMESTAMP('AD 2024', 'G y')", "2024-01-01 00:00:00.000"},
      {"TO_TIMESTAMP('XY 2024', 'G y')", "NULL"},
      {"TO_TIMESTAMP('2024/01/05 123456789', 'yyyy/MM/dd n')", "2024-01-05 00:00:00.123"},
      {"TO_TIMESTAMP('5 jan 2024', 'd MMM yyyy')", "NULL"},
      {"TO_TIMESTAMP('5 Xyz 2024', 'd MMM yyyy')", "NULL"},
      {"TO_TIMESTAMP('2023/366', 'uuuu/DDD')", "NULL"},
      {"TO_TIMESTAMP('2023/65', 'uuuu/D')", "2023-03-06 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 5000', 'yyyy/MM/dd A')", "2024-01-05 00:00:05.000"},
      {"TO_TIMESTAMP('2024/01/05 5000000000', 'yyyy/MM/dd N')", "2024-01-05 00:00:05.000"},
      {"TO_TIMESTAMP('2024-01-05T10:00:00.12', 'yyyy-MM-dd''T''HH:mm:ss.SS')", "2024-01-05 10:00:00.120"},
      {"TO_TIMESTAMP('20240105100000123', 'yyyyMMddHHmmssSSS')", "2024-01-05 10:00:00.123"},
      {"TO_TIMESTAMP('2024-1-5', 'y-M-d')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('+2024/01/05', 'yyyy/MM/dd')", "NULL"},
      {"TO_TIMESTAMP('+2024/01/05', 'y/MM/dd')", "NULL"},
      {"TO_TIMESTAMP('+12024/01/05', 'yyyy/MM/dd') > TIMESTAMP '9999-01-01 00:00:00'", "TRUE"},
      {"TO_TIMESTAMP('05/01/99', 'dd/MM/yy')", "2099-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 24:00', 'yyyy/MM/dd HH:mm')", "2024-01-06 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 24:01', 'yyyy/MM/dd HH:mm')", "NULL"},
      {"TO_TIMESTAMP('Mo 5', 'E d')", "NULL"},
      {"TO_TIMESTAMP('31 2', 'd M')", "NULL"},
      {"TO_TIMESTAMP('3 2024', 'Q yyyy')", "2024-01-01 00:00:00.000"},
  });
}

TEST_CASE("the simple dialect reads numbers of any width and offsets") {
  check_one({
      {"UNIX_TIMESTAMP('2024-01-05 Z', 'yyyy-MM-dd X')", "1704412800"},
      {"UNIX_TIMESTAMP('2024-01-05 -05:30', 'yyyy-MM-dd ' || 'XX')", "1704432600"},
      {"UNIX_TIMESTAMP('2024-01-05 GMT+02:00', 'yyyy-MM-dd Z')", "1704405600"},
      {"UNIX_TIMESTAMP('2024-01-05 +02', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('2024-01-05 +x', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('2024-01-05 x', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"TO_DATE('2024 060', 'yyyy DDD')", "2024-02-29"},
      {"TO_DATE('2023 366', 'yyyy DDD')", "2024-01-01"},
      {"UNIX_TIMESTAMP('12:30 am', 'hh:mm a')", "1800"},
      {"UNIX_TIMESTAMP('11 PM', 'KK a')", "82800"},
      {"UNIX_TIMESTAMP('11 XM', 'KK a')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('24', 'kk')", "0"},
      {"TO_DATE('january 5, 2024', 'MMMM d, yyyy')", "2024-01-05"},
      {"TO_DATE('January 5, 2024', 'MMM d, yyyy')", "2024-01-05"},
      {"TO_DATE('Mon 2024', 'E yyyy')", "2024-01-01"},
      {"TO_DATE('1 2024', 'u yyyy')", "2024-01-01"},
      {"TO_DATE('2024-1-5x', 'yyyy-MM-dd')", "2024-01-05"},
      {"TO_DATE('''2024', '''''yyyy')", "2024-01-01"},
      {"TO_DATE('202401051030', 'yyyyMMddHHmm')", "2024-01-05"},
      {"TO_DATE('x', 'yyyy')", "NULL"},
      {"TO_DATE('5 BC', 'yyyy G')", "NULL"},
      {"UNIX_TIMESTAMP('5', 'S')", "0"},
  });
}

TEST_CASE("texts without a pattern are read loosely") {
  check_one({
      {"TO_TIMESTAMP('2024-1-5 24:00:01')", "NULL"},
      {"TO_TIMESTAMP('2024-13-05')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05x')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:61:00')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:11:12.5')", "2024-01-05 10:11:12.500"},
      {"TO_TIMESTAMP(' 2024-02-31 25:00:00.5 ', 'yyyy')", "2024-03-03 01:00:00.500"},
      {"TO_TIMESTAMP('2024-02-31x', 'yyyy')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05x 10:00:00', 'yyyy')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:00', 'yyyy')", "NULL"},
      {"TO_DATE('x')", "NULL"},
      {"TO_DATE('2024-')", "NULL"},
      {"TO_DATE('2024-1-')", "NULL"},
      {"TO_TIMESTAMP_LTZ(CAST(1e30 AS DOUBLE), 3)", "NULL"},
      {"TO_TIMESTAMP_LTZ(1e20 * 1.0, 3)", "NULL"},
      {"TO_TIMESTAMP_LTZ(CAST(99999999999999999999 AS DECIMAL(20, 0)), 3)", "NULL"},
  });
}

TEST_CASE("units that are seldom asked for") {
  check_one({
      {"QUARTER(t)", "3"},
      {"MINUTE(t)", "7"},
      {"SECOND(t)", "9"},
      {"MONTH(t)", "8"},
      {"DAYOFYEAR(t)", "218"},
      {"DAYOFMONTH(t)", "5"},
      {"EXTRACT(NANOSECOND FROM t)", "12345678"},
      {"EXTRACT(MICROSECOND FROM t)", "12345"},
      {"FLOOR(t, 'MILLISECOND')", "2024-08-05 14:07:09.012000000"},
      {"CEIL(t TO MILLENNIUM)", "3001-01-01 00:00:00.000000000"},
      {"TIMESTAMPADD('MILLISECOND', 1, TIMESTAMP '2024-01-01 00:00:00')", "2024-01-01 00:00:00.001"},
      {"TIMESTAMPADD('SQL_TSI_DECADE', 1, DATE '2024-02-29')", "2034-02-28"},
      {"TIMESTAMPADD('CENTURY', 1, DATE '2024-12-31')", "2124-12-31"},
      {"TIMESTAMPDIFF('MILLENNIUM', DATE '1000-01-01', DATE '2024-01-01')", "1"},
      {"FLOOR(DATE '2024-08-05', 'HOUR')", "2024-08-05"},
  });
}

TEST_CASE("letters of other alphabets are encoded and decoded") {
  check_one({
      {"HEX(DECODE(ENCODE('aé€😀', 'UTF-16BE'), 'UTF-16BE')) = HEX('aé€😀')", "TRUE"},
      {"HEX(DECODE(ENCODE('aé€😀', 'UTF-16LE'), 'UTF-16LE')) = HEX('aé€😀')", "TRUE"},
      {"HEX(DECODE(ENCODE('aé€😀', 'utf-16'), 'UTF-16')) = HEX('aé€😀')", "TRUE"},
      {"TO_BASE64(ENCODE('é', 'UTF-16'))", "/v8A6Q=="},
      {"TO_BASE64(ENCODE('é', 'UTF-16LE'))", "6QA="},
      {"TO_BASE64(ENCODE('aé', 'US-ASCII'))", "YT8="},
      {"DECODE(UNHEX('FFFE6100'), 'UTF-16')", "a"},
      {"DECODE(UNHEX('D83D'), 'UTF-16BE')", "\uFFFD"},
      {"DECODE(UNHEX('61'), 'UTF-16BE')", "\uFFFD"},
      {"DECODE(UNHEX('61E9'), 'US-ASCII')", "a\uFFFD"},
      {"DECODE(UNHEX('E9'), 'ISO-8859-1')", "é"},
      {"DECODE(UNHEX('61C3'), 'UTF-8')", "a\uFFFD"},
      {"DECODE(UNHEX('E28261'), 'UTF-8')", "\uFFFDa"},
      {"DECODE(UNHEX('80'), 'UTF-8')", "\uFFFD"},
      {"UNHEX('x')", "NULL"},
      {"SHA256('')", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"CHAR_LENGTH(SHA384('a'))", "96"},
      {"SUBSTRING(SHA512('a'), 1, 8)", "1f40fc92"},
      {"CHAR_LENGTH(SHA2('a', 384)) + CHAR_LENGTH(SHA2('a', 512))", "224"},
      {"LENGTH('é')", "1"},
      {"OCTET_LENGTH('é')", "2"},
      {"URL_DECODE('a%2520b', TRUE)", "a b"},
      {"URL_DECODE('%', TRUE)", "NULL"},
      {"URL_DECODE('a%2520b', FALSE)", "a%20b"},
      {"PARSE_URL('http://h:x/', 'HOST')", "NULL"},
      {"PARSE_URL('http://h/', 'OTHER')", "NULL"},
      {"PARSE_URL('http://h/p', 'PROTOCOL')", "http"},
      {"PARSE_URL('http://u@h:1/p', 'AUTHORITY')", "u@h:1"},
      {"PARSE_URL('http://h/?a=1', 'HOST', 'a')", "NULL"},
      {"PARSE_URL('http://h/', 'QUERY', 'a')", "NULL"},
  });
}

TEST_CASE("Java's own classes in regular expressions are understood") {
  check_one({
      {"REGEXP_REPLACE('a1 B_', '\\p{Alpha}', '*')", "*1 *_"},
      {"REGEXP_REPLACE('a1 B_', '\\P{Alpha}', '*')", "a**B*"},
      {"REGEXP_REPLACE('a1 B_', '[\\P{Alnum}]', '*')", "a1*B*"},
      {"REGEXP_REPLACE('aé1', '\\p{IsAlphabetic}', '*')", "**1"},
      {"REGEXP_REPLACE('aé1', '\\P{IsAlphabetic}', '*')", "aé*"},
      {"REGEXP_REPLACE('aé1', '\\p{L}', '*')", "**1"},
      {"REGEXP_COUNT('aé', '\\pL')", "2"},
      {"REGEXP_REPLACE('a b', '\\h', '_')", "a_b"},
      {"REGEXP_REPLACE('a b', '[\\h]', '_')", "a_b"},
      {"REGEXP('ab\n', 'b\\Z')", "TRUE"},
      {"REGEXP('a.b', '\\Qa.b\\E')", "TRUE"},
      {"REGEXP('a.b', '\\Qa.')", "TRUE"},
      {"REGEXP('a]b', '[\\]]')", "TRUE"},
      {"REGEXP('a\\b', 'a\\\\b')", "TRUE"},
      {"REGEXP_COUNT('é', 'x*')", "2"},
  });
}

TEST_CASE("JSON scalars fit the type that is asked for or are errors") {
  check_one({
      {"JSON_VALUE('{\"a\":\"YES\"}', '$.a' RETURNING BOOLEAN)", "TRUE"},
      {"JSON_VALUE('{\"a\":\"f\"}', '$.a' RETURNING BOOLEAN)", "FALSE"},
      {"JSON_VALUE('{\"a\":\"x\"}', '$.a' RETURNING BOOLEAN)", "NULL"},
      {"JSON_VALUE('{\"a\":1}', '$.a' RETURNING BOOLEAN)", "NULL"},
      {"JSON_VALUE('{\"a\":true}', '$.a' RETURNING INT)", "NULL"},
      {"JSON_VALUE('{\"a\":127}', '$.a' RETURNING TINYINT)", "127"},
      {"JSON_VALUE('{\"a\":128}', '$.a' RETURNING TINYINT)", "NULL"},
      {"JSON_VALUE('{\"a\":-32769}', '$.a' RETURNING SMALLINT)", "NULL"},
      {"JSON_VALUE('{\"a\":1e5}', '$.a' RETURNING INT)", "100000"},
      {"JSON_VALUE('{\"a\":0.5}', '$.a' RETURNING INT)", "0"},
      {"JSON_VALUE('{\"a\":-1.5e1}', '$.a' RETURNING BIGINT)", "-15"},
      {"JSON_VALUE('{\"a\":9223372036854775808}', '$.a' RETURNING BIGINT)", "NULL"},
      {"JSON_VALUE('{\"a\":1e30}', '$.a' RETURNING BIGINT)", "NULL"},
      {"JSON_VALUE('{\"a\":\"x\"}', '$.a' RETURNING BIGINT)", "NULL"},
      {"JSON_VALUE('{\"a\":1.256}', '$.a' RETURNING DECIMAL(5, 2))", "1.26"},
      {"JSON_VALUE('{\"a\":12345}', '$.a' RETURNING DECIMAL(4, 0))", "NULL"},
      {"JSON_VALUE('{\"a\":1e400}', '$.a' RETURNING DOUBLE)", "NULL"},
      {"JSON_VALUE('{\"a\":1e39}', '$.a' RETURNING FLOAT)", "NULL"},
      {"JSON_VALUE('{\"a\":\"x\"}', '$.a' RETURNING VARCHAR(5))", "x"},
  });
}

TEST_CASE("what is no JSON is not read as JSON") {
  for (const auto* text : {"",      "{",           "[1,]",  "{\"a\":}",     "{\"a\" 1}",  "{a:1}",   "tru", "nul",
                           "01",    "1.",          "1e",    "+1",           "-",          "\"\\x\"", "\"a", "1 2",
                           "1] [2", "{\"a\":1} {", "[tru]", "1e9999999999", "{\"a\":1}}", "[1e]"}) {
    INFO(text);
    CHECK(one("IS_JSON('" + std::string(text) + "')") == "FALSE");
  }
  for (const auto* text : {"1", "-1.5e-3", "null", "true", "\"a\\u00e9\"", " [ ] ", "{}", "[[],{}]"}) {
    INFO(text);
    CHECK(one("IS_JSON('" + std::string(text) + "')") == "TRUE");
  }
  CHECK(one("IS_JSON('[1]', 'ARRAY')") == "TRUE");
  CHECK(one("IS_JSON('[1]', 'OBJECT')") == "FALSE");
}

TEST_CASE("JSON texts are escaped where they must be") {
  const table rows({"v", "STRING"}, {{"'a\b\f\n\r\t\x01\"\\\\z'"}});
  CHECK(rows.ask("JSON_STRING(v)")[0] == "\"a\\b\\f\\n\\r\\t\\u0001\\\"\\\\\\\\z\"");
  CHECK(rows.ask("JSON_QUOTE(v)")[0] == "\"a\\b\\f\\n\\r\\t\\u0001\\\"\\\\\\\\z\"");
  CHECK(one("JSON_QUOTE('😀')") == "\"\\ud83d\\ude00\"");
  CHECK(one("JSON_UNQUOTE('\"a\"b\"')") == "\"a\"b\"");
  CHECK(one("JSON_STRING(DATE '2024-01-05')") == "\"2024-01-05\"");
  CHECK(one("JSON_STRING(TIME '12:34:56')") == "\"12:34:56\"");
  CHECK(one("JSON_STRING(CAST('NaN' AS DOUBLE))") == "\"NaN\"");
  CHECK(one("JSON_STRING(CAST(NULL AS INT))") == "NULL");
  CHECK(one("JSON_OBJECT('a' VALUE 1, 'a' VALUE 2)") == "{\"a\":2}");
  CHECK(one("JSON_QUERY('{\"a\":[1,\"x\",null,true,{\"z\":[]}]}', '$')") == "{\"a\":[1,\"x\",null,true,{\"z\":[]}]}");
  CHECK(one("JSON_VALUE('{\"a\":\"x\"}', 'strict $.a')") == "x");
  CHECK(one("JSON_VALUE('{\"a\":{\"b\":1}}', '$[\"a\"].b')") == "1");
  CHECK(one("JSON_VALUE('{\"a''b\":1}', '$[''a\\''b'']')") == "1");
}

TEST_CASE("bare NULLs are taken where their type is clear") {
  for (const auto* text :
       {"UPPER(NULL)", "TO_BASE64(NULL)", "DECODE(NULL, 'UTF-8')", "CHR(NULL)", "ABS(NULL)", "SQRT(NULL)", "YEAR(NULL)",
        "URL_DECODE('a', NULL)", "JSON_STRING(NULL)", "GREATEST(1, NULL)", "ARRAY_POSITION(ARRAY[1], NULL)"}) {
    INFO(text);
    CHECK(one(text) == "NULL");
  }
  CHECK(one("ARRAY_CONTAINS(ARRAY[1, NULL], NULL)") == "TRUE");
  CHECK(one("IS_ALPHA(NULL)") == "FALSE");
}

TEST_CASE("numbers keep their type through rounding") {
  check_one({
      {"CEIL(CAST(2.1 AS DOUBLE))", "3.0"},
      {"FLOOR(CAST(-2.1 AS DOUBLE))", "-3.0"},
      {"CEILING(5)", "5"},
      {"FLOOR(CAST(5 AS BIGINT))", "5"},
      {"ROUND(CAST(2.345 AS FLOAT), 2)", "2.35"},
      {"ROUND(CAST('Infinity' AS DOUBLE), 2)", "Infinity"},
      {"ROUND(CAST(0 AS DOUBLE), 2)", "0.0"},
      {"ROUND(CAST(1.5 AS DOUBLE), 1000)", "1.5"},
      {"ROUND(CAST(1.5 AS DOUBLE), -1000)", "0.0"},
      {"ROUND(CAST(-0.96 AS DOUBLE), 1)", "-1.0"},
      {"ROUND(CAST(1234 AS BIGINT), -50)", "0"},
      {"ROUND(CAST(1.25 AS DECIMAL(3, 2)), -3)", "0"},
      {"TRUNCATE(CAST(-1299 AS SMALLINT), -2)", "-1200"},
      {"ABS(CAST(-3 AS SMALLINT))", "3"},
      {"ABS(CAST(-3.5 AS DOUBLE))", "3.5"},
      {"ABS(CAST(-9223372036854775807 AS BIGINT) - 1)", "-9223372036854775808"},
      {"SIGN(CAST(-0.5 AS DOUBLE))", "-1.0"},
      {"SIGN(CAST(0 AS DECIMAL(5, 2)))", "0.00"},
      {"SIGN(0)", "0"},
      {"MOD(CAST(7.5 AS DOUBLE), 2)", "1.5"},
      {"IS_DECIMAL(1.5)", "TRUE"},
      {"IS_DIGIT(1.5)", "FALSE"},
      {"IS_ALPHA('')", "FALSE"},
      {"IS_DECIMAL('f')", "FALSE"},
  });
}

TEST_CASE("texts at their ends") {
  check_one({
      {"TRANSLATE('aéb', 'éb', 'xy')", "axy"},
      {"REPLACE('aXbX', 'X', '')", "ab"},
      {"REPLACE('', '', 'x')", "x"},
      {"INSTR('aaa', 'a', 1, 3)", "3"},
      {"INSTR('aaa', 'a', 1, 4)", "0"},
      {"INSTR('aaa', 'a', 0)", "0"},
      {"INSTR('aaa', 'x', -1)", "0"},
      {"RPAD('a', 4, 'xy')", "axyx"},
      {"RPAD('abc', 2, 'x')", "ab"},
      {"LPAD('a', 4, 'xy')", "xyxa"},
      {"SPLIT_INDEX('a b', 0, 0)", "NULL"},
      {"SPLIT_INDEX('a', ',', -1)", "NULL"},
      {"STR_TO_MAP('a=1,a=2,b')", "{a=2, b=NULL}"},
      {"STR_TO_MAP(',')", "{}"},
      {"STR_TO_MAP('ab', '', '=')", "{a=NULL, b=NULL}"},
      {"SPLIT('', '')", "[]"},
      {"ELT(2, ENCODE('a', 'UTF-8'), ENCODE('b', 'UTF-8')) = ENCODE('b', 'UTF-8')", "TRUE"},
      {"INET_ATON('1.2.3.')", "NULL"},
  });
}

TEST_CASE("values of any type are ordered") {
  check_one({
      {"GREATEST(CAST('NaN' AS DOUBLE), 1)", "NaN"},
      {"LEAST(CAST(1.5 AS DECIMAL(3, 1)), 2)", "1.5"},
      {"ARRAY_SORT(ARRAY[ARRAY[2, 1], ARRAY[1], ARRAY[2]])", "[[1], [2], [2, 1]]"},
      {"ARRAY_DISTINCT(ARRAY[ROW(1, 'a'), ROW(1, 'b'), ROW(1, 'a')])", "[(1, a), (1, b)]"},
      {"ARRAY_MAX(ARRAY[TIMESTAMP '2024-01-01 00:00:00.000000001', TIMESTAMP '2024-01-01 00:00:00.000000002'])",
       "2024-01-01 00:00:00.000000002"},
      {"ARRAY_MIN(ARRAY[CAST(NULL AS INT)])", "NULL"},
      {"ARRAY_CONTAINS(ARRAY[1.50], 1.5)", "TRUE"},
      {"ELEMENT(ARRAY_REMOVE(ARRAY[1], 1))", "NULL"},
      {"ARRAY_REMOVE(CAST(NULL AS ARRAY<INT>), 1)", "NULL"},
      {"ARRAY_APPEND(CAST(NULL AS ARRAY<INT>), 1)", "NULL"},
      {"ARRAY_CONTAINS(CAST(NULL AS ARRAY<INT>), 1)", "NULL"},
      {"MAP_ENTRIES(MAP['a', 1])", "[(a, 1)]"},
      {"MAP_FROM_ARRAYS(ARRAY['a', 'b', 'a'], ARRAY[1, 2, 3])", "{a=3, b=2}"},
  });
}
