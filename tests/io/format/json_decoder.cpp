// What makes a line a row, a bad row or nothing.
#include "tests/io/format/format_support.hpp"

using namespace format_tests;

namespace {

io::decode_spec two_columns() {
  io::decode_spec spec;
  spec.columns = {column("k", core::string_type()), column("v", core::int64_type())};
  return spec;
}

} // namespace

TEST_CASE("members are found by name in any order, the last of equal names wins") {
  const auto out = decode(two_columns(), R"({"k":"a","v":1}
{"v":2,"k":"b"}
{"k":"c"}
{}
{"zzz":[1,{"q":2}],"k":"d","v":4,"K":"no"}
{"k":"x","v":1,"v":5,"k":"e"}
{"k":"f","v":32,"\u0076":6}
{"k":"g","v":7,"v":null}
{"k":"h","v":"bad","v":8}
{ "k" : "i" , "v" : 9 }
)");
  CHECK(shown(out) == R"({"k":"a","v":1}
{"k":"b","v":2}
{"k":"c","v":null}
{"k":null,"v":null}
{"k":"d","v":4}
{"k":"e","v":5}
{"k":"f","v":6}
{"k":"g","v":null}
{"k":"h","v":8}
{"k":"i","v":9}
)");
  CHECK(out.rows == 10);
  CHECK(reasons(out).empty());
}

TEST_CASE("a field that does not fit makes the row bad and names field, type and value") {
  const auto out =
      decode(two_columns(), "{\"k\":\"a\",\"v\":\"abc\"}\n{\"k\":\"b\",\"v\":2}\n{\"k\":\"c\",\"v\":{\"x\": 1}}\n");
  CHECK(shown(out) == "{\"k\":\"b\",\"v\":2}\n");
  CHECK(reasons(out) ==
        "1: field v cannot be read as BIGINT: \"abc\"\n3: field v cannot be read as BIGINT: {\"x\": 1}\n");
  CHECK(out.bad[1].text == "{\"k\":\"c\",\"v\":{\"x\": 1}}");
  CHECK(out.bad[1].offset == 36);
  CHECK(out.field_errors == 0);
}

TEST_CASE("with ignore-parse-errors the field is NULL and counted, the line's own faults stay bad") {
  auto spec = two_columns();
  spec.format.ignore_parse_errors = true;
  const auto out = decode(spec, "{\"k\":\"a\",\"v\":\"abc\"}\n{\"k\":\"b\",\"v\":\n{\"k\":\"c\",\"v\":3}\n");
  CHECK(shown(out) == "{\"k\":\"a\",\"v\":null}\n{\"k\":\"c\",\"v\":3}\n");
  CHECK(out.field_errors == 1);
  CHECK(reasons(out) == "2: expected a value at byte 14\n");
}

TEST_CASE("long values are cut in the reason, never inside a code point") {
  const auto out = decode(two_columns(), "{\"v\":\"" + std::string(198, 'x') + "é" + std::string(50, 'y') + "\"}\n");
  CHECK(reasons(out) == "1: field v cannot be read as BIGINT: \"" + std::string(198, 'x') + "…\n");
}

TEST_CASE("every line that is no JSON object is bad with its number and does not harm its neighbours") {
  const std::vector<std::string> broken = {R"({"k":"a","v":1)",
                                           R"({"k":"a","v":1}{"k":"b"})",
                                           R"({"k":"a",})",
                                           R"({'k':'a'})",
                                           "[1,2,3]",
                                           "\"text\"",
                                           "null",
                                           "42",
                                           "// remark",
                                           R"({"k":"a" "v":1})",
                                           R"({"k" "a"})",
                                           R"({"v":NaN})",
                                           R"({"v":-Infinity})",
                                           R"({"v":01})",
                                           R"({"v":1.})",
                                           R"({"v":1e})",
                                           R"({"v":+1})",
                                           R"({"v":.5})",
                                           R"({"v":-})",
                                           R"({"v":tru})",
                                           R"({"v":nullx})",
                                           R"({"k":"a)",
                                           R"({"k":"\q"})",
                                           R"({"k":"\u12"})",
                                           R"({"k":"\ud83d"})",
                                           R"({"k":"\ude00"})",
                                           R"({"k":"\ud83d\u0041"})",
                                           "{\"k\":\"a\tb\"}",
                                           "{\"k\":\"\xC0\xAF\"}",
                                           "{\"other\":\"\xC0\xAF\"}",
                                           "{\"k\":\"\xED\xA0\x80\"}",
                                           "{\"k\":\"\xFF\"}",
                                           R"({"other":{"x":NaN}})",
                                           R"({"other":[1,]})",
                                           R"({"other":{"a":1,}})",
                                           R"({"other":"\ud83d"})",
                                           R"({k:1})",
                                           "}",
                                           "{",
                                           R"({"other":[1})",
                                           R"({"other":{"a":1]})",
                                           R"({"a\qb":1})",
                                           "{\"k\":\"a\"}\v",
                                           std::string("{\"k\":\"a\0b\"}", 11),
                                           "\\",
                                           "{\"k\":\"\\",
                                           R"({"other":[}})",
                                           R"({,})",
                                           R"({"k":"a"},)",
                                           R"([{"k":"a"}])",
                                           R"({"k":"a"}])"};
  std::string text;
  std::string expected;
  for (std::size_t i = 0; i < broken.size(); ++i) {
    text += broken[i] + "\n{\"k\":\"good\",\"v\":" + std::to_string(i) + "}\n";
    expected += "{\"k\":\"good\",\"v\":" + std::to_string(i) + "}\n";
  }
  for (const bool ignore : {false, true}) {
    auto spec = two_columns();
    spec.format.ignore_parse_errors = ignore;
    const auto out = decode(spec, text);
    CHECK(shown(out) == expected);
    REQUIRE(out.bad.size() == broken.size());
    for (std::size_t i = 0; i < broken.size(); ++i) {
      CHECK(out.bad[i].text == broken[i]);
      CHECK(out.bad[i].line == 2 * i + 1);
      CHECK_FALSE(out.bad[i].reason.empty());
    }
  }
}

