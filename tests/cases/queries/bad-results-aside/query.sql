-- A result that cannot be computed is a bad row, and whoever reads the table's bad rows gets it, as JSON.
CREATE TABLE events (
  k STRING,
  v INT,
  ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, share INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE TABLE refused (row_ STRING, reason STRING, source STRING) WITH ('connector' = 'filesystem', 'path' = 'output-refused', 'format' = 'json');
EXECUTE STATEMENT SET
BEGIN
INSERT INTO sink
SELECT k, 100 / SUM(v)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' SECOND))
GROUP BY k, window_start, window_end;
INSERT INTO refused SELECT text, reason, source FROM `events$bad`;
END;
