#include "config/pipeline_file.hpp"

#include <algorithm>
#include <random>

#include "tests/config/plan_text.hpp"
#include "tests/support/catch.hpp"

using tests::text_of;

namespace {

config::pipeline read(const std::string& text) {
  auto made = config::read_pipeline(text, {.shards = 3, .threads = 3, .memory_bytes_max = 1ULL << 30});
  if (!made) FAIL(config::render_complaints("file", text, made.error()));
  return std::move(*made);
}

std::string plan_of(const std::string& text) { return text_of(read(text).plan); }

} // namespace

TEST_CASE("a pipeline without a window goes straight from its source to its sinks") {
  CHECK(plan_of(R"(
name: clean
source:
  type: file
  path: in/*.ndjson
  columns: {key: STRING, value: DOUBLE, other: INT}
filter: value > 3
transform: {twice: value * 2}
select: [key, twice]
sinks:
  - {type: stdout}
  - {type: file, path: out.csv, format: csv}
)") == R"(clean in UTC
source events file follow=false path=in/*.ndjson json ms lenient
  key STRING
  value DOUBLE
  other INT unread
  time -1 watermark none skew 86400000 idle 0
sink rows_1 stdout json sql
  from source 0 rows
  filter (value > 3.0)
  project key=key, value=value, other=other, twice=(value * 2.0)
  project key=key, twice=twice
  as (key STRING, twice DOUBLE)
sink rows_2 file path=out.csv csv sql
  from source 0 rows
  filter (value > 3.0)
  project key=key, value=value, other=other, twice=(value * 2.0)
  project key=key, twice=twice
  as (key STRING, twice DOUBLE)
)");
}

TEST_CASE("a windowed pipeline has a stage between its source and its sinks") {
  CHECK(plan_of(R"(
source:
  type: stdin
  columns: {key: STRING, value: DOUBLE}
  time: {column: ts, unit: s}
  lateness: 5s
key: key
window: {tumble: 1m}
aggregates:
  count: COUNT(*)
  total: SUM(value)
  big: COUNT(*) FILTER (WHERE value > 10)
  again: SUM(value) / COUNT(*)
having: count > 1
output: [window_end, key, {mean: total / count}]
sink: {type: memory, name: totals}
late: {type: file, path: late.ndjson}
bad: {type: stdout}
)") == R"(weir in UTC
source events stdin json s keep
  key STRING
  value DOUBLE
  ts TIMESTAMP_LTZ(3)
  time 2 watermark (ts - INTERVAL '+0 00:00:05.001' DAY TO SECOND) skew 86400000 idle 0
stage windows
  from source 0 rows
  project key=key, ts=ts, value=value, (`value` > 10)=(value > 10.0)
  keys 0 time 1
  tumble 60000 0 0 UTC
  call 0 of -1 filter -1
  call 2 of 2 filter -1
  call 0 of -1 filter 3
  gives (key STRING, window_start TIMESTAMP(3), window_end TIMESTAMP(3), window_time TIMESTAMP_LTZ(3), COUNT(*) BIGINT NOT NULL, SUM(`value`) DOUBLE, COUNT(*) FILTER (WHERE (`value` > 10)) BIGINT NOT NULL)
sink totals memory json sql
  from stage 0 rows
  project key=key, window_start=window_start, window_end=window_end, count=COUNT(*), total=SUM(`value`), big=COUNT(*) FILTER (WHERE (`value` > 10)), again=(SUM(`value`) / CAST(COUNT(*) AS DOUBLE))
  filter (count > 1)
  project window_end=window_end, key=key, mean=(total / CAST(count AS DOUBLE))
  as (window_end TIMESTAMP(3), key STRING, mean DOUBLE)
sink late file path=late.ndjson json sql
  from source 0 late
  as (text STRING, reason STRING, event_time TIMESTAMP_LTZ(3), watermark TIMESTAMP_LTZ(3), source STRING, partition INT, offset BIGINT, line BIGINT)
sink bad stdout json sql
  from source 0 bad
  as (text STRING, reason STRING, event_time TIMESTAMP_LTZ(3), watermark TIMESTAMP_LTZ(3), source STRING, partition INT, offset BIGINT, line BIGINT)
)");
}

TEST_CASE("the defaults hold for what the file does not say") {
  const auto made = read("source: {type: stdin, columns: {a: INT}}");
  CHECK(made.options.shards == 3);
  CHECK(made.options.threads == 3);
  CHECK(made.options.batch_rows == 4096);
  CHECK(!made.options.strict);
  CHECK(made.options.on_stop == config::stop_policy::close);
  CHECK(made.options.memory_bytes_max == 1ULL << 30);
  CHECK(made.options.on_full == config::full_policy::stop);
  CHECK(made.plan.sources[0].format.line_bytes_max == 16U << 20);
  CHECK(made.plan.sources[0].format.depth_max == 64);
  REQUIRE(made.plan.sinks.size() == 1);
  CHECK(made.plan.sinks[0].connector == "stdout");
}

TEST_CASE("every setting of the engine is read") {
  const auto made = read(R"(
source: {type: stdin, columns: {a: INT}}
shards: 7
threads: 5
batch_rows: 100
strict: true
on_stop: drop
time_zone: Europe/Berlin
limits: {line_bytes: 64KiB, depth: 9, memory: 1GiB, open_windows: 1000, on_full: close}
)");
  CHECK(made.options.shards == 7);
  CHECK(made.options.threads == 5);
  CHECK(made.options.batch_rows == 100);
  CHECK(made.options.strict);
  CHECK(made.options.on_stop == config::stop_policy::drop);
  CHECK(made.options.memory_bytes_max == 1ULL << 30);
  CHECK(made.options.open_windows_max == 1000);
  CHECK(made.options.on_full == config::full_policy::close);
  CHECK(made.plan.time_zone == "Europe/Berlin");
  CHECK(made.plan.sources[0].strict);
  CHECK(made.plan.sources[0].format.line_bytes_max == 65'536);
  CHECK(made.plan.sources[0].format.depth_max == 9);
}

TEST_CASE("the machine's defaults lie within their ranges") {
  const auto made = config::default_engine_options();
  CHECK(made.shards >= 1);
  CHECK(made.threads == made.shards);
  CHECK(made.memory_bytes_max >= config::memory_bytes_min);
}

TEST_CASE("every kind of window is read, with offset and zone") {
  const auto window_of = [](const std::string& text) {
    const auto made = read("source: {type: stdin, columns: {k: STRING}, time: ts}\nkey: k\nwindow: " + text +
                           "\naggregates: {n: COUNT(*)}\n");
    const auto plan = text_of(made.plan.stages[0]);
    const auto at = plan.find("keys 0 time 1\n") + 16;
    return plan.substr(at, plan.find('\n', at) - at);
  };
  CHECK(window_of("{tumble: 1m}") == "tumble 60000 0 0 UTC");
  CHECK(window_of("{tumble: {size: 1m}, offset: -10s}") == "tumble 60000 0 -10000 UTC");
  CHECK(window_of("{tumble: 1d, time_zone: Europe/Berlin}") == "tumble 86400000 0 0 Europe/Berlin");
  CHECK(window_of("{hop: {size: 1m, slide: 10s}}") == "hop 60000 10000 0 UTC");
  CHECK(window_of("{hop: {size: 10s, slide: 4s}}") == "hop 10000 4000 0 UTC");
  CHECK(window_of("{cumulate: {size: 1m, step: 10s}}") == "cumulate 60000 10000 0 UTC");
  CHECK(window_of("{session: 30m}") == "session 1800000 0 0 UTC");
  CHECK(window_of("{session: {gap: 30m}}") == "session 1800000 0 0 UTC");
}

TEST_CASE("wall-clock event time needs no zone") {
  CHECK_THAT(plan_of("source: {type: stdin, columns: {ts: TIMESTAMP(3)}, time: ts}\ntime_zone: Europe/Berlin\n"
                     "window: {tumble: 1d}\naggregates: {n: COUNT(*)}\n"),
             ContainsSubstring("tumble 86400000 0 0 \n"));
}

TEST_CASE("an aggregate in its long form is the same as its text") {
  const std::string head =
      "source: {type: stdin, columns: {k: STRING, v: INT}, time: ts}\nwindow: {tumble: 1m}\naggregates:\n";
  CHECK(plan_of(head + "  a: {function: count}\n"
                       "  b: {function: count, of: k, distinct: true}\n"
                       "  c: {function: sum, of: v * 2, filter: v > 3}\n"
                       "  d: {function: listagg, of: k, separator: \";\"}\n"
                       "  e: {function: Count, of: '*'}\n") == plan_of(head + "  a: COUNT(*)\n"
                                                                              "  b: COUNT(DISTINCT k)\n"
                                                                              "  c: SUM(v * 2) FILTER (WHERE v > 3)\n"
                                                                              "  d: LISTAGG(k, ';')\n"
                                                                              "  e: count(*)\n"));
}

TEST_CASE("keys may be several and computed, or none") {
  const std::string head = "source: {type: stdin, columns: {k: STRING, v: INT}, time: ts}\nwindow: {tumble: 1m}\n"
                           "aggregates: {n: COUNT(*)}\n";
  CHECK_THAT(plan_of(head + "key: [v, {big: UPPER(k)}]\n"),
             ContainsSubstring("keys 0 1 time 2\n") && ContainsSubstring("as (v INT, big STRING, window_start"));
  CHECK_THAT(plan_of(head + "key: {big: UPPER(k)}\n"), ContainsSubstring("keys 0 time 1\n"));
  CHECK_THAT(plan_of(head), ContainsSubstring("keys time 0\n") && ContainsSubstring("as (window_start TIMESTAMP(3), "));
}

TEST_CASE("a filter runs before the transform unless it names a column that only the transform makes") {
  CHECK_THAT(
      plan_of("source: {type: stdin, columns: {a: INT}}\nfilter: [a > 1, b < 9]\ntransform: {b: a * 2, a: a + 1}\n"),
      ContainsSubstring("  filter (a > 1)\n"
                        "  project a=a, b=(a * 2)\n"
                        "  project a=(a + 1), b=b\n"
                        "  filter (b < 9)\n"));
}

TEST_CASE("several sources become one stream whatever the order of their columns") {
  CHECK(
      plan_of("sources:\n  - {type: stdin, name: x, columns: {a: INT, b: STRING}}\n"
              "  - {type: memory, name: y, columns: {b: STRING, a: INT}}\nfilter: a > 1\nsink: {type: blackhole}\n") ==
      R"(weir in UTC
source x stdin json ms lenient
  a INT
  b STRING
  time -1 watermark none skew 86400000 idle 0
source y memory json ms lenient
  b STRING
  a INT
  time -1 watermark none skew 86400000 idle 0
sink rows blackhole json sql
  from source 0 rows
  filter (a > 1)
  from source 1 rows
  project a=a, b=b
  filter (a > 1)
  as (a INT, b STRING)
)");
}

TEST_CASE("JSON says the same as YAML") {
  CHECK(plan_of(R"json({"source": {"type": "stdin", "columns": {"k": "STRING", "v": "DOUBLE"}, "time": "ts"},
  "key": "k", "window": {"tumble": "1m"}, "aggregates": {"total": "SUM(v)"}})json") ==
        plan_of("source:\n  type: stdin\n  columns:\n    k: STRING\n    v: DOUBLE\n  time: ts\nkey: k\n"
                "window:\n  tumble: 1m\naggregates:\n  total: SUM(v)\n"));
}

TEST_CASE("the order of the top-level keys does not matter") {
  std::vector<std::string> parts{"source: {type: stdin, columns: {k: STRING, v: DOUBLE}, time: ts, lateness: 2s}\n",
                                 "filter: [v > 0, twice < 100]\n",
                                 "transform: {twice: v * 2}\n",
                                 "key: [k]\n",
                                 "window: {hop: {size: 1m, slide: 20s}}\n",
                                 "aggregates: {n: COUNT(*), total: SUM(twice)}\n",
                                 "having: n > 2\n",
                                 "output: [k, total]\n",
                                 "sink: {type: stdout}\n",
                                 "late: {type: file, path: late.ndjson}\n",
                                 "time_zone: Europe/Berlin\n",
                                 "strict: true\n"};
  const auto joined = [&] {
    std::string text;
    for (const auto& part : parts) text += part;
    return text;
  };
  const auto expected = plan_of(joined());
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    std::shuffle(parts.begin(), parts.end(), random);
    REQUIRE(plan_of(joined()) == expected);
  }
}
