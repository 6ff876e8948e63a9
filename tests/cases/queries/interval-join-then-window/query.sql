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
CREATE TABLE sink (k STRING, ws TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE VIEW j AS SELECT l.k, l.rt, r.v FROM lefts l JOIN rights r ON l.k = r.k AND r.rt BETWEEN l.rt AND l.rt + INTERVAL '4' SECOND;
INSERT INTO sink SELECT k, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE j, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end;