TEST_CASE("the reason says what is wrong and where") {
  CHECK(reasons(decode(
            two_columns(),
            "[1]\n{\"k\":\"a\"}{}\n{\"k\":\"\\ud83d\"}\n{\"k\":\"\xFF\"}\n{\"k\":\"a\n{\"v\":007}\n{\"k\":tru}\n")) ==
        "1: not a JSON object at byte 1\n2: more text behind the object at byte 10\n3: lone surrogate in a string at "
        "byte 7\n"
        "4: invalid UTF-8 in a string at byte 8\n5: string without end at byte 8\n6: number with a leading zero at "
        "byte 6\n"
        "7: expected a value at byte 6\n");
}

TEST_CASE("a mark at the start, CR LF, blank lines and a missing last newline are harmless") {
  const auto out =
      decode(two_columns(), "\xEF\xBB\xBF{\"k\":\"a\",\"v\":1}\r\n\r\n\n   \t \n  {\"k\":\"b\",\"v\":2}  \r\n"
                            "{\"k\":\"line\xE2\x80\xA8sep\xC2\x85\",\"v\":3}\n{\"k\":\"z\",\"v\":4}");
  CHECK(shown(out) == "{\"k\":\"a\",\"v\":1}\n{\"k\":\"b\",\"v\":2}\n{\"k\":\"line\xE2\x80\xA8sep\xC2\x85\",\"v\":3}\n{"
                      "\"k\":\"z\",\"v\":4}\n");
  CHECK(out.blank == 3);
  CHECK(out.bad.empty());
}

TEST_CASE("a mark that is not at the start of the source is no JSON") {
  io::decoded out;
  decoder_of(two_columns())->decode_lines(chunk_of("\xEF\xBB\xBF{\"k\":\"a\"}\n", 5, 100), out);
  CHECK(reasons(out) == "5: expected a value at byte 1\n");
  CHECK(out.bad[0].offset == 100);
}

TEST_CASE("a bad last line without newline keeps its text and place") {
  const auto out = decode(two_columns(), "{\"k\":\"a\"}\n{\"k\":");
  REQUIRE(out.bad.size() == 1);
  CHECK(out.bad[0].text == "{\"k\":");
  CHECK(out.bad[0].line == 2);
  CHECK(out.bad[0].offset == 10);
  CHECK(decode(two_columns(), "").rows == 0);
}

TEST_CASE("nesting beyond the limit is bad, however deep") {
  auto spec = two_columns();
  spec.columns.push_back(column("x", core::string_type()));
  const auto nested = [](std::size_t depth) {
    return "{\"x\":" + std::string(depth, '[') + "1" + std::string(depth, ']') + "}\n";
  };
  const auto out =
      decode(spec, nested(63) + nested(64) + nested(50000) + "{\"x\":" + std::string(100000, '[') + "\n" + nested(1));
  CHECK(out.rows == 2);
  CHECK(reasons(out) ==
        "2: nested deeper than 64 levels\n3: nested deeper than 64 levels\n4: nested deeper than 64 levels\n");
  spec.format.depth_max = 60000;
  CHECK(decode(spec, nested(50000)).rows == 1);
}

TEST_CASE("a line beyond the limit is bad") {
  auto spec = two_columns();
  spec.format.line_bytes_max = 20;
  const auto out = decode(spec, "{\"k\":\"123456789012\"}\n{\"k\":\"1234567890123\"}\r\n{\"k\":\"123456789012345\n");
  CHECK(out.rows == 1);
  CHECK(reasons(out) == "2: line is longer than 20 bytes: 21\n3: line is longer than 20 bytes: 21\n");
}

