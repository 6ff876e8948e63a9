CREATE TABLE lefts (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE rights (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input2.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, v INT, ws TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, v, window_start FROM (SELECT * FROM TABLE(TUMBLE(TABLE lefts, DESCRIPTOR(rt), INTERVAL '10' SECOND))) l
WHERE NOT EXISTS (SELECT * FROM (SELECT * FROM TABLE(TUMBLE(TABLE rights, DESCRIPTOR(rt), INTERVAL '10' SECOND))) r WHERE l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end);