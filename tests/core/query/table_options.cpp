#include "core/query/table_options.hpp"

#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

const std::string file = "'connector' = 'filesystem', 'path' = 'x'";

catalog_table table_of(const std::string& options, const std::string& columns = "a STRING, b INT") {
  auto made = plan_script("CREATE TABLE t (" + columns + ") WITH (" + options + ");");
  INFO(options);
  if (!made) FAIL(to_string(made.error().front().what));
  return made->declared().tables.at("t");
}

plan::source_plan source_of(const std::string& options, const std::string& columns = "a STRING, b INT") {
  auto made = make_source(table_of(options, columns), {});
  INFO(options);
  if (!made) FAIL(to_string(made.error()));
  return *made;
}

std::string fault_of(const std::string& options, const std::string& columns = "a STRING, b INT") {
  const auto made = make_source(table_of(options, columns), {});
  INFO(options);
  REQUIRE(!made);
  return to_string(made.error());
}

} // namespace

TEST_CASE("connectors go by the names of plans") {
  CHECK(source_of(file + ", 'format' = 'json'").connector == "file");
  CHECK(make_sink(table_of("'connector' = 'print'"))->connector == "stdout");
  CHECK(source_of("'connector' = 'http'").options.at("table") == "t");
  CHECK(source_of(file + ", 'format' = 'json'").options.at("follow") == "false");
  CHECK(source_of(file + ", 'format' = 'json', 'source.monitor-interval' = '1 s'").options.at("follow") == "true");
}

TEST_CASE("a table without a connector says what to write") {
  auto made = plan_script("CREATE TABLE t (a INT);");
  REQUIRE(made);
  const auto source = make_source(made->declared().tables.at("t"), {});
  REQUIRE(!source);
  CHECK(to_string(source.error()) == "line 1, column 14: table t has no connector (write WITH ('connector' = "
                                     "'filesystem', 'path' = '...', 'format' = 'json'))");
  CHECK(!takes_updates(made->declared().tables.at("t")));
  CHECK(takes_updates(table_of("'connector' = 'print'")));
}

TEST_CASE("the options of JSON") {
  const auto format = source_of(file + ", 'format' = 'json', 'json.ignore-parse-errors' = 'true', "
                                       "'json.timestamp-format.standard' = 'ISO-8601', "
                                       "'json.encode.decimal-as-plain-number' = 'true', "
                                       "'json.encode.ignore-null-fields' = 'true'")
                          .format;
  CHECK(format.format == plan::record_format::json);
  CHECK(format.ignore_parse_errors);
  CHECK(format.timestamps == plan::time_format::iso8601);
  CHECK(format.decimal_as_plain_number);
  CHECK(format.ignore_null_fields);
  CHECK(source_of(file + ", 'format' = 'json', 'json.timestamp-format.standard' = 'SQL'").format.timestamps ==
        plan::time_format::sql);
}

TEST_CASE("a missing field makes a row bad when the option says so, and only a field of the record") {
  const auto source = source_of(file + ", 'format' = 'json', 'json.fail-on-missing-field' = 'true'");
  CHECK(source.columns[0].required);
  CHECK(!source_of(file + ", 'format' = 'json'").columns[0].required);
}

TEST_CASE("the options of CSV") {
  const auto format =
      source_of(file + ", 'format' = 'csv', 'csv.field-delimiter' = '\\t', 'csv.quote-character' = '!', "
                       "'csv.allow-comments' = 'true', 'csv.ignore-parse-errors' = 'true', "
                       "'csv.null-literal' = 'n/a'")
          .format;
  CHECK(format.format == plan::record_format::csv);
  CHECK(format.csv_delimiter == '\t');
  CHECK(format.csv_quote == '!');
  CHECK(format.csv_allow_comments);
  CHECK(format.ignore_parse_errors);
  CHECK(format.has_csv_null_literal);
  CHECK(format.csv_null_literal == "n/a");
  CHECK(source_of(file + ", 'format' = 'csv', 'csv.field-delimiter' = ';'").format.csv_delimiter == ';');
}

TEST_CASE("values that an option cannot have are refused at their place") {
  CHECK(fault_of(file + ", 'format' = 'json', 'json.ignore-parse-errors' = 'yes'") ==
        "line 1, column 130: json.ignore-parse-errors must be 'true' or 'false': yes");
  CHECK(fault_of(file + ", 'format' = 'json', 'json.timestamp-format.standard' = 'RFC'") ==
        "line 1, column 136: json.timestamp-format.standard must be 'SQL' or 'ISO-8601': RFC");
  CHECK(fault_of(file + ", 'format' = 'csv', 'csv.field-delimiter' = ';;'") ==
        "line 1, column 124: csv.field-delimiter must be one character: ;;");
  CHECK(fault_of(file + ", 'format' = 'avro'") ==
        "line 1, column 93: there is no format avro (json, csv and raw are there)");
  CHECK(fault_of("'connector' = 'http', 'scan.watermark.idle-timeout' = 'soon'") ==
        "line 1, column 94: not a duration: soon (write 500 ms, 10 s, 5 min, 1 h or 1 d)");
  CHECK(fault_of("'connector' = 'http', 'future-skew' = 'soon'") ==
        "line 1, column 78: not a duration: soon (write 500 ms, 10 s, 5 min, 1 h or 1 d)");
}

TEST_CASE("raw records are one column") {
  CHECK(source_of(file + ", 'format' = 'raw'", "line STRING").format.format == plan::record_format::raw);
  CHECK(fault_of(file + ", 'format' = 'raw'") == "line 1, column 14: the raw format has one column, not 2");
}

TEST_CASE("computed columns stand where they are declared, behind those that are read") {
  const auto source = source_of("'connector' = 'http'", "a AS b + 1, b INT, c AS UPPER(d), d STRING");
  CHECK(source.columns.size() == 2);
  REQUIRE(source.computed.steps.size() == 1);
  CHECK(planned::step_words(source.computed.steps[0]) == "select (b + 1) b UPPER(d) d");
  CHECK(planned::columns_of(*source.computed.output) == "a INT, b INT, c STRING, d STRING");
  CHECK(source_of("'connector' = 'http'").computed.steps.empty());
}

TEST_CASE("the event time, its watermark, idleness and the bound on the future go with the source") {
  const auto source = source_of("'connector' = 'http', 'scan.watermark.idle-timeout' = '3 s', 'future-skew' = '1 d'",
                                "k STRING, rt TIMESTAMP(3), WATERMARK FOR rt AS rt - INTERVAL '5' SECOND");
  CHECK(source.time_column == 1);
  CHECK(source.watermark != nullptr);
  CHECK(source.idle_timeout_ms == 3'000);
  CHECK(source.future_skew_ms == 86'400'000);
}

TEST_CASE("the session's idle timeout holds for tables without one") {
  catalog session;
  session.settings["table.exec.source.idle-timeout"] = "7 s";
  CHECK(make_source(table_of("'connector' = 'http'"), session)->idle_timeout_ms == 7'000);
  CHECK(
      make_source(table_of("'connector' = 'http', 'scan.watermark.idle-timeout' = '3 s'"), session)->idle_timeout_ms ==
      3'000);
}

TEST_CASE("a sink has the columns that can be written") {
  const auto table =
      table_of("'connector' = 'kafka', 'topic' = 'x', 'properties.bootstrap.servers' = 'y', 'format' = 'json'",
               "a STRING, b AS UPPER(a), c INT METADATA FROM 'partition' VIRTUAL, "
               "d TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'");
  CHECK(planned::columns_of(*sink_layout(table)) == "a STRING, d TIMESTAMP_LTZ(3)");
}

TEST_CASE("a sink knows its primary key") {
  const auto sink =
      make_sink(table_of("'connector' = 'blackhole'", "a INT, b STRING, c INT, PRIMARY KEY (c, a) NOT ENFORCED"));
  REQUIRE(sink);
  CHECK(sink->options.at("primary-key") == "c;a");
}
