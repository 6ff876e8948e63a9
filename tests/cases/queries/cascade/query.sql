CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (ws TIMESTAMP(3), we TIMESTAMP(3), n BIGINT, m BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE VIEW small AS SELECT k, window_time AS wt, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end, window_time;
INSERT INTO sink SELECT window_start, window_end, SUM(n), MAX(n) FROM TABLE(TUMBLE(TABLE small, DESCRIPTOR(wt), INTERVAL '30' SECOND)) GROUP BY window_start, window_end;