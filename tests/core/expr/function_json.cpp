#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("JSON_VALUE gives scalars") {
  check({
      {R"(JSON_VALUE('{"a":1.50}', '$.a'))", {"1.50"}},
      {R"(JSON_VALUE('{"a":1e5}', '$.a'))", {"1E+5"}},
      {R"(JSON_VALUE('{"a":1e400}', '$.a'))", {"1E+400"}},
      {R"(JSON_VALUE('{"a":123456789012345678901234567890}', '$.a'))", {"123456789012345678901234567890"}},
      {R"(JSON_VALUE('{"a":null}', 'lax $.a' DEFAULT 'e' ON EMPTY))", {"e"}},
      {R"(JSON_VALUE('{"a":null}', '$.a' DEFAULT 'e' ON EMPTY DEFAULT 'f' ON ERROR))", {"f"}},
      {R"(JSON_VALUE('{"a":[1]}', 'lax $.a' DEFAULT 'e' ON EMPTY DEFAULT 'f' ON ERROR))", {"e"}},
      {R"(JSON_VALUE('{"a":[1]}', '$.a[*]' DEFAULT 'e' ON EMPTY DEFAULT 'f' ON ERROR))", {"f"}},
      {R"(JSON_VALUE('{"a b":1}', '$.["a b"]'))", {"1"}},
      {R"(JSON_VALUE('{"a b":1}', '$["a b"]'))", {"1"}},
      {"JSON_VALUE('bad', 'lax $.a' DEFAULT 'e' ON EMPTY DEFAULT 'f' ON ERROR)", {"e"}},
      {R"(JSON_VALUE('{"a":true}', '$.a' RETURNING BOOLEAN))", {"TRUE"}},
      {R"(JSON_VALUE('{"a":1.5}', '$.a' RETURNING DOUBLE))", {"1.5"}},
      {R"(JSON_VALUE('{"a":1}', 'lax $.b' DEFAULT 9 ON EMPTY))", {"9"}},
      {R"(JSON_VALUE('[{"a":1}]', 'lax $.a'))", {"NULL"}},
      {R"(JSON_VALUE('[{"a":1}]', 'lax $[0].a'))", {"1"}},
      {R"(JSON_VALUE('{"a":{"b":"x"}}', '$.a.b'))", {"x"}},
      {R"(JSON_VALUE('{"a":{"b":"x"}}', '$[''a''][''b'']'))", {"x"}},
      {"JSON_VALUE('1', '$')", {"1"}},
      {R"(JSON_VALUE('"t"', '$'))", {"t"}},
      {R"(JSON_VALUE('{"a":-0.0}', '$.a'))", {"0.0"}},
      {R"(JSON_VALUE('{"a":1.0E-7}', '$.a'))", {"1.0E-7"}},
      {R"(JSON_VALUE('{"a":0.000001}', '$.a'))", {"0.000001"}},
      {R"(JSON_VALUE('{"a":-0}', '$.a'))", {"0"}},
      {R"(JSON_VALUE('{"a":1,"a":2}', '$.a'))", {"2"}},
  });
}

