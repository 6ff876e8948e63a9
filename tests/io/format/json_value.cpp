// What JSON values become in columns of each type.
#include "tests/io/format/format_support.hpp"

using namespace format_tests;
using core::simple_type;
using core::type_kind;

namespace {

/// One column `v`; every value on a line of its own.
std::string read(const core::data_type& type, const std::vector<std::string>& values, bool ignore = true,
                 core::plan::time_format times = core::plan::time_format::sql, bool lenient = false) {
  io::decode_spec spec;
  spec.columns = {column("v", type)};
  spec.format.ignore_parse_errors = ignore;
  spec.format.timestamps = times;
  spec.format.lenient_timestamps = lenient;
  std::string text;
  for (const auto& value : values) text += "{\"v\":" + value + "}\n";
  const auto out = decode(spec, text);
  core::plan::format_options writing;
  writing.decimal_as_plain_number = true;
  std::string rows = shown(out, writing);
  std::string made;
  for (std::size_t at = 0; at < rows.size();) {
    const auto end = rows.find("}\n", at);
    made += (made.empty() ? "" : " | ") + rows.substr(at + 5, end - at - 5);
    at = end + 2;
  }
  return made + (out.bad.empty() ? "" : " bad:" + std::to_string(out.bad.size()));
}

} // namespace

TEST_CASE("integers are exact to 64 bits and refused beyond") {
  CHECK(read(core::int64_type(), {"9223372036854775807", "-9223372036854775808", "9007199254740993", "-0", "0"}) ==
        "9223372036854775807 | -9223372036854775808 | 9007199254740993 | 0 | 0");
  CHECK(read(core::int64_type(), {"9223372036854775808", "-9223372036854775809", "18446744073709551617", "1e30"}) ==
        "null | null | null | null");
  CHECK(read(core::int32_type(), {"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967297"}) ==
        "2147483647 | null | -2147483648 | null | null");
  CHECK(read(simple_type(type_kind::int16), {"32767", "32768", "-32769", "1.0"}) == "32767 | null | null | null");
  CHECK(read(simple_type(type_kind::int8), {"127", "128", "-129", "2.9", "\" 12\"", "\"1.5\""}) ==
        "127 | null | null | null | 12 | null");
}

TEST_CASE("a fraction is cut off an INT or BIGINT, exactly") {
  CHECK(read(core::int32_type(), {"2.9", "-2.9", "2.0", "1e2", "-0.9", "0.1e1", "3.0e0", "2e9", "1e400", "1e-400"}) ==
        "2 | -2 | 2 | 100 | 0 | 1 | 3 | 2000000000 | null | 0");
  CHECK(read(core::int64_type(), {"9223372036854775807.9", "9007199254740993.5", "1.5e3", "1E18", "-1e30"}) ==
        "9223372036854775807 | 9007199254740993 | 1500 | 1000000000000000000 | null");
}

TEST_CASE("numbers are read from texts, without surrounding blanks") {
  CHECK(read(core::int32_type(), {"\"7\"", "\" 8 \"", "\"+3\"", "\"-1\"", "\"\"", "\"2.0\"", "\"x\"", "true", "[1]"}) ==
        "7 | 8 | 3 | -1 | null | null | null | null | null");
  CHECK(read(core::float64_type(),
             {"\"2.5\"", "\" 4.5 \"", "\"1e2\"", "\"NaN\"", "\"Infinity\"", "\"\"", "\"abc\"", "true", "{}"}) ==
        "2.5 | 4.5 | 100.0 | \"NaN\" | \"Infinity\" | null | null | null | null");
}

TEST_CASE("doubles and floats are the nearest ones, infinite beyond their range") {
  CHECK(read(core::float64_type(),
             {"20.25", "3", "-0.0", "1e3", "12345678901234567890", "1e400", "-1e400", "1e-400", "5e-324", "0.1",
              "9007199254740993", "1.7976931348623157e308", "0.30000000000000004"}) ==
        "20.25 | 3.0 | -0.0 | 1000.0 | 1.2345678901234567E19 | \"Infinity\" | \"-Infinity\" | 0.0 | 4.9E-324 | 0.1 | "
        "9.007199254740992E15 | 1.7976931348623157E308 | 0.30000000000000004");
  CHECK(read(simple_type(type_kind::float32),
             {"0.1", "1e40", "33554433", "3.4028235e38", "1.4e-45", "\"+1.5\"", "1e-60", "\"NaN\""}) ==
        "0.1 | \"Infinity\" | 3.3554432E7 | 3.4028235E38 | 1.4E-45 | 1.5 | 0.0 | \"NaN\"");
}

