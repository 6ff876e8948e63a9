CREATE TABLE events (f STRING, s STRING, i INT) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (f STRING, a STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT f, PRINTF('%s|%d|%5.2f|%05d|%x|%-6s|%+d|%,d|%%', s, i, 3.14159e0, i, i, s, i, 1234567) FROM events;
