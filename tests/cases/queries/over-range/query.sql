CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, v INT, n BIGINT, s INT, lo INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, v, COUNT(*) OVER w, SUM(v) OVER w, MIN(v) OVER w FROM events WINDOW w AS (PARTITION BY k ORDER BY rt RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW);