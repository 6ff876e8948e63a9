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
CREATE TABLE sink (k STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT l.k FROM (SELECT * FROM TABLE(TUMBLE(TABLE a, DESCRIPTOR(rt), INTERVAL '10' SECOND))) l LEFT JOIN (SELECT * FROM TABLE(TUMBLE(TABLE b, DESCRIPTOR(rt), INTERVAL '20' SECOND))) r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end;