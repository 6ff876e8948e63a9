CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (ws TIMESTAMP(3), we TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT window_start, window_end, COUNT(*) FROM TABLE(SESSION(TABLE events, DESCRIPTOR(rt), INTERVAL '1' SECOND)) GROUP BY window_start, window_end;