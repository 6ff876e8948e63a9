// Every operator has words for what it does and an estimate of its state.

#include "tests/daemon/explain_tables.hpp"
#include "tests/support/catch.hpp"

using support::picture;

namespace {

/// The stages alone: title, facts, state.
std::string stages(const std::string& query) {
  std::string made;
  for (const auto& node : picture(query).nodes) {
    if (node.kind != weir::picture_kind::stage) continue;
    made += node.title + "\n";
    for (const auto& fact : node.facts) made += "  " + fact.label + ": " + fact.text + "\n";
    made += "  " + std::to_string(node.state->bytes) + " per " + node.state->per + ": " + node.state->counts + "\n";
    if (node.alone) made += "  alone\n";
  }
  return made;
}

} // namespace

TEST_CASE("windows that slide, grow and follow the rows tell their sizes") {
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, COUNT(DISTINCT v) FROM TABLE(HOP(TABLE events, DESCRIPTOR(rt), INTERVAL '1' MINUTE, INTERVAL '1' HOUR)) GROUP BY k, window_start, window_end;)") ==
      R"(window aggregate: HOP 1h every 1m
  group by: k
  compute: COUNT(DISTINCT v)
  80 per key and slice: the key and its place in the table, 24 bytes of aggregates; on top: texts and the values of DISTINCT, about 24 bytes each; a slice is 1m, a window has 60 of them
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, SUM(CAST(v AS BIGINT)) FILTER (WHERE w > 1) FROM TABLE(CUMULATE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' HOUR, INTERVAL '1' DAY)) GROUP BY k, window_start, window_end;)") ==
      R"(window aggregate: CUMULATE up to 1d in steps of 1h
  group by: k
  compute: SUM(CAST(v AS BIGINT)) FILTER (WHERE (w > 1))
  80 per key and slice: the key and its place in the table, 24 bytes of aggregates; a slice is 1h, a window has 24 of them
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, COUNT(*) FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(rt), INTERVAL '30' SECOND)) GROUP BY k, window_start, window_end;)") ==
      R"(window aggregate: SESSION gap 30s
  group by: k
  compute: COUNT(*)
  112 per key and open session: the key and its place in the table, 8 bytes of aggregates, the session's bounds
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, 1 FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(rt), INTERVAL '30' SECOND)) WHERE window_start < window_end;)") ==
      R"(rows of sessions: SESSION gap 30s
  partition by: k
  93 per row of an open session: the row of 93 bytes
)");
}

TEST_CASE("a window in a zone says whose clock it follows") {
  CHECK(
      stages(
          R"(SET 'table.local-time-zone' = 'Europe/Berlin'; INSERT INTO shown SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' DAY, INTERVAL '6' HOUR)) GROUP BY k, window_start, window_end;)") ==
      R"(window aggregate: TUMBLE 1d, offset 6h on the clock of Europe/Berlin
  group by: k
  compute: COUNT(*)
  64 per key and open window: the key and its place in the table, 8 bytes of aggregates
)");
}

TEST_CASE("ranks tell their bounds, their order and how long their state lives") {
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, rn FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, w) AS rn FROM events) WHERE rn <= 3;)") ==
      R"(rank: rows 1 to 3
  partition by: $rank0
  order by: $rank1 DESC, $rank2 ASC
  state lives: for ever
  407 per key: rows of 117 bytes, 3 of them, the key and its place in the table
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, CAST(v AS BIGINT) FROM (SELECT k, v, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS rn FROM events) WHERE rn = 1;)") ==
      R"(rank: row 1
  partition by: $rank0
  order by: $rank1 DESC
  ties: the later row wins
  state lives: for ever
  173 per key: a row of 117 bytes, the key and its place in the table
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, rn FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY v) AS rn FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' MINUTE))) WHERE rn <= 2;)") ==
      R"(window rank: rows 1 to 2
  window: $rank0 to $rank1
  order by: $rank2 ASC
  222 per key and open window: rows of 91 bytes, 2 of them, the key and its place in the table
  alone
)");
}

