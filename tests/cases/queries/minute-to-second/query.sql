CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), we TIMESTAMP(3), n BIGINT, total INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, window_start, window_end, COUNT(*), SUM(v) FROM TABLE(HOP(DATA => TABLE events, TIMECOL => DESCRIPTOR(rt), SLIDE => INTERVAL '00:05' MINUTE TO SECOND, SIZE => INTERVAL '00:10' MINUTE TO SECOND)) GROUP BY k, window_start, window_end;