CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, v INT, ws TIMESTAMP(3), we TIMESTAMP(3), wt TIMESTAMP_LTZ(3)) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, v, window_start, window_end, window_time FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(rt), INTERVAL '4' SECOND));