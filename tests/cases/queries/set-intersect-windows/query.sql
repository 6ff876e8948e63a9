CREATE TABLE a (k STRING, v INT, ts BIGINT, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE b (k STRING, v INT, ts BIGINT, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt) WITH ('connector' = 'filesystem', 'path' = 'input2.jsonl', 'format' = 'json');
CREATE TABLE output (k STRING, ws TIMESTAMP(3)) WITH ('connector' = 'memory');
INSERT INTO output SELECT k, window_start FROM TABLE(TUMBLE(TABLE a, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end INTERSECT SELECT k, window_start FROM TABLE(TUMBLE(TABLE b, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end;
