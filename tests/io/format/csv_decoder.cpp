#include "tests/io/format/format_support.hpp"

using namespace format_tests;

namespace {

io::decode_spec csv() {
  io::decode_spec spec;
  spec.format.format = core::plan::record_format::csv;
  spec.columns = {column("id", core::int32_type()), column("name", core::string_type()),
                  column("v", core::float64_type()), column("t", core::timestamp_type(3))};
  return spec;
}
io::decode_spec three() {
  io::decode_spec spec;
  spec.format.format = core::plan::record_format::csv;
  spec.columns = {column("a", core::int32_type()), column("b", core::string_type()), column("c", core::int32_type())};
  return spec;
}

} // namespace

TEST_CASE("CSV lines become rows as Flink reads them") {
  auto spec = csv();
  spec.format.ignore_parse_errors = true;
  spec.format.has_csv_null_literal = true;
  spec.format.csv_null_literal = "NULL";
  const auto out = decode(spec, R"(1,plain,1.5,2024-01-01 00:00:00
2,"quoted, comma",2,2024-01-01 00:00:00.250
3,"say ""hi""",NULL,NULL
4,,x,2024-01-01 00:00:00
bad,row,1,2024-01-01 00:00:00
5, spaced ,3e2,2024-01-01 00:00:00
6,short
7,NULL,7,2024-01-01 00:00:00,extra
)");
  CHECK(shown(out) == R"({"id":1,"name":"plain","v":1.5,"t":"2024-01-01 00:00:00"}
{"id":2,"name":"quoted, comma","v":2.0,"t":"2024-01-01 00:00:00.25"}
{"id":3,"name":"say \"hi\"","v":null,"t":null}
{"id":4,"name":"","v":null,"t":"2024-01-01 00:00:00"}
{"id":null,"name":"row","v":1.0,"t":"2024-01-01 00:00:00"}
{"id":5,"name":" spaced ","v":300.0,"t":"2024-01-01 00:00:00"}
{"id":6,"name":"short","v":null,"t":null}
)");
  CHECK(reasons(out) == "8: line has 5 fields, not 4\n");
  CHECK(out.field_errors == 2);
}

TEST_CASE("blanks behind a closing quote, comments and blank lines are passed over") {
  auto spec = three();
  spec.format.csv_allow_comments = true;
  const auto out =
      decode(spec, "1,a,\n2,\"b\" ,3\r\n3, \"c\",4\n# comment\n # comment\n4,d\"e,5\n\n   \n7,\"x\", 8 \n 8,\"\",+9");
  CHECK(shown(out) == R"({"a":1,"b":"a","c":null}
{"a":2,"b":"b","c":3}
{"a":3,"b":" \"c\"","c":4}
{"a":4,"b":"d\"e","c":5}
{"a":7,"b":"x","c":8}
{"a":8,"b":"","c":9}
)");
  CHECK(out.blank == 4);
}

TEST_CASE("a CSV line that cannot be read is bad with its reason") {
  const auto out = decode(three(), "1,a,1\n5,\"f\"g,6\n6,\"h\n2,b,2\n9,z,2.9\n9,z\n\xFF,z,1\n3,c,3\n");
  CHECK(shown(out) == "{\"a\":1,\"b\":\"a\",\"c\":1}\n{\"a\":2,\"b\":\"b\",\"c\":2}\n{\"a\":3,\"b\":\"c\",\"c\":3}\n");
  CHECK(reasons(out) == "2: text behind a quoted field\n3: a quoted field does not end on its line\n"
                        "5: field c cannot be read as INT: 2.9\n6: line has 2 fields, not 3\n7: invalid UTF-8\n");
  CHECK(out.bad[1].text == "6,\"h");
  CHECK(out.bad[1].offset == 15);
}

TEST_CASE("a header names the columns in any order") {
  auto spec = three();
  spec.format.csv_header = true;
  spec.columns[2].path = "count";
  const auto decoder = decoder_of(spec);
  io::decoded out;
  decoder->decode_lines(chunk_of("\xEF\xBB\xBF"
                                 "count,other,a\r\n3,x,1\n"),
                        out);
  decoder->decode_lines(chunk_of("6,y,4\n", 3, 24), out);
  CHECK(shown(out) == "{\"a\":1,\"b\":null,\"c\":3}\n{\"a\":4,\"b\":null,\"c\":6}\n");
}

