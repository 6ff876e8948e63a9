CREATE TABLE events (id INT, r ARRAY<ROW<a INT, b STRING>>) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (id INT, a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT id, a, b FROM events LEFT JOIN UNNEST(r) AS t (a, b) ON TRUE;