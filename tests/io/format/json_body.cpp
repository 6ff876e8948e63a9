#include "tests/io/format/format_support.hpp"

using namespace format_tests;

namespace {

io::decode_spec two_columns() {
  io::decode_spec spec;
  spec.columns = {column("k", core::string_type()), column("v", core::int64_type())};
  return spec;
}

/// Why the body was refused; nothing may have been taken.
std::string refusal(std::string_view body) {
  io::decoded out;
  const auto decoder = decoder_of(two_columns());
  const auto result = io::decode_json_body(*decoder, chunk_of(body), out);
  REQUIRE_FALSE(result.has_value());
  CHECK(out.rows == 0);
  CHECK(out.batches.empty());
  CHECK(out.bad.empty());
  return result.error().message;
}

} // namespace

TEST_CASE("an object, an array and an envelope are bodies") {
  CHECK(shown(decode_body(two_columns(), R"({"k":"a","v":1})")) == "{\"k\":\"a\",\"v\":1}\n");
  CHECK(shown(decode_body(two_columns(), R"([{"k":"a","v":1},{"k":"b"}])")) ==
        "{\"k\":\"a\",\"v\":1}\n{\"k\":\"b\",\"v\":null}\n");
  CHECK(shown(decode_body(two_columns(), R"({"meta":[1],"events":[{"k":"a","v":1},{"k":"b"}]})")) ==
        "{\"k\":\"a\",\"v\":1}\n{\"k\":\"b\",\"v\":null}\n");
  CHECK(decode_body(two_columns(), "[]").rows == 0);
  CHECK(decode_body(two_columns(), "{\"events\":[]}").rows == 0);
  CHECK(decode_body(two_columns(), "{}").rows == 1);
}

TEST_CASE("a body may be spread over lines and begin with a mark") {
  CHECK(shown(decode_body(two_columns(),
                          "\xEF\xBB\xBF\r\n[\n  {\n    \"k\" :\n \"a\",\r\n\t\"v\": 1\n  }\n,\n{\"k\":\"b\"}\n]\n")) ==
        "{\"k\":\"a\",\"v\":1}\n{\"k\":\"b\",\"v\":null}\n");
}

TEST_CASE("a bad element is named by its place and leaves its neighbours alone") {
  const auto out =
      decode_body(two_columns(), R"([{"k":"a","v":1},7,{"k":"b","v":"x"},{"k":"\ud83d"},{"k":"c","v":3},[1],null])");
  CHECK(shown(out) == "{\"k\":\"a\",\"v\":1}\n{\"k\":\"c\",\"v\":3}\n");
  CHECK(reasons(out) == "2: not a JSON object at byte 1\n3: field v cannot be read as BIGINT: \"x\"\n4: lone surrogate "
                        "in a string at byte 7\n"
                        "6: not a JSON object at byte 1\n7: not a JSON object at byte 1\n");
  CHECK(out.bad[1].text == R"({"k":"b","v":"x"})");
  CHECK(out.bad[1].offset == 19);
}

TEST_CASE("an element that is too deep or too long is bad by itself") {
  auto spec = two_columns();
  spec.format.line_bytes_max = 200;
  const auto deep = "{\"x\":" + std::string(70, '[') + std::string(70, ']') + "}";
  const auto out = decode_body(spec, "[" + deep + ",{\"k\":\"" + std::string(300, 'x') + "\"},{\"k\":\"a\"}]");
  CHECK(out.rows == 1);
  CHECK(reasons(out) == "1: nested deeper than 64 levels\n2: event is longer than 200 bytes: 308\n");
}

TEST_CASE("a body that is not one JSON value is refused whole") {
  CHECK(refusal(R"([{"k":"a"},{"k":"b"})") == "body is not one JSON value: expected , or ] at byte 21");
  CHECK(refusal(R"({"k":"a"}{"k":"b"})") == "body is not one JSON value: more text behind the value at byte 10");
  CHECK(refusal("") == "body is not one JSON value: expected a value at byte 1");
  CHECK(refusal("[{\"k\":\"a\"},]") == "body is not one JSON value: expected a value at byte 12");
  CHECK(refusal("[{\"k\":\"a\nb\"}]") == "body is not one JSON value: string without end at byte 9");
  CHECK(refusal("[{\"v\":NaN}]") == "body is not one JSON value: expected a value at byte 7");
  CHECK(refusal(std::string(100000, '[')) == "body is not one JSON value: expected a value at byte 100001");
  CHECK(refusal(std::string("{}\0{}", 5)) == "body is not one JSON value: more text behind the value at byte 3");
}

TEST_CASE("a body of another kind is refused") {
  for (const auto* body : {"42", "null", "\"text\"", "true"})
    CHECK(refusal(body) == "body is neither a JSON object nor an array of objects");
}

TEST_CASE("a table with a column named events is no envelope") {
  io::decode_spec spec;
  spec.columns = {column("events", core::array_type(core::int64_type()))};
  CHECK(shown(decode_body(spec, "{\"events\":[1,2]}")) == "{\"events\":[1,2]}\n");
}

TEST_CASE("events that is no array is a member like any other") {
  CHECK(shown(decode_body(two_columns(), R"({"events":5,"k":"a"})")) == "{\"k\":\"a\",\"v\":null}\n");
  CHECK(shown(decode_body(two_columns(), R"({"events":[{"k":"a"}],"events":1,"k":"b"})")) ==
        "{\"k\":\"b\",\"v\":null}\n");
}

TEST_CASE("only a source of format json takes a JSON body") {
  auto spec = two_columns();
  spec.format.format = core::plan::record_format::csv;
  io::decoded out;
  const auto decoder = decoder_of(spec);
  CHECK(io::decode_json_body(*decoder, chunk_of("{}"), out).error().message ==
        "a JSON body needs a source of format json");
}

TEST_CASE("a decoder takes bodies and lines in turn") {
  const auto decoder = decoder_of(two_columns());
  io::decoded out;
  decoder->decode_lines(chunk_of("{\"k\":\"a\",\"v\":1}\n"), out);
  REQUIRE(io::decode_json_body(*decoder, chunk_of("[{\"k\":\"b\",\n\"v\":2}]"), out).has_value());
  decoder->decode_lines(chunk_of("{\"k\":\"c\",\n\"v\":3}\n"), out);
  CHECK(shown(out) == "{\"k\":\"a\",\"v\":1}\n{\"k\":\"b\",\"v\":2}\n");
  CHECK(out.bad.size() == 2);
}
