#include "tests/io/format/format_support.hpp"

#include <limits>

using namespace format_tests;
using core::simple_type;
using core::type_kind;

namespace {

/// Rows read from JSON and written with `options`.
std::string rewritten(const std::vector<core::plan::source_column>& columns, std::string_view text,
                      core::plan::format_options options = {}) {
  io::decode_spec spec;
  spec.columns = columns;
  return shown(decode(spec, text), options);
}

core::plan::format_options csv_options() {
  core::plan::format_options options;
  options.format = core::plan::record_format::csv;
  return options;
}

std::vector<core::plan::source_column> every_type() {
  return {column("id", core::int32_type()),
          column("d", core::float64_type()),
          column("f", simple_type(type_kind::float32)),
          column("p", core::decimal_type(20, 6)),
          column("l", core::int64_type()),
          column("dt", simple_type(type_kind::date)),
          column("tm", simple_type(type_kind::time)),
          column("t3", core::timestamp_type(3)),
          column("lz", core::timestamp_ltz_type(3)),
          column("s", core::string_type())};
}

} // namespace

TEST_CASE("every type is written byte for byte as Flink's JSON format does") {
  const auto* const input =
      R"({"id":1,"d":1,"f":1,"p":1,"l":9223372036854775807,"dt":"2024-02-29","tm":"12:34:56","t3":"2024-02-29 12:34:56.100","lz":"2024-02-29 12:34:56.120Z","s":"tab\tquote\"back\\slash/ é \u0001 \ud83d\ude00"}
{"id":2,"d":1e7,"f":1e7,"p":0.000001,"l":-1,"dt":"1969-01-01","tm":"00:00:00","t3":"1969-12-31 23:59:59.999","lz":"1969-12-31 23:59:59.999Z","s":""}
{"id":3,"d":0.001,"f":0.0001,"p":12345678901234.5,"l":0,"dt":"0001-01-01","tm":"23:59:59","t3":"9999-12-31 23:59:59","lz":"2024-01-01 00:00:00Z","s":"<&>"}
{"id":4,"d":1.7976931348623157e308,"f":3.4028235e38,"p":-0.1,"l":1}
{"id":5,"d":4.9e-324,"f":1.4e-45,"p":100,"l":1}
{"id":6,"d":123456789.125,"f":0.1,"p":1e3,"l":1}
{"id":7,"d":"NaN","f":"-Infinity","p":0}
)";
  CHECK(
      rewritten(every_type(), input) ==
      R"({"id":1,"d":1.0,"f":1.0,"p":1,"l":9223372036854775807,"dt":"2024-02-29","tm":"12:34:56","t3":"2024-02-29 12:34:56.1","lz":"2024-02-29 12:34:56.12Z","s":"tab\tquote\"back\\slash/ é \u0001 \uD83D\uDE00"}
{"id":2,"d":1.0E7,"f":1.0E7,"p":0.000001,"l":-1,"dt":"1969-01-01","tm":"00:00:00","t3":"1969-12-31 23:59:59.999","lz":"1969-12-31 23:59:59.999Z","s":""}
{"id":3,"d":0.001,"f":1.0E-4,"p":12345678901234.5,"l":0,"dt":"0001-01-01","tm":"23:59:59","t3":"9999-12-31 23:59:59","lz":"2024-01-01 00:00:00Z","s":"<&>"}
{"id":4,"d":1.7976931348623157E308,"f":3.4028235E38,"p":-0.1,"l":1,"dt":null,"tm":null,"t3":null,"lz":null,"s":null}
{"id":5,"d":4.9E-324,"f":1.4E-45,"p":1E+2,"l":1,"dt":null,"tm":null,"t3":null,"lz":null,"s":null}
{"id":6,"d":1.23456789125E8,"f":0.1,"p":1E+3,"l":1,"dt":null,"tm":null,"t3":null,"lz":null,"s":null}
{"id":7,"d":"NaN","f":"-Infinity","p":0,"l":null,"dt":null,"tm":null,"t3":null,"lz":null,"s":null}
)");
}

TEST_CASE("decimals can be written plain and nulls left out") {
  core::plan::format_options options;
  options.decimal_as_plain_number = true;
  options.ignore_null_fields = true;
  const std::vector columns = {column("id", core::int32_type()), column("p", core::decimal_type(30, 10)),
                               column("b", core::string_type()), column("q", core::decimal_type(10, 0))};
  CHECK(
      rewritten(columns,
                "{\"id\":1,\"p\":0.00000001,\"q\":1000000}\n{\"id\":2,\"p\":12300000000,\"b\":\"x\"}\n{\"q\":3}\n{}\n",
                options) == "{\"id\":1,\"p\":0.0000000100,\"q\":1000000}\n{\"id\":2,\"p\":12300000000.0000000000,\"b\":"
                            "\"x\"}\n{\"q\":3}\n{}\n");
}