TEST_CASE("decimals come exactly from the number's text and are NULL when they do not fit") {
  CHECK(read(core::decimal_type(8, 2), {"12.3", "1.005", "\" 1.5 \"", "999999.994", "-0.001", "1e3", "null"}) ==
        "12.30 | 1.01 | 1.50 | 999999.99 | 0.00 | 1000.00 | null");
  // Flink makes a silent NULL of it, also without ignore-parse-errors.
  CHECK(read(core::decimal_type(8, 2), {"999999.995", "99999999", "1e400"}, false) == "null | null | null");
  CHECK(read(core::decimal_type(8, 2), {"\"x\"", "\"\"", "\"NaN\"", "\"Infinity\"", "[1]"}) ==
        "null | null | null | null | null");
  CHECK(read(core::decimal_type(8, 2), {"\"x\"", "\"NaN\""}, false) == " bad:2");
}

TEST_CASE("a BOOLEAN is true only for true and its text") {
  CHECK(read(core::boolean_type(),
             {"true", "false", "\"true\"", "\"TRUE \"", "\"yes\"", "\"\"", "1", "0", "[true]", "{}"}) ==
        "true | false | true | true | false | false | false | false | null | null");
}

TEST_CASE("any value fits a STRING, objects as compact JSON") {
  CHECK(read(core::string_type(), {"5", "1.50", "1E2", "true", "12345678901234567890123", "\"\"", "1.50E+02"}) ==
        R"("5" | "1.50" | "1E2" | "true" | "12345678901234567890123" | "" | "1.50E+02")");
  CHECK(
      read(core::string_type(), {R"({ "a" : 1 , "b" : [ 1 , 2 ] })", "[1.50,{\"b\":1E5,\"a\":\"\\u00e9\\/\"}]", "[ ]",
                                 "{ }", "[-0.0,-0,0.000001,1e-7,100.0,123.456,null,false,\"\\u0001\\\"\"]"}) ==
      R"("{\"a\":1,\"b\":[1,2]}" | "[1.5,{\"b\":1E+5,\"a\":\"é/\"}]" | "[]" | "{}" | "[0,0,0.000001,1E-7,1E+2,123.456,null,false,\"\\u0001\\\"\"]")");
}

TEST_CASE("escapes are resolved and other text stays as it is") {
  CHECK(read(core::string_type(), {R"("\u00e9\u20AC\ud83d\ude00\n\t\"\\\/\b\f\r\u0000")", "\"é😀\"", R"("a\u0041b")"}) ==
        R"("é€\uD83D\uDE00\n\t\"\\/\b\f\r\u0000" | "é\uD83D\uDE00" | "aAb")");
}

TEST_CASE("BYTES are base64") {
  CHECK(read(simple_type(type_kind::bytes),
             {"\"aGk=\"", "\"\"", "\"YQ==\"", "\"AAEC\"", "\"YQ\"", "\"not base64!\"", "5", "\"A===\""}) ==
        R"("aGk=" | "" | "YQ==" | "AAEC" | null | null | null | null)");
}

TEST_CASE("dates and times are read strictly") {
  CHECK(read(simple_type(type_kind::date), {"\"2024-02-29\"", "\"2023-02-30\"", "\"2023-1-1\"", "20000",
                                            "\"2023-01-01 \""}) == R"("2024-02-29" | null | null | null | null)");
  CHECK(read(simple_type(type_kind::time), {"\"12:34:56\"", "\"12:00:00.5\"", "\"12:00\"", "1000"}) ==
        R"("12:34:56" | "12:00:00.5" | null | null)");
}

TEST_CASE("timestamps follow the declared style") {
  CHECK(read(core::timestamp_type(3), {"\"2024-01-01 00:00:00.1\"", "\"2024-01-01 00:00:00.123456\"",
                                       "\"2024-01-01T00:00:00\"", "1704067200000", "\"\""}) ==
        R"("2024-01-01 00:00:00.1" | "2024-01-01 00:00:00.123456" | null | null | null)");
  CHECK(read(core::timestamp_ltz_type(3), {"\"2024-01-01 00:00:00Z\"", "\"2024-01-01 00:00:00\""}) ==
        R"("2024-01-01 00:00:00Z" | null)");
  CHECK(read(core::timestamp_type(3), {"\"2024-01-01T00:00\"", "\"2024-01-01 00:00:00\""}, true,
             core::plan::time_format::iso8601) == R"("2024-01-01 00:00:00" | null)");
}

