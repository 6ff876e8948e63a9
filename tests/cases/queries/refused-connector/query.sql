CREATE TABLE events (k STRING) WITH ('connector' = 'nosuch');
CREATE TABLE sink (k STRING) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT k FROM events;