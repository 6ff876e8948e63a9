CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT COUNT(*) FROM TABLE(CUMULATE(TABLE events, DESCRIPTOR(rt), INTERVAL '7' SECOND, INTERVAL '20' SECOND)) GROUP BY window_start, window_end;