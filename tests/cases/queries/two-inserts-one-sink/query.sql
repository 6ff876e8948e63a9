CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
EXECUTE STATEMENT SET BEGIN INSERT INTO sink SELECT k FROM events WHERE v > 5; INSERT INTO sink SELECT 'q' FROM events WHERE v <= 5; END;