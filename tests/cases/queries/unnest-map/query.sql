CREATE TABLE events (id INT, m MAP<STRING, INT>) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (id INT, k STRING, v INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT id, mk, mv FROM events CROSS JOIN UNNEST(m) AS t (mk, mv);