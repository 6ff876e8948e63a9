CREATE TABLE events (id INT, tags ARRAY<STRING>) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (id INT, tag STRING, n INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT id, tag, n FROM events CROSS JOIN UNNEST(tags) WITH ORDINALITY AS t (tag, n);