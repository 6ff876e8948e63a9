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
CREATE TABLE sink (k STRING, x INT, y INT, z BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE VIEW wa AS SELECT * FROM TABLE(TUMBLE(TABLE a, DESCRIPTOR(rt), INTERVAL '10' SECOND));
CREATE VIEW wb AS SELECT k, window_start, window_end, COUNT(*) AS n, MAX(v) AS m FROM TABLE(TUMBLE(TABLE b, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end;
INSERT INTO sink SELECT wa.k, wa.v, wb.m, wb.n FROM wa JOIN wb ON wa.k = wb.k AND wa.window_start = wb.window_start AND wa.window_end = wb.window_end;