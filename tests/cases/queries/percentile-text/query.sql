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
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), a DOUBLE) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, window_start, PERCENTILE(s, 0.5)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' SECOND))
GROUP BY k, window_start, window_end;
