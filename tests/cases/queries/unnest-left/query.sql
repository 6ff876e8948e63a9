CREATE TABLE events (id INT, tags ARRAY<STRING>, m MAP<STRING, INT>, r ARRAY<ROW<a INT, b STRING>>) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (id INT, tag STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT id, tag FROM events LEFT JOIN UNNEST(tags) AS t (tag) ON TRUE;