TEST_CASE("the ISO style and epoch units are written when declared") {
  const std::vector columns = {column("a", core::timestamp_type(3)), column("b", core::timestamp_ltz_type(3))};
  const auto* const input = "{\"a\":\"2024-01-01 00:00:00.5\",\"b\":\"2024-01-01 00:00:00.000123Z\"}\n";
  core::plan::format_options options;
  options.timestamps = core::plan::time_format::iso8601;
  CHECK(rewritten(columns, input, options) ==
        "{\"a\":\"2024-01-01T00:00:00.5\",\"b\":\"2024-01-01T00:00:00.000123Z\"}\n");
  options.timestamps = core::plan::time_format::epoch_millis;
  CHECK(rewritten(columns, input, options) == "{\"a\":1704067200500,\"b\":1704067200000.123}\n");
  options.timestamps = core::plan::time_format::epoch_seconds;
  CHECK(rewritten(columns, input, options) == "{\"a\":1704067200.5,\"b\":1704067200.000123}\n");
  options.timestamps = core::plan::time_format::epoch_micros;
  CHECK(rewritten(columns, input, options) == "{\"a\":1704067200500000,\"b\":1704067200000123}\n");
  options.timestamps = core::plan::time_format::epoch_nanos;
  CHECK(rewritten(columns, input, options) == "{\"a\":1704067200500000000,\"b\":1704067200000123000}\n");
}

TEST_CASE("nested values, bytes, booleans and variants are written") {
  const std::vector columns = {
      column("a", core::array_type(core::string_type())),
      column("m", core::map_type(core::string_type(), core::array_type(core::float64_type()))),
      column("r", core::row_type({{"x\"y", core::boolean_type()}, {"z", core::row_type({{"w", core::int32_type()}})}})),
      column("b", simple_type(type_kind::bytes)), column("v", simple_type(type_kind::variant))};
  CHECK(rewritten(
            columns,
            R"({"a":["q\n",null],"m":{"k\t":[1,2.5],"":[]},"r":{"x\"y":true,"z":{"w":1}},"b":"aGk=","v":{"b":[1.0,"x"]}}
{"a":[],"m":{},"r":{"x\"y":false}}
)") == R"({"a":["q\n",null],"m":{"k\t":[1.0,2.5],"":[]},"r":{"x\"y":true,"z":{"w":1}},"b":"aGk=","v":{"b":[1,"x"]}}
{"a":[],"m":{},"r":{"x\"y":false,"z":null},"b":null,"v":null}
)");
}

TEST_CASE("escapes are right at every place of a text") {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      auto made = core::make_column(core::string_type(), 1);
      std::string text(size, 'x');
      text[at] = '"';
      made.texts[0] = text;
      const core::schema_ptr layout = std::make_shared<const core::schema>(core::schema{{{"s", core::string_type()}}});
      const core::batch rows{layout, 1, {std::make_shared<const core::column>(made)}};
      std::string out = "before ";
      (*io::make_encoder({}, layout))->encode(rows, out);
      REQUIRE(out == "before {\"s\":\"" + std::string(at, 'x') + "\\\"" + std::string(size - at - 1, 'x') + "\"}\n");
    }
  }
}

TEST_CASE("all control characters are escaped as Jackson does, DEL and line separators are not") {
  CHECK(rewritten({column("s", core::string_type())},
                  R"({"s":"\u0000\u0007\b\t\n\u000b\f\r\u001f\u007f\u2028\uffff"})"
                  "\n") == "{\"s\":\"\\u0000\\u0007\\b\\t\\n\\u000B\\f\\r\\u001F\x7F\xE2\x80\xA8\xEF\xBF\xBF\"}\n");
}

TEST_CASE("texts that are no UTF-8 are written without reading past their end") {
  auto made = core::make_column(core::string_type(), 1);
  made.texts[0] = "a\xF0\x9F";
  const core::schema_ptr layout = std::make_shared<const core::schema>(core::schema{{{"s", core::string_type()}}});
  std::string out;
  (*io::make_encoder({}, layout))->encode({layout, 1, {std::make_shared<const core::column>(made)}}, out);
  CHECK(out == "{\"s\":\"a\xF0\x9F\"}\n");
}

TEST_CASE("intervals and the type of NULL are written as numbers and null") {
  auto interval = core::make_column(simple_type(type_kind::interval_ms), 1);
  interval.ints[0] = 1500;
  auto map = core::make_column(core::map_type(core::string_type(), core::int32_type()), 1);
  map.offsets = {0, 1};
  map.children = {core::null_column(core::string_type(), 1), core::null_column(core::int32_type(), 1)};
  const core::schema_ptr layout = std::make_shared<const core::schema>(
      core::schema{{{"i", interval.type}, {"n", simple_type(type_kind::null)}, {"m", map.type}}});
  const core::batch rows{layout,
                         1,
                         {std::make_shared<const core::column>(interval),
                          core::null_column(simple_type(type_kind::null), 1),
                          std::make_shared<const core::column>(map)}};
  std::string out;
  (*io::make_encoder({}, layout))->encode(rows, out);
  CHECK(out == "{\"i\":1500,\"n\":null,\"m\":{\"null\":null}}\n");
}

