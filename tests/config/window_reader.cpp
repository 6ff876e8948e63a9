#include "config/window_reader.hpp"

#include "tests/config/complaint_text.hpp"
#include "tests/support/catch.hpp"

using tests::complaints_of;
using tests::grouped;
using tests::source;

TEST_CASE("a window is of exactly one kind with its lengths") {
  const auto with = [](const std::string& rest) {
    return complaints_of(source + "window: " + rest + "\naggregates: {n: COUNT(*)}\n");
  };
  CHECK(with("{}") == "2:9 window needs one of tumble, hop, session, cumulate\n");
  CHECK(with("1m") == "2:9 window must be a mapping (key: value): 1m\n");
  CHECK(with("{tumble: 1m, hop: {size: 1m, slide: 10s}}") == "2:22 a window is of one kind: tumble and hop\n");
  CHECK(with("{hop: {size: 1m}}") == "2:15 hop needs the key slide\n");
  CHECK(with("{hop: {size: 1m, slide: 2m}}") ==
        "2:33 the slide of a hop window must not be longer than its size: 2m and 1m\n");
  CHECK(with("{cumulate: {size: 1m, step: 7s}}") ==
        "2:37 the step of a cumulate window must divide its size: 7s and 1m\n");
  CHECK(with("{session: {gap: [1]}}") == "2:25 gap must be a duration such as 5s: a list\n");
  CHECK(with("{session: soon}") == "2:19 session: not a duration: soon (write 500ms, 5s, 1m, 2h, 1d or 1h30m)\n");
  CHECK(with("{tumble: 1m, ofset: 1s}") ==
        "2:22 unknown key in window: ofset (did you mean offset? allowed: cumulate, hop, offset, session, time_zone, "
        "tumble)\n");
}

TEST_CASE("keys and aggregates are checked") {
  const auto with = [](const std::string& rest) { return complaints_of(source + rest); };
  CHECK(with("key: kee\nwindow: {tumble: 1m}\naggregates: {n: COUNT(*)}\n") ==
        "2:6 unknown column: kee (did you mean key?)\n");
  CHECK(with("key: UPPER(key)\nwindow: {tumble: 1m}\naggregates: {n: COUNT(*)}\n") ==
        "2:6 unknown column: UPPER(key) (write {name: expression} to group by an expression)\n");
  CHECK(with("key: [[key]]\nwindow: {tumble: 1m}\naggregates: {n: COUNT(*)}\n") ==
        "2:7 a key is a column or {name: expression}\n");
  CHECK(with("key: [key, {key: UPPER(key)}]\nwindow: {tumble: 1m}\naggregates: {n: COUNT(*)}\n") ==
        "2:18 two keys of one name: key\n");
  CHECK(complaints_of(grouped) == "3:9 window needs aggregates (add aggregates: {count: COUNT(*)})\n");
  CHECK(complaints_of(grouped + "aggregates: [a]\n") ==
        "4:13 aggregates must be a mapping of names to aggregates (total: SUM(value))\n");
  CHECK(complaints_of(grouped + "aggregates: {key: COUNT(*), window_end: COUNT(*)}\n") ==
        "4:14 the name is taken by a key or the window: key\n"
        "4:29 the name is taken by a key or the window: window_end\n");
  CHECK(
      complaints_of(grouped +
                    "aggregates: {a: SUM(key), b: value, c: SUM(COUNT(*)), d: SUMM(value), e: SUM(valu)}\n") ==
      "4:21 SUM needs a number: key is STRING\n"
      "4:30 column neither grouped nor aggregated: value (make it a key, or take MAX(value), FIRST_VALUE(value) ...)\n"
      "4:44 an aggregate inside an aggregate: COUNT(*) (it stands in SUM)\n"
      "4:58 unknown function: SUMM (did you mean SUM?)\n"
      "4:78 unknown column: valu (did you mean value?)\n");
}

TEST_CASE("aggregates in their long form are checked") {
  CHECK(complaints_of(grouped + "aggregates:\n  a: {of: value}\n  b: {function: summ, of: value}\n"
                                "  c: {function: sum}\n  d: {function: sum, of: value, filter: value >}\n"
                                "  e: {function: count, off: value}\n") ==
        "5:6 aggregate a needs the key function\n"
        "6:17 unknown aggregate: SUMM (did you mean SUM?)\n"
        "7:6 aggregate c needs the key of\n"
        "8:48 expected an expression, found the end\n"
        "9:24 unknown key in aggregate e: off (did you mean of? allowed: distinct, filter, function, of, separator)\n");
  CHECK(complaints_of(grouped +
                      "aggregates:\n  a: {function: sum, of: '*'}\n  b: {function: sum, of: value, filter: value}\n") ==
        "5:17 only COUNT takes *: SUM(*)\n"
        "6:41 FILTER needs a condition: value is DOUBLE\n");
}

TEST_CASE("parts that need a window say so") {
  CHECK(complaints_of(source + "key: key\naggregates: {n: COUNT(*)}\nhaving: n > 1\nlate: {type: stdout}\n") ==
        "2:1 key needs a window (add window: {tumble: 1m})\n"
        "3:1 aggregates needs a window (add window: {tumble: 1m})\n"
        "4:1 having needs a window (add window: {tumble: 1m})\n"
        "5:7 late needs a window: without one no row is late\n");
  CHECK(complaints_of("source: {type: stdin, columns: {a: INT}}\nwindow: {tumble: 1m}\naggregates: {n: COUNT(*)}\n") ==
        "2:9 window needs an event time (add time: to the source)\n");
  CHECK(complaints_of(grouped + "select: [key]\naggregates: {n: COUNT(*)}\n") ==
        "4:9 select leaves out the event time, which the window needs: ts\n");
}

TEST_CASE("having and output see the result's columns") {
  const auto file = grouped + "aggregates: {n: COUNT(*)}\n";
  CHECK(complaints_of(file + "having: m > 1\noutput: [key, kee, {x: m}]\n") ==
        "5:9 unknown column: m (did you mean n?)\n"
        "6:15 unknown column: kee (did you mean key?)\n"
        "6:24 unknown column: m (did you mean n?)\n");
  CHECK(complaints_of(file + "having: n\n") == "5:9 having must be a condition (BOOLEAN), not BIGINT NOT NULL\n");
  CHECK(complaints_of(file + "output: [key, key]\n") == "5:15 column chosen twice in output: key\n");
}
