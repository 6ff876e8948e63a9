CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, v INT, ws TIMESTAMP(3), n BIGINT, g BIGINT, gid BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, v, window_start, COUNT(*), GROUPING(k), GROUPING_ID(k, v) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end, GROUPING SETS ((k), (v), (k, v), ());