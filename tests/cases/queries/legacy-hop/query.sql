CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), we TIMESTAMP(3), n BIGINT, total INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, HOP_START(rt, INTERVAL '4' SECOND, INTERVAL '10' SECOND), HOP_END(rt, INTERVAL '4' SECOND, INTERVAL '10' SECOND), COUNT(*), SUM(v) FROM events GROUP BY k, HOP(rt, INTERVAL '4' SECOND, INTERVAL '10' SECOND);