TEST_CASE("CSV is written byte for byte as Flink's CSV format does") {
  auto columns = every_type();
  columns.push_back(column("by", simple_type(type_kind::bytes)));
  columns.push_back(column("b", core::boolean_type()));
  CHECK(
      rewritten(
          columns,
          R"({"id":1,"d":1.5,"f":1.5,"p":100,"dt":"2023-02-28","tm":"12:00:00.5","t3":"2023-02-28 00:00:00","lz":"2023-02-28 00:00:00.120Z","s":"plain","by":"aGk=","b":true}
{"id":2,"d":1e400,"p":12.30,"s":"a,b","b":false}
{"id":3,"d":"NaN","p":0.00,"s":"say \"hi\""}
)",
          csv_options()) ==
      R"(1,1.5,1.5,1E+2,,2023-02-28,12:00:00.5,"2023-02-28 00:00:00","2023-02-28 00:00:00.12Z",plain,aGk=,true
2,Infinity,,12.3,,,,,,"a,b",,false
3,NaN,,0,,,,,,"say ""hi""",,
)");
}

TEST_CASE("a text is quoted when Jackson would quote it") {
  const std::vector columns = {column("s", core::string_type())};
  const auto written = [&](const std::string& text, const core::plan::format_options& options) {
    const auto out = rewritten(columns, "{\"s\":\"" + text + "\"}\n", options);
    return out.substr(0, out.size() - 1);
  };
  const auto options = csv_options();
  for (const auto* plain : {"", "semi;colon", "12", "A.B", "a_b", "2023-02-28", "\xC3\xA9"})
    CHECK(written(plain, options) == plain);
  for (const auto* quoted : {" lead", "a b", "a'b", "-dash#hash", "a(b)", "a!b", "a+b"})
    CHECK(written(quoted, options) == "\"" + std::string(quoted) + "\"");
  CHECK(written("two\\nlines", options) == "\"two\nlines\"");
  CHECK(written(std::string(24, 'x'), options) == std::string(24, 'x'));
  CHECK(written(std::string(25, 'x'), options) == "\"" + std::string(25, 'x') + "\"");
  CHECK(written("éééééééééééééééééééééééé", options) == "éééééééééééééééééééééééé");
  CHECK(written("😀😀😀😀😀😀😀😀😀😀😀😀😀", options) == "\"😀😀😀😀😀😀😀😀😀😀😀😀😀\"");
  auto other = csv_options();
  other.csv_delimiter = '|';
  CHECK(written("plain", other) == "\"plain\"");
  other.csv_quote = '\0';
  CHECK(written("a b", other) == "a b");
}

TEST_CASE("CSV options: null literal, header, epoch stamps") {
  auto options = csv_options();
  options.csv_null_literal = "n/a";
  options.csv_header = true;
  options.timestamps = core::plan::time_format::epoch_millis;
  const std::vector columns = {column("a b", core::string_type()), column("t", core::timestamp_ltz_type(3))};
  CHECK(rewritten(columns, "{\"t\":\"2024-01-01 00:00:00Z\"}\n{\"a b\":\"x\"}\n", options) ==
        "n/a,1704067200000\nx,n/a\n");
  const core::schema_ptr layout =
      std::make_shared<const core::schema>(core::schema{{{"a b", core::string_type()}, {"t", core::int64_type()}}});
  CHECK((*io::make_encoder(options, layout))->header() == "\"a b\",t\n");
  options.csv_header = false;
  CHECK((*io::make_encoder(options, layout))->header().empty());
  CHECK((*io::make_encoder({}, layout))->header().empty());
}

TEST_CASE("raw rows are their one text") {
  core::plan::format_options options;
  options.format = core::plan::record_format::raw;
  CHECK(rewritten({column("s", core::string_type())}, "{\"s\":\"a,\\\"b\"}\n{}\n", options) == "a,\"b\n\n");
  const core::schema_ptr layout =
      std::make_shared<const core::schema>(core::schema{{{"s", core::string_type()}, {"t", core::int64_type()}}});
  CHECK(io::make_encoder(options, layout).error().message == "format raw needs exactly one column of STRING or BYTES");
}

TEST_CASE("types that a format cannot write are refused") {
  const auto refused = [](const core::plan::format_options& options, const core::data_type& type) {
    const core::schema_ptr layout = std::make_shared<const core::schema>(core::schema{{{"c", type}}});
    return io::make_encoder(options, layout).error().message;
  };
  CHECK(refused(csv_options(), core::array_type(core::int32_type())) ==
        "format csv cannot write ARRAY<INT> (column c)");
  CHECK(refused({}, core::row_type({{"m", core::map_type(core::int32_type(), core::int32_type())}})) ==
        "keys of a JSON object are texts, not INT (column c)");
}
