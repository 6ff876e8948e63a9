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
CREATE TABLE sink (lk STRING, rk STRING, lv INT, rv INT, lws TIMESTAMP(3), rws TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT l.k, r.k, l.v, r.v, l.window_start, r.window_start
FROM (SELECT * FROM TABLE(TUMBLE(TABLE lefts, DESCRIPTOR(rt), INTERVAL '10' SECOND))) l FULL JOIN (SELECT * FROM TABLE(TUMBLE(TABLE rights, DESCRIPTOR(rt), INTERVAL '10' SECOND))) r
ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end AND l.v < r.v + 5;