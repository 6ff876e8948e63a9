CREATE TABLE events (a TIMESTAMP(3), b TIMESTAMP(3), c TIMESTAMP(3), d TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (o BOOLEAN, p BOOLEAN) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT (TIME '02:55:00', INTERVAL '1' HOUR) OVERLAPS (TIME '03:30:00', INTERVAL '2' HOUR), (TIME '09:00:00', TIME '10:00:00') OVERLAPS (TIME '10:15:00', INTERVAL '3' HOUR) FROM events;
