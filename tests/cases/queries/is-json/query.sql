CREATE TABLE events (s STRING) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (s STRING, a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, e BOOLEAN, f BOOLEAN, g BOOLEAN) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT s, s IS JSON, s IS JSON VALUE, s IS JSON SCALAR, s IS JSON ARRAY, s IS JSON OBJECT, s IS NOT JSON, s IS NOT JSON ARRAY FROM events;
