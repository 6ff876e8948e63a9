// Plans as trees for the terminal.

#include "tests/daemon/explain_tables.hpp"
#include "tests/support/catch.hpp"

using support::picture;

namespace {

std::string text(const std::string& query) { return weir::plan_text(picture(query)); }

} // namespace

TEST_CASE("a plan is a tree from the sink down to the source, with keys, windows and state") {
  CHECK(text("INSERT INTO shown SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), "
             "INTERVAL '1' MINUTE)) WHERE v > 3 GROUP BY k, window_start, window_end;") == R"(plan weir, time zone UTC
sink shown: stdout, json
│  writes: k STRING, n BIGINT
└─ project k, EXPR$1 AS n
   └─ project k, COUNT(*) AS EXPR$1
      └─ stage 1: window aggregate: TUMBLE 1m
         │  group by: k
         │  compute: COUNT(*)
         │  state: about 64 bytes per key and open window: the key and its place in the table, 8 bytes of aggregates
         └─ exchange by k, time window_start
            └─ project k, window_start
               └─ filter (v > 3)
                  └─ assign windows TUMBLE 1m by rt (left to the aggregation)
                     └─ source events: file in.jsonl, json
                           reads: k STRING, v INT, ts BIGINT
                           skips: w INT
                           computes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
                           event time: rt
                           watermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)
                           rows from the future: bad beyond 1h
)");
}

TEST_CASE("a source that two statements read is written out once") {
  CHECK(text("INSERT INTO shown SELECT k, CAST(v AS BIGINT) FROM events;"
             "INSERT INTO shown SELECT k, CAST(v AS BIGINT) FROM events WHERE v = 1;") == R"(plan weir, time zone UTC
sink shown: stdout, json
│  writes: k STRING, n BIGINT
├─ project k, EXPR$1 AS n
│  └─ project k, v AS EXPR$1
│     └─ source events: file in.jsonl, json
│           reads: k STRING, v INT, ts BIGINT
│           skips: w INT
│           computes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
│           event time: rt
│           watermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)
│           rows from the future: bad beyond 1h
└─ project k, EXPR$1 AS n
   └─ project k, v AS EXPR$1
      └─ filter (v = 1)
         └─ source events (see above)
)");
}

TEST_CASE("rows set aside, unnested and multiplied are told on their edges") {
  CHECK(text(R"(INSERT INTO shown SELECT reason, 1 FROM `events$late`;)") == R"(plan weir, time zone UTC
sink shown: stdout, json
│  writes: k STRING, n BIGINT
└─ project reason AS k, EXPR$1 AS n
   └─ project reason, 1 AS EXPR$1
      └─ late rows of
         └─ source events: file in.jsonl, json
               reads: ts BIGINT
               skips: k STRING, v INT, w INT
               computes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
               event time: rt
               watermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)
               rows from the future: bad beyond 1h
)");
  CHECK(text(R"(INSERT INTO shown SELECT k, CAST(e AS BIGINT) FROM events CROSS JOIN UNNEST(ARRAY[v, w]) AS t (e);)") ==
        R"(plan weir, time zone UTC
sink shown: stdout, json
│  writes: k STRING, n BIGINT
└─ project k, EXPR$1 AS n
   └─ project k, e AS EXPR$1
      └─ unnest ARRAY[v, w]
         └─ source events: file in.jsonl, json
               reads: k STRING, v INT, w INT, ts BIGINT
               computes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
               event time: rt
               watermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)
               rows from the future: bad beyond 1h
)");
  CHECK(
      text(
          R"(INSERT INTO shown SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' MINUTE)) GROUP BY GROUPING SETS ((window_start, window_end, k), (window_start, window_end));)") ==
      R"(plan weir, time zone UTC
sink shown: stdout, json
│  writes: k STRING, n BIGINT
└─ project k, EXPR$1 AS n
   └─ project k, COUNT(*) AS EXPR$1
      └─ stage 1: window aggregate: TUMBLE 1m
         │  group by: k, $grouping
         │  compute: COUNT(*)
         │  state: about 80 bytes per key and open window: the key and its place in the table, 8 bytes of aggregates
         └─ exchange by k, $grouping, time window_start
            └─ once per grouping set: (k), ()
               └─ project k, window_start
                  └─ assign windows TUMBLE 1m by rt (left to the aggregation)
                     └─ source events: file in.jsonl, json
                           reads: k STRING, ts BIGINT
                           skips: v INT, w INT
                           computes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
                           event time: rt
                           watermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)
                           rows from the future: bad beyond 1h
)");
}

TEST_CASE("EXPLAIN answers with the plan of its statement alone") {
  auto made =
      support::planned(support::explained_tables +
                       "INSERT INTO shown SELECT k, 1 FROM others; EXPLAIN PLAN FOR SELECT k FROM others WHERE v > 1;");
  CHECK(made.take_answers().at(0) == R"(plan weir, time zone UTC
sink select: stdout, json
│  writes: k STRING
└─ project k
   └─ filter (v > 1)
      └─ source others: file others.jsonl, json
            reads: k STRING, v INT, ts BIGINT
            computes: project k, v, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt
            event time: rt
            watermark: rt
)");
}
