CREATE TABLE sink (a INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT a FROM UNNEST(ARRAY[1, 2, 3]) AS t (a);