CREATE TABLE events (f STRING, s STRING, i INT) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (f STRING, a STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT f, PRINTF(f, s, i) FROM events;
