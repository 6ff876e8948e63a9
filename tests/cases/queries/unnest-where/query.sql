CREATE TABLE events (id INT, tags ARRAY<STRING>, rt TIMESTAMP(3), WATERMARK FOR rt AS rt) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (tag STRING, ws TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
CREATE VIEW flat AS SELECT id, tag, rt FROM events, UNNEST(tags) AS t (tag) WHERE tag <> 'x';
INSERT INTO sink SELECT tag, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE flat, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY tag, window_start, window_end;