TEST_CASE("JSON_QUERY gives objects and arrays") {
  check({
      {R"(JSON_QUERY('{"b":1.50,"a":{"z":1e3}}', '$'))", {R"({"a":{"z":1E+3},"b":1.50})"}},
      {R"(JSON_QUERY('{"a":[{"c":"c1"},{"c":"c2"}]}', 'lax $.a[*].c'))", {R"(["c1","c2"])"}},
      {R"(JSON_QUERY('{"a":[{"c":"c1"},{"c":"c2"}]}', '$.a[1]'))", {R"({"c":"c2"})"}},
      {R"(JSON_QUERY('{"a":[{"c":"c1"},{"c":"c2"}]}', '$..c'))", {R"(["c1","c2"])"}},
      {R"(JSON_QUERY('{"a":[{"c":"c1"},{"c":"c2"}]}', '$.a[0].c' WITH CONDITIONAL ARRAY WRAPPER))", {R"(["c1"])"}},
      {R"(JSON_QUERY('{"a":[1,2]}', '$.a[-1]' WITH UNCONDITIONAL ARRAY WRAPPER))", {"[2]"}},
      {R"(JSON_QUERY('{"a":[1,2,3]}', '$.a[0:2]'))", {"[1,2]"}},
      {R"(JSON_QUERY('{"a":[1,2,3]}', '$.a[0,2]'))", {"[1,3]"}},
      {R"(JSON_QUERY('{"a":[1,2,3],"b":[]}', '$.*'))", {"[[1,2,3],[]]"}},
      {R"(JSON_QUERY('{"a":1}', 'lax $.b' EMPTY OBJECT ON EMPTY))", {"{}"}},
      {R"(JSON_QUERY('{"a":1}', '$.b' EMPTY ARRAY ON ERROR))", {"[]"}},
      {R"(JSON_QUERY('{"a":"é/\\n"}', '$'))", {R"({"a":"é/\\n"})"}},
      {"JSON_QUERY('[1,2]', '$')", {"[1,2]"}},
      {R"(JSON_QUERY('{"a":[]}', '$.a'))", {"[]"}},
      {R"(JSON_QUERY('{"a":1}', '$.a'))", {"NULL"}},
      {R"(JSON_QUERY('{"a":1}', 'lax $.a' EMPTY ARRAY ON EMPTY))", {"[]"}},
      {R"(JSON_QUERY('{"a":[1]}', '$.a' WITH CONDITIONAL ARRAY WRAPPER))", {"[1]"}},
      {R"(JSON_QUERY('{"a":{"x":1}}', '$.a' WITH UNCONDITIONAL WRAPPER))", {R"([{"x":1}])"}},
      {"JSON_QUERY('bad', '$' EMPTY OBJECT ON ERROR)", {"{}"}},
      {R"(JSON_QUERY('{"a":[1,2,3]}', '$.a[-2:]'))", {"[2,3]"}},
      {R"(JSON_QUERY('{"a":[1,2,3]}', '$.a[:2]'))", {"[1,2]"}},
      {R"(JSON_QUERY('{"a":[1,2,3]}', '$.a[1:99]'))", {"[2,3]"}},
      {R"(JSON_QUERY('{"b":{"c":1},"c":[{"c":2}]}', '$..c'))", {R"([[{"c":2}],1,2])"}},
      {R"(JSON_QUERY('{"a":1}', '$.zz[*]' EMPTY ARRAY ON ERROR))", {"[]"}},
      {R"(JSON_QUERY('{"a":1}', 'lax $.zz[*]'))", {"[]"}},
      {R"(JSON_QUERY('{"a":1}', '$.a[*]'))", {"[]"}},
      {R"(JSON_QUERY('{"a":"\u00e9\u0001\/"}', '$'))", {R"({"a":"é\u0001/"})"}},
      {R"(JSON_QUERY('{"a":null}', '$'))", {R"({"a":null})"}},
  });
}

TEST_CASE("JSON_EXISTS follows paths") {
  check({
      {R"(JSON_EXISTS('{"a":null}', '$.a'))", {"FALSE"}},
      {R"(JSON_EXISTS('{"a":null}', 'lax $.a'))", {"FALSE"}},
      {R"(JSON_EXISTS('{"a":1}', 'lax $.b'))", {"FALSE"}},
      {R"(JSON_EXISTS('{"a":1}', '$.b' TRUE ON ERROR))", {"TRUE"}},
      {R"(JSON_EXISTS('{"a":1}', '$..b'))", {"TRUE"}},
      {R"(JSON_EXISTS('{"a":[1]}', '$.a[1]'))", {"FALSE"}},
      {R"(JSON_EXISTS('{"a":[1]}', '$.a[0]'))", {"TRUE"}},
      {"JSON_EXISTS('bad', '$.a')", {"FALSE"}},
      {"JSON_EXISTS('bad', '$.a' UNKNOWN ON ERROR)", {"NULL"}},
      {R"(JSON_EXISTS('{"a":[1]}', '$.zz[*]'))", {"FALSE"}},
  });
}

