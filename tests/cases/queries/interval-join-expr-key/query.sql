CREATE TABLE a (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE b (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input2.jsonl', 'format' = 'json');
CREATE TABLE sink (x STRING, y INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT a.k, b.v FROM a JOIN b ON UPPER(a.k) = UPPER(b.k) AND a.v = b.v + 1 AND a.rt BETWEEN b.rt - INTERVAL '9' SECOND AND b.rt + INTERVAL '9' SECOND;