CREATE TABLE sink (a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT 1 + 1, 'x' || 'y';