CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, a INT, b DOUBLE, c BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT UPPER(k), SUM(v * 2 + 1), AVG(CAST(v AS DOUBLE)) / 2, COUNT(*) + SUM(CAST(v AS BIGINT)) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY UPPER(k), window_start, window_end;