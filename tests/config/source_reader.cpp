#include "config/source_reader.hpp"

#include <algorithm>

#include "config/pipeline_file.hpp"
#include "tests/config/plan_text.hpp"
#include "tests/support/catch.hpp"

using tests::text_of;

namespace {

std::string plan_of(const std::string& text) {
  const auto made = config::read_pipeline(text, {});
  if (!made) FAIL(config::render_complaints("file", text, made.error()));
  return text_of(made->plan);
}

config::pipeline read(const std::string& text) {
  auto made = config::read_pipeline(text, {});
  if (!made) FAIL(config::render_complaints("file", text, made.error()));
  return std::move(*made);
}

} // namespace

TEST_CASE("columns have paths, and required ones are always read") {
  CHECK_THAT(plan_of("source:\n  type: stdin\n  columns:\n    id: {type: BIGINT, path: user_id, required: true}\n"
                     "    v: INT\n    unused: {type: STRING}\nselect: [v]\n"),
             ContainsSubstring("  id BIGINT at user_id required\n  v INT\n  unused STRING unread\n"));
}

TEST_CASE("formats carry their options") {
  CHECK_THAT(plan_of("source: {type: stdin, columns: {a: INT}, format: {type: csv, delimiter: ;, header: true, "
                     "timestamps: sql, ignore_parse_errors: true}}\n"),
             ContainsSubstring("source events stdin csv sql ignore header delimiter ;\n"));
  const auto csv =
      read("source: {type: stdin, columns: {a: INT}, format: {type: csv, null_literal: NA, comments: true, "
           "quote: \"'\"}}\nsink: {type: stdout, format: {timestamps: iso, decimal_as_plain_number: true, "
           "ignore_null_fields: true}}\n");
  CHECK(csv.plan.sources[0].format.csv_null_literal == "NA");
  CHECK(csv.plan.sources[0].format.has_csv_null_literal);
  CHECK(csv.plan.sources[0].format.csv_allow_comments);
  CHECK(csv.plan.sources[0].format.csv_quote == '\'');
  CHECK(csv.plan.sinks[0].format.timestamps == core::plan::time_format::iso8601);
  CHECK(csv.plan.sinks[0].format.decimal_as_plain_number);
  CHECK(csv.plan.sinks[0].format.ignore_null_fields);
}

TEST_CASE("timestamps are read in every unit") {
  for (const auto& [unit, shown] :
       {std::pair{"auto", "ms lenient"}, std::pair{"s", "s"}, std::pair{"ms", "ms"}, std::pair{"us", "us"},
        std::pair{"ns", "ns"}, std::pair{"iso", "iso"}, std::pair{"sql", "sql"}})
    CHECK_THAT(
        plan_of(std::string("sources: {type: stdin, columns: {a: INT}, time: {column: ts, unit: ") + unit + "}}\n"),
        ContainsSubstring(std::string("source events stdin json ") + shown + "\n"));
}

TEST_CASE("raw lines are one column called line") {
  CHECK_THAT(plan_of("source: {type: stdin, format: raw}\n"), ContainsSubstring("  line STRING\n"));
}

TEST_CASE("event time comes from a stamp, a number in a unit, or an expression") {
  const auto time_of = [](const std::string& columns, const std::string& time) {
    const auto text = plan_of("source: {type: stdin, columns: {" + columns + "}, time: " + time + "}\n");
    const auto at = text.find("  project");
    const auto end = text.find("\n", text.find("  time "));
    return text.substr(std::min(at, text.find("  time ")), end - std::min(at, text.find("  time ")));
  };
  const std::string rest = " skew 86400000 idle 0";
  CHECK(time_of("a: INT, ts: TIMESTAMP(3)", "ts") ==
        "  time 1 watermark (ts - INTERVAL '+0 00:00:00.001' DAY TO SECOND)" + rest);
  CHECK(time_of("ts: BIGINT", "{column: ts, unit: s}") ==
        "  project ts=ts, event_time=TO_TIMESTAMP_LTZ(ts, 0)\n"
        "  time 1 watermark (event_time - INTERVAL '+0 00:00:00.001' DAY TO SECOND)" +
            rest);
  for (const auto* unit : {"ms", "us", "ns", "auto"})
    CHECK_THAT(time_of("ts: BIGINT", std::string("{column: ts, name: t, unit: ") + unit + "}"),
               ContainsSubstring("t=TO_TIMESTAMP_LTZ(") && ContainsSubstring("  time 1 watermark (t - "));
  CHECK_THAT(time_of("ts: DOUBLE", "{column: ts, unit: s}"), ContainsSubstring("event_time=TO_TIMESTAMP_LTZ("));
  CHECK_THAT(time_of("ts: STRING", "{column: ts, unit: ms}"), ContainsSubstring("event_time=TO_TIMESTAMP_LTZ("));
  CHECK_THAT(time_of("ts: BIGINT", "{expression: 'TO_TIMESTAMP_LTZ(ts * 10, 3)', name: when_}"),
             ContainsSubstring("when_=TO_TIMESTAMP_LTZ((ts * 10), 3)\n  time 1 "));
}

TEST_CASE("a source's own transform makes columns of its table, the event time too") {
  CHECK_THAT(
      plan_of("source: {type: stdin, columns: {ms: BIGINT}, transform: {at: 'TO_TIMESTAMP_LTZ(ms, 3)'}, time: at}\n"),
      ContainsSubstring("  ms BIGINT\n  project ms=ms, at=TO_TIMESTAMP_LTZ(ms, 3)\n  time 1 watermark"));
}

TEST_CASE("watermark, skew and idleness are read") {
  CHECK_THAT(plan_of("source: {type: stdin, columns: {a: INT}, time: ts, watermark: ts - INTERVAL '5' SECOND, "
                     "future_skew: off, idle_timeout: 30s}\n"),
             ContainsSubstring("watermark (ts - INTERVAL '+0 00:00:05.000' DAY TO SECOND) skew 0 idle 30000\n"));
}

TEST_CASE("http sources have a listener and a table") {
  CHECK_THAT(plan_of("source: {type: http, columns: {a: INT}}\n"),
             ContainsSubstring("source events http host=127.0.0.1 port=8080 table=events json"));
  CHECK_THAT(plan_of("source: {type: http, host: 0.0.0.0, port: 0, table: orders, columns: {a: INT}}\n"),
             ContainsSubstring("source orders http host=0.0.0.0 port=0 table=orders json"));
}

TEST_CASE("an HTTP source names the files of its listener") {
  const auto read = config::read_pipeline("source: {type: http, tls_certificate: c.pem, tls_key: k.pem, token_file: t, "
                                          "columns: {a: INT}}\nsink: {type: memory}\n",
                                          {});
  REQUIRE(read);
  const auto& options = read->plan.sources[0].options;
  CHECK(options.at("tls-certificate") == "c.pem");
  CHECK(options.at("tls-key") == "k.pem");
  CHECK(options.at("token-file") == "t");
}