TEST_CASE("epoch units are read exactly from the number's text") {
  using core::plan::time_format;
  const auto ltz = core::timestamp_ltz_type(3);
  CHECK(read(ltz,
             {"1772366400", "1772366400.25", "1772366459.999", "1772366400000", "-0.0000000001", "1e20", "1.7723664e9",
              "\" 1 \""},
             true, time_format::epoch_seconds) ==
        R"("2026-03-01 12:00:00Z" | "2026-03-01 12:00:00.25Z" | "2026-03-01 12:00:59.999Z" | null | )"
        R"("1969-12-31 23:59:59.999999999Z" | null | "2026-03-01 12:00:00Z" | "1970-01-01 00:00:01Z")");
  CHECK(
      read(ltz,
           {"1772366400000", "-1", "1.5", "253402300799999", "253402300800000", "-62135596800000", "-62135596800001",
            "1e400", "true"},
           true, time_format::epoch_millis) ==
      R"("2026-03-01 12:00:00Z" | "1969-12-31 23:59:59.999Z" | "1970-01-01 00:00:00.0015Z" | "9999-12-31 23:59:59.999Z" | null | )"
      R"("0001-01-01 00:00:00Z" | null | null | null)");
  CHECK(read(ltz, {"1772366459999999"}, true, time_format::epoch_micros) == R"("2026-03-01 12:00:59.999999Z")");
  CHECK(read(ltz, {"1772366459999999999", "-1", "1e60"}, true, time_format::epoch_nanos) ==
        R"("2026-03-01 12:00:59.999999999Z" | "1969-12-31 23:59:59.999999999Z" | null)");
  CHECK(read(ltz, {"\"soon\"", "1772366400000"}, false, time_format::epoch_seconds) == " bad:2");
}

TEST_CASE("lenient timestamps take any style and the declared unit") {
  using core::plan::time_format;
  CHECK(
      read(core::timestamp_ltz_type(3),
           {"1772366400", "\"2026-03-01T14:00:00+02:00\"", "\"2026-03-01 12:00:00\"", "\"2026-03-01T12:00:00.5Z\"",
            "\"soon\""},
           true, time_format::epoch_seconds, true) ==
      R"("2026-03-01 12:00:00Z" | "2026-03-01 12:00:00Z" | "2026-03-01 12:00:00Z" | "2026-03-01 12:00:00.5Z" | null)");
  CHECK(read(core::timestamp_ltz_type(3), {"1772366400"}, true, time_format::sql, true) == "null");
}

TEST_CASE("variant is canonical JSON text") {
  CHECK(
      read(simple_type(type_kind::variant),
           {"1", "\"1\"", "1.0", "1e2", "1.50", "-0.0", "9007199254740991.0", "9007199254740992.0", "\"\\u0041\"",
            "true", "null", "12345678901234567890", "1e400", "0.0001"}) ==
      R"(1 | "1" | 1 | 100 | 1.5 | 0 | 9007199254740991 | 9.007199254740992E15 | "A" | true | null | 12345678901234567890 | 1E+400 | 1.0E-4)");
}

TEST_CASE("arrays, maps and rows are read with what is wrong inside them NULL") {
  CHECK(read(core::array_type(core::int32_type()), {"[1,null,\"3\"]", "[]", "[ ]", "[1,\"z\"]", "{\"a\":1}", "\"x\"",
                                                    "null"}) == "[1,null,3] | [] | [] | [1,null] | null | null | null");
  CHECK(read(core::map_type(core::string_type(), core::int32_type()),
             {R"({"a":1,"b":null})", R"({"a":1,"a":2,"\u0061":3})", R"({"a":"z"})", "{}", "[1]"}) ==
        R"({"a":1,"b":null} | {"a":3} | {"a":null} | {} | null)");
  const auto row = core::row_type({{"x", core::int32_type()}, {"y", core::array_type(core::string_type())}});
  CHECK(read(row, {R"({"x":"1","y":["a"]})", R"({"y":["b","c"],"x":"q","z":[1]})",
                   R"({"x":1,"x":3,"y":["d"],"y":["e"]})", "{}", "[1,2]"}) ==
        R"({"x":1,"y":["a"]} | {"x":null,"y":["b","c"]} | {"x":3,"y":["e"]} | {"x":null,"y":null} | null)");
  const auto deep =
      core::map_type(core::string_type(), core::array_type(core::map_type(core::string_type(), core::int32_type())));
  CHECK(read(deep, {R"({"a":[{"p":1}],"b":[],"a":[{"q":2},null,{"r":3,"s":4}]})", R"({"c":[{"t":5}]})"}) ==
        R"({"a":[{"q":2},null,{"r":3,"s":4}],"b":[]} | {"c":[{"t":5}]})");
  CHECK(read(core::array_type(core::int32_type()), {"[1,\"z\"]", "[2]"}, false) == "[2] bad:1");
}

TEST_CASE("long arrays of rows with arrays inside grow as they are read") {
  const auto type =
      core::array_type(core::row_type({{"x", core::timestamp_type(6)}, {"y", core::array_type(core::int32_type())}}));
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += i == 0 ? "[" : ",";
    if (i % 3 == 0)
      text += R"({"x":"2024-01-01 00:00:00.000001","y":[1,2]})";
    else
      text += i % 3 == 1 ? R"({"x":null,"y":[]})" : "null";
  }
  text += "]";
  CHECK(read(type, {text, "[]", text}) == text + " | [] | " + text);
}
