#include "config/complaints.hpp"

#include "tests/config/complaint_text.hpp"
#include "tests/support/catch.hpp"

using config::check_pipeline;
using tests::complaints_of;
using tests::grouped;
using tests::source;

TEST_CASE("a complaint shows the file, the place, the line and a caret") {
  CHECK(check_pipeline("pipe.yml", source + "filtr: value > 3\n") ==
        "pipe.yml:2:1: unknown key in the file: filtr (did you mean filter? allowed: aggregates, bad, batch_rows, "
        "filter, having, key, late, limits, name, on_stop, output, select, shards, share_partitions, sink, sinks, "
        "source, sources, "
        "state, strict, threads, time_zone, transform, window)\n"
        "  2 | filtr: value > 3\n"
        "    | ^^^^^\n");
}

TEST_CASE("a complaint without a place names the file alone") {
  CHECK(config::render_complaints("pipe.yml", "", {{core::errc::limit, "too much", {}, "less"}}) ==
        "pipe.yml: too much (less)\n");
}

TEST_CASE("a good file has no complaints") {
  CHECK(check_pipeline("pipe.yml", source).empty());
  CHECK(check_pipeline("pipe.yml", "\xEF\xBB\xBF" + grouped + "aggregates: {n: COUNT(*)}\n").empty());
}

TEST_CASE("an unreadable file has one complaint with its place") {
  CHECK(check_pipeline("pipe.json", "{\"a\": }}") ==
        "pipe.json:1:8: illegal flow end\n  1 | {\"a\": }}\n    |        ^\n");
}

TEST_CASE("an empty file lacks everything") {
  CHECK(complaints_of("") == "1:1 the file must be a mapping (key: value): nothing\n"
                             "1:1 the file needs a source (add source: {type: stdin, columns: {...}})\n");
}

TEST_CASE("all complaints come at once, in the order of the file") {
  CHECK(complaints_of("shards: 0\n"
                      "strict: perhaps\n"
                      "batch_rows: many\n"
                      "source:\n"
                      "  type: flie\n"
                      "  columns: {key: STRNG, value: DOUBLE}\n"
                      "  time: key\n"
                      "  lateness: -1s\n"
                      "filter: value >\n"
                      "window: {tumble: 0s}\n"
                      "aggregates: {n: SUMM(value)}\n"
                      "sinks: []\n") == "1:9 shards must be 1 to 1024: 0\n"
                                        "2:9 strict must be true or false: perhaps\n"
                                        "3:13 batch_rows must be a whole number: many\n"
                                        "5:9 type must be one of file, stdin, http, kafka, memory: flie\n"
                                        "6:18 not a type: STRNG (did you mean STRING?)\n"
                                        "8:13 lateness must be 0s to 36525d: -1s\n"
                                        "9:16 expected an expression, found the end\n"
                                        "10:18 tumble must be 1ms to 36525d: 0s\n"
                                        "12:8 sinks is empty\n");
}

TEST_CASE("a key written twice is named with its first line") {
  CHECK(complaints_of(source + "shards: 2\nshards: 3\n") == "3:1 key written twice: shards (first in line 2)\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: INT, a: INT}}\n") ==
        "1:41 key written twice: a (first in line 1)\n");
}

TEST_CASE("values of the wrong kind are named") {
  CHECK(complaints_of(source + "name: [a]\n") == "2:7 name must be a single value: a list\n");
  CHECK(complaints_of(source + "shards: \"2\"\n") == "2:9 shards must be a whole number: 2\n");
  CHECK(complaints_of(source + "strict: 'true'\n") == "2:9 strict must be true or false: true\n");
  CHECK(complaints_of(source + "limits: 5\n") == "2:9 limits must be a mapping (key: value): 5\n");
  CHECK(complaints_of(source + "on_stop: [drop]\n") == "2:10 on_stop must be one of close, drop: a list\n");
  CHECK(complaints_of(source + "name: {a: b}\n") == "2:7 name must be a single value: a mapping\n");
  CHECK(complaints_of(source + "filter:\n") == "2:1 filter has no value\n");
  CHECK(complaints_of(source + "transform: [a]\n") ==
        "2:12 transform must be a mapping of names to expressions (name: UPPER(key))\n");
  CHECK(complaints_of(source + "select: key\n") == "2:9 select must be a list of columns ([key, value])\n");
  CHECK(complaints_of(source + "select: [[key]]\n") == "2:10 each of select must be a column or `name: expression`\n");
  CHECK(complaints_of(source + "limits: {memory: [1]}\n") == "2:18 memory must be a size such as 16MiB: a list\n");
}