TEST_CASE("a header that would make every row bad is a fault of the source") {
  auto spec = three();
  spec.format.csv_header = true;
  spec.columns[2].path = "count";
  const auto decoder = decoder_of(spec);
  io::decoded out;
  decoder->decode_lines(chunk_of("A,c\n1,2\n"), out);
  REQUIRE(out.fault);
  CHECK(out.fault->message == "the CSV header names none of the columns: A, c; the columns are: a, b, count");
  CHECK(out.fault->hint == "name the columns as the header does, or give them its names as paths");
  decoder->decode_lines(chunk_of("3,4\n", 3, 8), out);
  CHECK(out.rows == 0);
  CHECK(out.bad.empty());
  spec.columns[1].required = true;
  out = decode(spec, "a,count\n1,2\n");
  REQUIRE(out.fault);
  CHECK(out.fault->message == "the CSV header names not every required column: a, count; the columns are: a, b, count");
  CHECK_FALSE(decode(spec, "b\n1\n").fault);
}

TEST_CASE("the header is the first line that says something") {
  auto spec = three();
  spec.format.csv_header = true;
  spec.format.csv_allow_comments = true;
  CHECK(shown(decode(spec, "\n# of yesterday\nc,a,b\n3,1,2\n")) == "{\"a\":1,\"b\":\"2\",\"c\":3}\n");
}

TEST_CASE("delimiter and quote may be others, or no quote at all") {
  auto spec = three();
  spec.format.csv_delimiter = ';';
  spec.format.csv_quote = '\'';
  CHECK(shown(decode(spec, "1;'a;''b''';2\n")) == "{\"a\":1,\"b\":\"a;'b'\",\"c\":2}\n");
  spec.format.csv_quote = '\0';
  CHECK(shown(decode(spec, "1;\"a;2\n")) == "{\"a\":1,\"b\":\"\\\"a\",\"c\":2}\n");
}

TEST_CASE("values of CSV are converted by their type") {
  io::decode_spec spec;
  spec.format.format = core::plan::record_format::csv;
  spec.format.timestamps = core::plan::time_format::epoch_millis;
  spec.columns = {column("b", core::boolean_type()),
                  column("d", core::decimal_type(6, 2)),
                  column("x", core::simple_type(core::type_kind::bytes)),
                  column("day", core::simple_type(core::type_kind::date)),
                  column("ts", core::timestamp_ltz_type(3)),
                  column("unread", core::int64_type())};
  spec.columns[5].wanted = false;
  const auto out = decode(spec, "TRUE,1.005,aGk=,2024-02-29,1704067200000,whatever\nno,99999,,,,\n");
  CHECK(
      shown(out) ==
      "{\"b\":true,\"d\":1.01,\"x\":\"aGk=\",\"day\":\"2024-02-29\",\"ts\":\"2024-01-01 00:00:00Z\",\"unread\":null}\n"
      "{\"b\":false,\"d\":null,\"x\":\"\",\"day\":null,\"ts\":null,\"unread\":null}\n");
  CHECK(out.field_errors == 1);
}

TEST_CASE("long CSV lines and types without a text are refused") {
  auto spec = three();
  spec.format.line_bytes_max = 6;
  CHECK(reasons(decode(spec, "1,ab,2\n1,abc,2\n")) == "2: line is longer than 6 bytes: 7\n");
  spec.columns[1].type = core::array_type(core::int32_type());
  CHECK(io::make_decoder(spec).error().message == "format csv cannot read ARRAY<INT> (column b)");
}

TEST_CASE("raw lines are whole texts, empty ones too") {
  io::decode_spec spec;
  spec.format.format = core::plan::record_format::raw;
  spec.format.line_bytes_max = 5;
  spec.columns = {column("line", core::string_type())};
  const auto out = decode(spec, "a b\r\n\n\xFF\n123456\n\"z");
  CHECK(shown(out) == "{\"line\":\"a b\"}\n{\"line\":\"\"}\n{\"line\":\"\\\"z\"}\n");
  CHECK(reasons(out) == "3: invalid UTF-8\n4: line is longer than 5 bytes: 6\n");
  spec.columns[0].type = core::simple_type(core::type_kind::bytes);
  CHECK(shown(decode(spec, "\xFF\n")) == "{\"line\":\"/w==\"}\n");
  spec.columns[0].wanted = false;
  CHECK(shown(decode(spec, "x\n")) == "{\"line\":null}\n");
  CHECK(decoder_of(spec)->layout()->fields[0].name == "line");
  spec.columns = three().columns;
  CHECK(io::make_decoder(spec).error().message == "format raw needs exactly one column of STRING or BYTES");
}
