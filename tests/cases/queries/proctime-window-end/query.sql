CREATE TABLE events (k STRING, v INT, p AS PROCTIME()) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (k STRING, n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(p), INTERVAL '1' HOUR)) GROUP BY k, window_start, window_end;