CREATE TABLE events (k STRING) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json', 'jsonn.x' = '1');
CREATE TABLE sink (k STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k FROM events;