TEST_CASE("OVER tells its frame and its calls") {
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, SUM(CAST(v AS BIGINT)) OVER (PARTITION BY k ORDER BY rt RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW) FROM events;)") ==
      R"(over: RANGE BETWEEN 1m PRECEDING AND CURRENT ROW
  partition by: k
  order by: rt
  compute: SUM(CAST(v AS BIGINT))
  102 per row kept: rows that wait for the watermark or are in a frame, of 102 bytes; on top, per key: 56 bytes
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT k, CAST(LAG(v, 2) OVER (PARTITION BY k ORDER BY rt) AS BIGINT) FROM events;)") ==
      R"(over: RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  partition by: k
  order by: rt
  compute: LAG(v, 2)
  93 per row kept: rows that wait for the watermark or are in a frame, of 93 bytes; on top, per key: 56 bytes
)");
  CHECK(stages(R"(SELECT k, v, rt FROM events ORDER BY rt, v DESC;)") == R"(sort by event time
  order by: rt ASC, v DESC
  75 per row kept: rows that wait for the watermark, of 75 bytes
  alone
)");
}

TEST_CASE("joins tell what meets, and for how long") {
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT l.k, CAST(r.v AS BIGINT) FROM events l LEFT JOIN others r ON l.k = r.k AND l.v < r.v AND r.rt BETWEEN l.rt - INTERVAL '1' SECOND AND l.rt + INTERVAL '2' SECOND;)") ==
      R"(interval join: left outer
  equal: left.k = right.k
  and: (v < v)
  bounds: right.rt BETWEEN left.rt - 1s AND left.rt + 2s
  93 per row kept: left rows of 93 bytes, right rows of 84 bytes, for 3s of event time
)");
  CHECK(stages(R"(INSERT INTO shown SELECT l.k, CAST(r.v AS BIGINT) FROM events l JOIN others r ON l.k = r.k;)") ==
        R"(join: inner, without bounds
  equal: left.k = right.k
  state lives: for ever
  93 per row kept: left rows of 93 bytes, right rows of 84 bytes, for ever
)");
  CHECK(
      stages(
          R"(SET 'table.exec.state.ttl' = '1 h'; INSERT INTO shown SELECT l.k, CAST(r.v AS BIGINT) FROM events l FULL JOIN others r ON l.k IS NOT DISTINCT FROM r.k;)") ==
      R"(join: full outer, without bounds
  equal: left.k IS NOT DISTINCT FROM right.k
  state lives: 1h after its last use
  93 per row kept: left rows of 93 bytes, right rows of 84 bytes, for 1h
)");
  CHECK(
      stages(
          R"(INSERT INTO shown SELECT l.k, CAST(r.v AS BIGINT) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' MINUTE)) l JOIN TABLE(TUMBLE(TABLE others, DESCRIPTOR(rt), INTERVAL '1' MINUTE)) r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end;)") ==
      R"(window join: inner
  equal: left.k = right.k
  left window: window_start to window_end
  right window: window_start to window_end
  118 per row kept: left rows of 118 bytes, right rows of 109 bytes, until their window ends
)");
}

TEST_CASE("groups without a window tell that they change") {
  CHECK(stages(R"(INSERT INTO shown SELECT k, COUNT(*) FROM events GROUP BY k;)") == R"(group aggregate, without window
  group by: k
  compute: COUNT(*)
  output: -U before +U
  state lives: for ever
  64 per key: the key and its place in the table, 8 bytes of aggregates
)");
  CHECK(stages(R"(INSERT INTO shown SELECT DISTINCT k, CAST(v AS BIGINT) FROM events;)") == R"(distinct rows
  group by: k, EXPR$1
  output: -U before +U
  state lives: for ever
  80 per key: the key and its place in the table, 8 bytes of aggregates
)");
  CHECK(stages(R"(INSERT INTO shown SELECT LISTAGG(k, '; '), COUNT(*) FROM events;)") ==
        R"(group aggregate, without window
  compute: LISTAGG(k, '; '), COUNT(*)
  output: -U before +U
  state lives: for ever
  64 per key: the key and its place in the table, 24 bytes of aggregates; on top: texts and the values of DISTINCT, about 24 bytes each
  alone
)");
}
