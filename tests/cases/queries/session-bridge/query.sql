CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), we TIMESTAMP(3), n BIGINT, total INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, window_start, window_end, COUNT(*), SUM(v) FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(rt), INTERVAL '4' SECOND)) GROUP BY k, window_start, window_end;