TEST_CASE("the text of a bad row is cut") {
  const auto out = decode(two_columns(), "[\"" + std::string(70000, 'x') + "\"]\n");
  CHECK(out.bad[0].text.size() == core::bad_text_bytes_max);
}

TEST_CASE("a required member that is missing makes the row bad, NULL is no missing") {
  auto spec = two_columns();
  spec.columns[1].required = true;
  spec.columns[1].wanted = false;
  const auto out = decode(spec, "{\"k\":\"a\",\"v\":null}\n{\"k\":\"b\"}\n{\"k\":\"c\",\"v\":\"any\"}\n");
  CHECK(shown(out) == "{\"k\":\"a\",\"v\":null}\n{\"k\":\"c\",\"v\":null}\n");
  CHECK(reasons(out) == "2: field v is missing\n");
}

TEST_CASE("columns nobody reads are NULL, and what they hold is checked all the same") {
  auto spec = two_columns();
  spec.columns[0].wanted = false;
  const auto out = decode(spec, "{\"k\":\"a\",\"v\":1}\n{\"k\":[},\"v\":2}\n{\"k\":\"\\ud800\",\"v\":3}\n");
  CHECK(shown(out) == "{\"k\":null,\"v\":1}\n");
  CHECK(out.bad.size() == 2);
}

TEST_CASE("a column may have another name in the record, two columns the same") {
  io::decode_spec spec;
  spec.columns = {column("a", core::int64_type()), column("b", core::string_type()), column("c", core::float64_type())};
  for (auto& one : spec.columns) one.path = "the value";
  CHECK(shown(decode(spec, "{\"the value\":1,\"a\":5}\n{\"the value\":2,\"the value\":3}\n{}\n")) ==
        "{\"a\":1,\"b\":\"1\",\"c\":1.0}\n{\"a\":3,\"b\":\"3\",\"c\":3.0}\n{\"a\":null,\"b\":null,\"c\":null}\n");
}

TEST_CASE("batches are cut, and the text of rows is kept when asked for") {
  auto spec = two_columns();
  spec.batch_rows = 2;
  spec.keep_text = true;
  const auto out = decode(spec, "{\"v\":1}\n\n{\"v\":\n{\"v\":2}\r\n{\"v\":3}\n{\"v\":4}\n{\"v\":5,\"k\":\"\\u0041\"}");
  REQUIRE(out.batches.size() == 3);
  CHECK(out.batches[0]->rows == 2);
  CHECK(out.batches[2]->rows == 1);
  CHECK(shown(out) == "{\"k\":null,\"v\":1}\n{\"k\":null,\"v\":2}\n{\"k\":null,\"v\":3}\n{\"k\":null,\"v\":4}\n{\"k\":"
                      "\"A\",\"v\":5}\n");
  CHECK(out.texts == std::vector<std::vector<std::string_view>>{
                         {"{\"v\":1}", "{\"v\":2}"}, {"{\"v\":3}", "{\"v\":4}"}, {"{\"v\":5,\"k\":\"\\u0041\"}"}});
  CHECK(out.lines == std::vector<std::vector<std::uint64_t>>{{1, 4}, {5, 6}, {7}});
}

TEST_CASE("rows outlive the decoder and their chunk") {
  io::decoded out;
  {
    const auto decoder = decoder_of(two_columns());
    decoder->decode_lines(chunk_of("{\"k\":\"zero copy\"}\n{\"k\":\"\\u0065scaped\"}\n{\"k\":\"no newline\"}"), out);
  }
  CHECK(shown(out) ==
        "{\"k\":\"zero copy\",\"v\":null}\n{\"k\":\"escaped\",\"v\":null}\n{\"k\":\"no newline\",\"v\":null}\n");
}

TEST_CASE("the layout is that of all declared columns") {
  auto spec = two_columns();
  spec.columns[0].wanted = false;
  for (const auto format : {core::plan::record_format::json, core::plan::record_format::csv}) {
    spec.format.format = format;
    const auto layout = decoder_of(spec)->layout();
    REQUIRE(layout->fields.size() == 2);
    CHECK(layout->fields[0].name == "k");
    CHECK(layout->fields[1].type.kind == core::type_kind::int64);
  }
}

TEST_CASE("types that JSON cannot hold are refused when the decoder is made") {
  io::decode_spec spec;
  spec.columns = {column("i", core::simple_type(core::type_kind::interval_ms))};
  CHECK(io::make_decoder(spec).error().message == "format json cannot read INTERVAL DAY TO SECOND (column i)");
  spec.columns = {column("m", core::array_type(core::map_type(core::int32_type(), core::int32_type())))};
  CHECK(io::make_decoder(spec).error().message == "keys of a JSON object are texts, not INT (column m)");
}