TEST_CASE("limits say their range") {
  CHECK(complaints_of(source + "limits: {line_bytes: 1, depth: 0, memory: 1KiB, open_windows: 0, on_full: wait}\n") ==
        "2:22 line_bytes must be 1KiB to 1GiB: 1\n"
        "2:32 depth must be 1 to 1024: 0\n"
        "2:43 memory must be 16MiB to 1024TiB: 1KiB\n"
        "2:63 open_windows must be 1 to 1000000000000: 0\n"
        "2:75 on_full must be one of stop, close: wait\n");
  CHECK(complaints_of(source + "limits: {memory: lots}\n") ==
        "2:18 memory: not a size: lots (write 65536, 64KiB, 16MiB or 2GiB)\n");
}

TEST_CASE("an unknown time zone is a complaint") {
  CHECK_THAT(complaints_of(source + "time_zone: Europe/Berln\n"), ContainsSubstring("2:12 "));
  CHECK_THAT(complaints_of(grouped + "aggregates: {n: COUNT(*)}\nwindow2: x\n"),
             ContainsSubstring("unknown key in the file: window2 (did you mean window?"));
  CHECK_THAT(complaints_of(source + "window: {tumble: 1m, time_zone: Mars}\naggregates: {n: COUNT(*)}\n"),
             ContainsSubstring("2:33 "));
}

TEST_CASE("a source says what it needs and knows") {
  CHECK(complaints_of("source: {}\n") == "1:9 source needs the key columns\n1:9 source needs the key type\n");
  CHECK(complaints_of("source: {type: file, columns: {a: INT}}\n") == "1:9 source needs the key path\n");
  CHECK(complaints_of("source: {type: file, path: '', columns: {a: INT}}\n") == "1:28 path is empty\n");
  CHECK(complaints_of("source: {type: http, port: 70000, columns: {a: INT}}\n") ==
        "1:28 port must be 0 to 65535: 70000\n");
  CHECK(complaints_of("source: {type: stdin, columns: [a]}\n") ==
        "1:32 columns must be a mapping of names to types (value: DOUBLE)\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: {path: x}}}\n") == "1:36 column a needs the key type\n");
  CHECK(complaints_of("source: {type: stdin, format: raw, columns: {a: STRING, b: STRING}}\n") ==
        "1:45 the raw format has one column, not 2\n");
  CHECK(complaints_of("source: {type: stdin, format: yaml, columns: {a: INT}}\n") ==
        "1:31 format must be one of json, csv, raw: yaml\n");
  CHECK(complaints_of("source: {type: stdin, format: {type: csv, delimiter: ab}, columns: {a: INT}}\n") ==
        "1:54 delimiter must be one character: ab\n");
  CHECK(complaints_of("source: {type: stdin, format: {type: csv, delimiter: ;, quote: ;}, columns: {a: INT}}\n") ==
        "1:31 delimiter and quote must differ: ;\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: INT}, path: x}\n") ==
        "1:42 unknown key in source: path (allowed: columns, format, future_skew, idle_timeout, lateness, name, time, "
        "transform, type, watermark)\n");
}

TEST_CASE("a type that lost its second half to a comma says what it needs") {
  CHECK(complaints_of("source: {type: stdin, columns: {a: DECIMAL(10, 2)}}\n") ==
        "1:46 expected ), found the end\n"
        "1:50 column 2) has no type (inside { } a type with a comma needs quotes)\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: , b: [1]}}\n") ==
        "1:36 column a has no type\n1:41 the type of b must be a single value: a list\n");
}

