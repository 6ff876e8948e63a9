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
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), a STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, window_start, JSON_ARRAYAGG(v)
FROM TABLE(HOP(TABLE events, DESCRIPTOR(rt), INTERVAL '5' SECOND, INTERVAL '10' SECOND))
GROUP BY k, window_start, window_end;
