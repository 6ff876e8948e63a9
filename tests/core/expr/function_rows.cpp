#include <set>

#include "core/expr/function.hpp"
#include "tests/core/expr/function_answers.hpp"

using evaluated::table;
using evaluated::texts;

TEST_CASE("patterns, zones and formats may come out of the rows") {
  const table rows(
      {"v", "STRING", "p", "STRING", "n", "INT"},
      {{"'a1'", "'[a-z]'", "1"}, {"'b2'", "'([a-z])([0-9])'", "2"}, {"'c3'", "'(?=c)'", "0"}, {"NULL", "'a'", "0"}});
  const std::string refused = "!regular expression needs look-around, which weir does not have: (?=c)";
  CHECK(rows.ask("REGEXP(v, p)") == texts{"TRUE", "TRUE", refused, "NULL"});
  CHECK(rows.ask("REGEXP_EXTRACT(v, p, n)") == texts{"NULL", "2", refused, "NULL"});
  CHECK(rows.ask("REGEXP_REPLACE(v, p, '-')") == texts{"-1", "-", refused, "NULL"});
  CHECK(rows.ask("REGEXP_COUNT(v, p)") == texts{"1", "1", refused, "NULL"});
  CHECK(rows.ask("REGEXP_EXTRACT_ALL(v, p, n)") == texts{"NULL", "[2]", "NULL", "NULL"});
  CHECK(rows.ask("STR_TO_MAP(v, p, '0')") == texts{"{=NULL, 1=NULL}", "{}", refused, "NULL"});
  CHECK(rows.ask("STR_TO_MAP(v, ';', p)") == texts{"{=1}", "{=}", refused, "NULL"});
}

TEST_CASE("more patterns than the cache holds are all right") {
  std::vector<texts> values;
  for (int i = 0; i < 600; ++i) values.push_back({"'x" + std::to_string(i) + "'", "'x" + std::to_string(i) + "'"});
  const table rows({"v", "STRING", "p", "STRING"}, values);
  CHECK(rows.ask("REGEXP_EXTRACT(v, p) = v") == texts(600, "TRUE"));
  CHECK(rows.ask("DATE_FORMAT('2024-01-05 03:04:05', '''' || v || '''') = v") == texts(600, "TRUE"));
}

TEST_CASE("time patterns out of rows are faults when they cannot be read") {
  const table rows({"p", "STRING", "z", "STRING"}, {{"'yyyy'", "'UTC'"}, {"'b'", "'Nowhere'"}, {"NULL", "NULL"}});
  const std::string refused = "!time pattern has a letter that weir does not have: b in b";
  CHECK(rows.ask("DATE_FORMAT(TIMESTAMP '2024-01-05 00:00:00', p)") == texts{"2024", refused, "NULL"});
  CHECK(rows.ask("DATE_FORMAT('2024-01-05 00:00:00', p)") == texts{"2024", refused, "NULL"});
  CHECK(rows.ask("FROM_UNIXTIME(0, p)") == texts{"1970", refused, "NULL"});
  CHECK(rows.ask("TO_TIMESTAMP('2024', p)") == texts{"2024-01-01 00:00:00.000", refused, "NULL"});
  CHECK(rows.ask("TO_DATE('2024', p)") == texts{"2024-01-01", refused, "NULL"});
  CHECK(rows.ask("UNIX_TIMESTAMP('1970', p)") == texts{"0", refused, "NULL"});
  CHECK(rows.ask("TO_TIMESTAMP_LTZ('2024', p, 'UTC')") == texts{"2024-01-01 00:00:00.000", refused, "NULL"});
  CHECK(rows.ask("TO_TIMESTAMP_LTZ('2024', 'yyyy', z)") ==
        texts{"2024-01-01 00:00:00.000", "!unknown time zone: Nowhere", "NULL"});
  CHECK(rows.ask("CONVERT_TZ('2024-01-05 00:00:00', z, 'UTC')") ==
        texts{"2024-01-05 00:00:00", "!unknown time zone: Nowhere", "NULL"});
  CHECK(rows.ask("CONVERT_TZ('2024-01-05 00:00:00', 'UTC', z)") ==
        texts{"2024-01-05 00:00:00", "!unknown time zone: Nowhere", "NULL"});
}