TEST_CASE("event time and watermark are checked") {
  const auto with = [](const std::string& rest) {
    return complaints_of("source: {type: stdin, columns: {key: STRING, n: BIGINT, b: BOOLEAN}, " + rest + "}\n");
  };
  CHECK(with("time: key") ==
        "1:76 the event time must be a timestamp: key is STRING (declare it as TIMESTAMP_LTZ(3), or "
        "give the unit of its numbers)\n");
  CHECK(with("time: b") == "1:76 the event time must be a timestamp, a number or a text: b is BOOLEAN\n");
  CHECK(with("time: {column: n, unit: sql}") ==
        "1:85 the event time must be a timestamp: n is BIGINT (declare it as TIMESTAMP_LTZ(3), or give the unit of its "
        "numbers)\n");
  CHECK(with("time: {column: n, unit: years}") == "1:94 unit must be one of auto, s, ms, us, ns, iso, sql: years\n");
  CHECK(with("time: {unit: s}") ==
        "1:76 time needs the key column\n1:77 unknown key in time: unit (allowed: column, expression)\n");
  CHECK(with("time: {column: ts, name: t}") ==
        "1:85 ts keeps its name as the event time: t (name is for a time that is computed)\n");
  CHECK(with("time: {column: n, name: key}") ==
        "1:85 the event time's name is taken by a column: key (give the time another name)\n");
  CHECK(
      with("time: {expression: n + 1}") ==
      "1:89 the event time must be a timestamp: event_time is BIGINT (use TO_TIMESTAMP_LTZ(number, 3) or CAST(text AS "
      "TIMESTAMP_LTZ(3)))\n");
  CHECK(with("time: ts, watermark: ts, lateness: 5s") == "1:91 watermark and lateness exclude each other\n");
  CHECK(with("time: ts, watermark: n") == "1:91 watermark must be a timestamp, not BIGINT\n");
  CHECK(with("lateness: 5s") == "1:80 lateness needs an event time (add time: to the source)\n");
  CHECK(with("time: ts, future_skew: maybe") ==
        "1:93 future_skew: not a duration: maybe (write 500ms, 5s, 1m, 2h, 1d or 1h30m)\n");
  CHECK(with("time: {column: ts, unit: s}, format: {timestamps: s}") ==
        "1:95 unit is given twice, in time and as timestamps in format\n");
}

TEST_CASE("a wrong expression is shown at its place in the file") {
  CHECK(check_pipeline("pipe.yml", source + "filter: value > 3 AND valu < 5\n") ==
        "pipe.yml:2:23: unknown column: valu (did you mean value?)\n"
        "  2 | filter: value > 3 AND valu < 5\n"
        "    |                       ^^^^\n");
  CHECK(complaints_of(source + "transform:\n  a: UPPER(key)\n  b: \"LOWER(kee)\"\n") ==
        "4:13 unknown column: kee (did you mean key?)\n");
  CHECK(complaints_of(source + "filter: >\n  value > 3\n  AND kee = 'a'\n") ==
        "4:7 unknown column: kee (did you mean key?)\n");
  CHECK(complaints_of(source + "filter: value + 1\n") == "2:9 filter must be a condition (BOOLEAN), not DOUBLE\n");
}

TEST_CASE("what refers to something already broken is no second complaint") {
  CHECK(complaints_of("source: {type: stdin, columns: {key: STRNG, value: DOUBLE}, time: ts}\n"
                      "filter: key = 'a'\n"
                      "transform: {b: UPPER(key), c: b || 'x'}\n"
                      "key: c\nwindow: {tumble: 1m}\n"
                      "aggregates: {n: COUNT(b)}\n") == "1:38 not a type: STRNG (did you mean STRING?)\n");
}

TEST_CASE("sinks are checked") {
  CHECK(complaints_of(source + "sink: {}\n") == "2:7 sink needs the key type\n");
  CHECK(complaints_of(source + "sink: {type: file}\n") == "2:7 sink needs the key path\n");
  CHECK(complaints_of(source + "sink: {type: file, path: ''}\n") == "2:26 path is empty\n");
  CHECK(complaints_of(source + "sink: {type: kafkaesque}\n") ==
        "2:14 type must be one of stdout, file, kafka, memory, blackhole: kafkaesque\n");
  CHECK(complaints_of(source + "sink: {type: stdout}\nsinks: [{type: stdout}]\n") ==
        "3:1 sink and sinks exclude each other\n");
  CHECK(
      complaints_of(source +
                    "sinks: [{type: stdout, name: a}, {type: file, path: x, name: a}]\nbad: {type: file, path: x}\n") ==
      "2:34 two sinks of one name: a (give it another name)\n"
      "3:6 two sinks write one file: x\n");
}

TEST_CASE("several sources must have the same columns and one listener") {
  CHECK(complaints_of("sources: []\n") == "1:10 sources is empty\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: INT}}\nsources: [{type: stdin, columns: {a: INT}}]\n") ==
        "2:1 source and sources exclude each other\n");
  CHECK(complaints_of("sources:\n"
                      "  - {type: stdin, columns: {a: INT, b: INT, c: INT}}\n"
                      "  - {type: stdin, columns: {a: INT, b: STRING, d: INT}}\n") ==
        "3:5 column b is STRING in source events_2 but INT in source events_1\n"
        "3:5 source events_2 has the column d, which source events_1 lacks\n"
        "3:5 source events_2 lacks the column c of source events_1\n");
  CHECK(complaints_of("sources:\n"
                      "  - {type: http, name: x, port: 1, columns: {a: INT}}\n"
                      "  - {type: http, name: x, port: 2, columns: {a: INT}}\n") ==
        "3:5 all http sources share one port: 1 and 2\n"
        "3:5 two sources of one name: x\n");
}
