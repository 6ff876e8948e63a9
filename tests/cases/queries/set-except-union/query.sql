CREATE TABLE a (k STRING, v INT, ts BIGINT, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE b (k STRING, v INT, ts BIGINT, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt) WITH ('connector' = 'filesystem', 'path' = 'input2.jsonl', 'format' = 'json');
CREATE TABLE output (k STRING) WITH ('connector' = 'memory');
INSERT INTO output (SELECT k FROM a WHERE v > 1 UNION ALL SELECT k FROM b WHERE v = 1) EXCEPT SELECT k FROM b WHERE v = 3 INTERSECT SELECT k FROM a;
