CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT COUNT(*) FROM TABLE(TUMBLE((SELECT k, CAST(rt AS TIMESTAMP(3)) AS rt FROM events), DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end;