// Plans as JSON and as graphs.

#include "daemon/explain/plan_dot.hpp"
#include "daemon/explain/plan_json.hpp"
#include "tests/daemon/explain_tables.hpp"
#include "tests/support/catch.hpp"

using support::picture;

TEST_CASE("the JSON of a plan has sources, stages and sinks with their inputs") {
  const auto query = "INSERT INTO shown SELECT k, COUNT(*) FROM others GROUP BY k;";
  CHECK(weir::plan_json(picture(query)) == R"~({
  "plan": "weir",
  "time_zone": "UTC",
  "sources": [
    {
      "id": "source 1",
      "name": "others",
      "connector": "file others.jsonl, json",
      "facts": [
        {
          "label": "reads",
          "text": "k STRING, ts BIGINT"
        },
        {
          "label": "skips",
          "text": "v INT"
        },
        {
          "label": "computes",
          "text": "project k, v, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt"
        },
        {
          "label": "event time",
          "text": "rt"
        },
        {
          "label": "watermark",
          "text": "rt"
        }
      ]
    }
  ],
  "stages": [
    {
      "id": "stage 1",
      "name": "groups",
      "operator": "group aggregate, without window",
      "facts": [
        {
          "label": "group by",
          "text": "k"
        },
        {
          "label": "compute",
          "text": "COUNT(*)"
        },
        {
          "label": "output",
          "text": "-U before +U"
        },
        {
          "label": "state lives",
          "text": "for ever"
        }
      ],
      "alone": false,
      "state": {
        "bytes": 64,
        "per": "key",
        "counts": "the key and its place in the table, 8 bytes of aggregates"
      },
      "inputs": [
        {
          "from": "source 1",
          "stream": "rows",
          "steps": [
            "project k"
          ],
          "keys": [
            "k"
          ],
          "time": null,
          "wall_clock": false
        }
      ]
    }
  ],
  "sinks": [
    {
      "id": "sink 1",
      "name": "shown",
      "connector": "stdout, json",
      "facts": [
        {
          "label": "writes",
          "text": "op CHAR(2) NOT NULL, k STRING, n BIGINT NOT NULL"
        }
      ],
      "inputs": [
        {
          "from": "stage 1",
          "stream": "rows",
          "steps": [
            "project k, COUNT(*) AS EXPR$1, $kind",
            "project k, EXPR$1 AS n, $kind",
            "project CASE WHEN ($kind = 0) THEN '+I' WHEN ($kind = 1) THEN '-U' WHEN ($kind = 2) THEN '+U' ELSE '-D' END AS op, k, n"
          ]
        }
      ]
    }
  ]
}
)~");
}

TEST_CASE("the graph of a plan has a node a part and an edge an input, with quotes escaped and long lines cut") {
  const auto query =
      "INSERT INTO shown SELECT l.k, CAST(r.v AS BIGINT) FROM events l JOIN others r ON l.k = r.k "
      "AND l.k <> 'a\"b' AND l.k <> 'ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ';";
  CHECK(weir::plan_dot(picture(query)) == R"(digraph "weir" {
  rankdir=BT;
  node [fontname="monospace", fontsize=10];
  edge [fontname="monospace", fontsize=9];
  "source 1" [shape=cylinder, label="source 1: events\lfile in.jsonl, json\lreads: k STRING, v INT, w INT, ts BIGINT\lcomputes: project k, v, w, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt\levent time: rt\lwatermark: (rt - INTERVAL '+0 00:00:05.000' DAY TO SECOND)\lrows from the future: bad beyond 1h\l"];
  "source 2" [shape=cylinder, label="source 2: others\lfile others.jsonl, json\lreads: k STRING, v INT, ts BIGINT\lcomputes: project k, v, ts, TO_TIMESTAMP_LTZ(ts, 3) AS rt\levent time: rt\lwatermark: rt\l"];
  "stage 1" [shape=box, label="stage 1\ljoin: inner, without bounds\lequal: left.k = right.k\land: ((k <> 'a\"b') AND (k <> 'ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ…\lstate lives: for ever\lstate: about 93 bytes per row kept\l"];
  "sink 1" [shape=note, label="sink 1: shown\lstdout, json\lwrites: k STRING, n BIGINT\l"];
  "source 1" -> "stage 1" [label="left\lby k\l"];
  "source 2" -> "stage 1" [label="right\lby k\l"];
  "stage 1" -> "sink 1" [label="project k, v AS EXPR$1\lproject k, EXPR$1 AS n\l"];
}
)");
}
