CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, x INT, y INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT a.k, a.v, b.v FROM events a JOIN events b ON a.k = b.k AND b.rt BETWEEN a.rt AND a.rt + INTERVAL '3' SECOND AND a.ts < b.ts;