CREATE TABLE events (a TIMESTAMP(3), b TIMESTAMP(3), c TIMESTAMP(3), d TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (a TIMESTAMP(3), c TIMESTAMP(3), o BOOLEAN) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT a, c, (a, INTERVAL '90' MINUTE) OVERLAPS (c, INTERVAL '1' HOUR) FROM events;