TEST_CASE("JSON paths may come out of the rows") {
  const table rows({"v", "STRING", "p", "STRING", "d", "STRING"}, {{"'{\"a\":1}'", "'$.a'", "'x'"},
                                                                   {"'{\"a\":1}'", "'a'", "'y'"},
                                                                   {"NULL", "'$'", "'z'"},
                                                                   {"'{\"a\":{}}'", "'$.a'", "NULL"}});
  CHECK(rows.ask("JSON_VALUE(v, p)") == texts{"1", "NULL", "NULL", "NULL"});
  CHECK(rows.ask("JSON_VALUE(v, p DEFAULT d ON ERROR)") == texts{"1", "y", "NULL", "NULL"});
  CHECK(rows.ask("JSON_QUERY(v, p EMPTY OBJECT ON ERROR)") == texts{"{}", "{}", "NULL", "{}"});
  CHECK(rows.ask("JSON_EXISTS(v, p UNKNOWN ON ERROR)") == texts{"TRUE", "NULL", "NULL", "TRUE"});
  CHECK(rows.ask("JSON_VALUE(v, '$.zz' ERROR ON ERROR)")[0] == "!JSON_VALUE: JSON path leads to nothing");
  CHECK(rows.ask("JSON_VALUE(v, 'lax $.zz' ERROR ON EMPTY)")[0] == "!JSON_VALUE: empty result");
  CHECK(rows.ask("JSON_VALUE(v, '$' ERROR ON ERROR)")[0] == "!JSON_VALUE: scalar needed");
  CHECK(rows.ask("JSON_QUERY(v, '$.zz' ERROR ON ERROR)")[0] == "!JSON_QUERY: JSON path leads to nothing");
  CHECK(rows.ask("JSON_QUERY(v, '$.a' ERROR ON ERROR)")[0] == "!JSON_QUERY: array or object needed");
  CHECK(rows.ask("JSON_QUERY(v, 'lax $.a' ERROR ON EMPTY)")[0] == "!JSON_QUERY: empty result");
  CHECK(rows.ask("JSON_EXISTS(v, '$.zz' ERROR ON ERROR)")[0] == "!JSON_EXISTS: JSON path leads to nothing");
  CHECK(rows.ask("IS_JSON(v)") == texts{"TRUE", "TRUE", "FALSE", "TRUE"});
  CHECK(rows.ask("IS_JSON(v, 'SCALAR')") == texts{"FALSE", "FALSE", "FALSE", "FALSE"});
}

TEST_CASE("values that cannot be computed make faulty rows") {
  const table rows({"n", "BIGINT", "v", "STRING", "a", "ARRAY<INT>", "b", "ARRAY<INT>"},
                   {{"0", "'!'", "ARRAY[1, 2]", "ARRAY[1]"}, {"1000000000", "'YQ'", "ARRAY[1]", "ARRAY[2]"}});
  CHECK(rows.ask("MOD(5, n)") == texts{"!division by zero", "5"});
  CHECK(rows.ask("MOD(CAST(5 AS DECIMAL(5, 2)), n)") == texts{"!division by zero", "5.00"});
  CHECK(rows.ask("FROM_BASE64(v)") == texts{"!base64 text has a wrong length: !", "a"});
  CHECK(rows.ask("FROM_BASE64(v || '==')") == texts{"!base64 text has a wrong length: !==", "a"});
  CHECK(rows.ask("FROM_BASE64('!' || v)") ==
        texts{"!base64 text has a wrong character: !!", "!base64 text has a wrong character: !YQ"});
  CHECK(rows.ask("RAND_INTEGER(n)")[0] == "!RAND_INTEGER needs a positive bound: 0");
  CHECK(rows.ask("INSTR('abc', 'b', 1, n)") == texts{"!INSTR needs a positive number of the appearance", "0"});
  CHECK(rows.ask("ELEMENT(a)") == texts{"!ELEMENT needs an array of one element", "1"});
  CHECK(rows.ask("MAP_FROM_ARRAYS(a, b)") ==
        texts{"!MAP_FROM_ARRAYS needs arrays of one length, not 2 and 1", "{1=2}"});
  CHECK(rows.ask("REPEAT('ab', n)") == texts{"", "!REPEAT makes a text of more than 16777216 bytes"});
  CHECK(rows.ask("LPAD('ab', n, 'x')") == texts{"", "!LPAD makes a text of more than 16777216 bytes"});
  CHECK(rows.ask("RPAD('ab', n, 'x')") == texts{"", "!RPAD makes a text of more than 16777216 bytes"});
  CHECK(rows.ask("SHA2('a', n)") ==
        texts{"!SHA2 has 224, 256, 384 or 512 bits, not 0", "!SHA2 has 224, 256, 384 or 512 bits, not 1000000000"});
  CHECK(rows.ask("DECODE(ENCODE('a', 'UTF-8'), v)")[0].starts_with("!unknown character set: !"));
  CHECK(rows.ask("TIMESTAMPADD(DAY, n * 1000, DATE '2024-01-01')") ==
        texts{"2024-01-01", "!TIMESTAMPADD counts too far: 1000000000000"});
  CHECK(rows.ask("FROM_UNIXTIME(n * 1000000000)")[1] == "!FROM_UNIXTIME is too far away: 1000000000000000000");
  CHECK(rows.ask("JSON_OBJECT('k' VALUE JSON(v))")[0] == "!JSON cannot be read: !");
}

