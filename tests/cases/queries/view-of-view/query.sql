CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE VIEW a AS SELECT k AS kk, v, rt FROM events WHERE v IS NOT NULL;
CREATE VIEW b (x, y, z) AS SELECT * FROM a;
INSERT INTO sink SELECT x, COUNT(*) FROM TABLE(TUMBLE(TABLE b, DESCRIPTOR(z), INTERVAL '20' SECOND)) GROUP BY x, window_start, window_end;