TEST_CASE("values are written as JSON") {
  check({
      {"JSON_STRING(x)", {"2.5", "-2.5", "1.005"}},
      {"JSON_STRING(amount)", {"-12.345", "12.345", "0.500"}},
      {"JSON_STRING(t)", {R"("1969-07-20T20:17:40.123")", R"("2024-10-27T02:30:00.5")", R"("1960-02-29T00:00:00")"}},
      {"JSON_STRING(lz)",
       {R"("1969-07-20T20:17:40.123Z")", R"("2024-10-27T00:30:00.5Z")", R"("1960-02-29T00:00:00Z")"}},
      {"JSON_STRING(arr)", {R"(["b",null,"a","b"])", "[]", R"(["z"])"}},
      {"JSON_STRING(MAP['b', 1, 'a', 2])", {R"({"a":2,"b":1})"}},
      {"JSON_STRING(ROW(1, 'a'))", {R"({"EXPR$0":1,"EXPR$1":"a"})"}},
      {"JSON_STRING(ENCODE('abc', 'UTF-8'))", {R"("YWJj")"}},
      {"JSON_STRING(s)", {R"("Éa")", R"("")", R"("a1")"}},
      {"JSON_OBJECT('b' VALUE x, 'a' VALUE s)",
       {R"({"a":"Éa","b":2.5})", R"({"a":"","b":-2.5})", R"({"a":"a1","b":1.005})"}},
      {"JSON_OBJECT('b' VALUE n ABSENT ON NULL)", {"{}"}},
      {"JSON_ARRAY(i, n, s NULL ON NULL)", {R"([-7,null,"Éa"])", R"([7,null,""])", R"([0,null,"a1"])"}},
      {"JSON_ARRAY(i, n, s)", {R"([-7,"Éa"])", R"([7,""])", R"([0,"a1"])"}},
      {"JSON_ARRAY(JSON_ARRAY(1), JSON_OBJECT('k' VALUE 'v'))", {R"([[1],{"k":"v"}])"}},
      {"JSON_STRING(CAST(1.5 AS FLOAT))", {"1.5"}},
      {"JSON_STRING(CAST(100 AS DECIMAL(5,2)))", {"100.00"}},
      {"JSON_STRING(1e10)", {"1.0E+10"}},
      {"JSON_STRING(TRUE)", {"true"}},
      {"JSON_STRING(TIMESTAMP '2024-01-01 00:00:00.120')", {R"("2024-01-01T00:00:00.12")"}},
      {R"(JSON_STRING('a/b"é' || CHR(1)))", {R"("a/b\"é\u0001")"}},
      {"JSON_STRING(MAP['k', ARRAY[1,2]])", {R"({"k":[1,2]})"}},
      {"JSON_OBJECT('k' VALUE ARRAY[1,2])", {R"({"k":[1,2]})"}},
      {"JSON_OBJECT()", {"{}"}},
      {"JSON_ARRAY()", {"[]"}},
      {"JSON_ARRAY(1, 'x', n)", {R"([1,"x"])"}},
      {"JSON_ARRAY(JSON_ARRAY(1))", {"[[1]]"}},
      {R"(JSON_OBJECT('k' VALUE JSON('{"b":1, "a":[1, 2.50]}')))", {R"({"k":{"a":[1,2.50],"b":1}})"}},
      {"JSON_OBJECT('k' VALUE JSON(' '))", {R"({"k":null})"}},
  });
}

TEST_CASE("JSON texts are quoted and unquoted") {
  check({
      {R"(JSON_QUOTE('a"b/é' || U&'\\0001'))", {R"("a\"b\/\u00e9\\0001")"}},
      {R"(JSON_UNQUOTE('"a\\u0041\\n"'))", {R"(a\u0041\n)"}},
      {"JSON_UNQUOTE('abc')", {"abc"}},
      {R"(JSON_UNQUOTE('"abc'))", {R"("abc)"}},
      {R"(JSON_UNQUOTE('"\ud83d\ude00\/"'))", {"😀/"}},
      {R"(JSON_UNQUOTE('{"a":1}'))", {R"({"a":1})"}},
      {"JSON_UNQUOTE('')", {""}},
  });
}