TEST_CASE("only the picked rows are looked at") {
  const table rows({"v", "STRING", "a", "ARRAY<STRING>", "n", "INT"},
                   {{"'a,b'", "ARRAY['x']", "0"}, {"'c,d'", "ARRAY['y', 'z']", "1"}, {"'e,f'", "ARRAY['w']", "0"}});
  const std::vector<std::uint32_t> picked{1};
  CHECK(rows.ask(*rows.bound("UPPER(v)"), &picked) == texts{"-", "C,D", "-"});
  CHECK(rows.ask(*rows.bound("SPLIT(v, ',')"), &picked) == texts{"-", "[c, d]", "-"});
  CHECK(rows.ask(*rows.bound("ARRAY_REVERSE(a)"), &picked) == texts{"-", "[z, y]", "-"});
  CHECK(rows.ask(*rows.bound("ARRAY_APPEND(a, v)"), &picked) == texts{"-", "[y, z, c,d]", "-"});
  CHECK(rows.ask(*rows.bound("STR_TO_MAP(v, ';', ',')"), &picked) == texts{"-", "{c=d}", "-"});
  CHECK(rows.ask(*rows.bound("GREATEST(v, 'b')"), &picked) == texts{"-", "c,d", "-"});
  CHECK(rows.ask(*rows.bound("MOD(5, n)"), &picked) == texts{"-", "0", "-"});
}

TEST_CASE("random numbers with a seed are those of java.util.Random") {
  const table rows({"id", "INT"}, {{"1"}, {"2"}, {"3"}});
  CHECK(rows.ask("RAND(7)") == texts{"0.7306990420600421", "0.7491696031336331", "0.34830970303125697"});
  CHECK(rows.ask("RAND_INTEGER(7, 100)") == texts{"36", "64", "85"});
  CHECK(rows.ask("RAND_INTEGER(7, 64)").size() == 3);
  CHECK(rows.type("RAND()") == "DOUBLE NOT NULL");
}

TEST_CASE("random values differ and stay in their bounds") {
  const table rows({"id", "INT"}, std::vector<texts>(200, texts{"1"}));
  const auto uuids = rows.ask("UUID()");
  CHECK(std::set<std::string>(uuids.begin(), uuids.end()).size() == 200);
  CHECK(uuids[0].size() == 36);
  CHECK(uuids[0][14] == '4');
  CHECK(rows.ask("RAND() >= 0 AND RAND() < 1") == texts(200, "TRUE"));
  CHECK(rows.ask("RAND_INTEGER(3) IN (0, 1, 2)") == texts(200, "TRUE"));
  CHECK(rows.ask("RAND_INTEGER(16) < 16") == texts(200, "TRUE"));
}

TEST_CASE("the current time is the runner's, in the session's zone") {
  // The runner of the table says that it is 1970.
  const table rows({"id", "INT"}, {{"1"}}, "America/New_York");
  CHECK(rows.ask("CURRENT_TIMESTAMP")[0] == "1969-12-31 19:00:00.000");
  CHECK(rows.ask("NOW()")[0] == "1969-12-31 19:00:00.000");
  CHECK(rows.ask("CURRENT_ROW_TIMESTAMP()")[0] == "1969-12-31 19:00:00.000");
  CHECK(rows.ask("LOCALTIMESTAMP")[0] == "1969-12-31 19:00:00.000");
  CHECK(rows.ask("LOCALTIME")[0] == "19:00:00");
  CHECK(rows.ask("CURRENT_TIME")[0] == "19:00:00");
  CHECK(rows.ask("CURRENT_DATE")[0] == "1969-12-31");
  CHECK(rows.ask("UNIX_TIMESTAMP()")[0] == "0");
  CHECK(rows.type("CURRENT_TIMESTAMP") == "TIMESTAMP_LTZ(3) NOT NULL");
  CHECK(rows.type("CURRENT_TIME") == "TIME(0) NOT NULL");
}
