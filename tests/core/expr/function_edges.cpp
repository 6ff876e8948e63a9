#include "tests/core/expr/function_one.hpp"

using evaluated::table;
using evaluated::texts;
using function_one::check_one;
using function_one::one;

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
