CREATE TABLE events (
  k STRING,
  v INT,
  d DOUBLE,
  s STRING,
  t STRING,
  f BOOLEAN,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, a ARRAY<INT>) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, ARRAY_AGG(v) OVER (PARTITION BY k ORDER BY rt ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM events;
