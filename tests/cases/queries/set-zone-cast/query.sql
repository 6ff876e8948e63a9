SET 'table.local-time-zone' = 'America/New_York';
CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (a STRING, b TIMESTAMP(3), c DATE) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT CAST(rt AS STRING), CAST(rt AS TIMESTAMP(3)), CAST(rt AS DATE) FROM events;