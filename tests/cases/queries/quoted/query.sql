CREATE TABLE `order` (`select` STRING, `a b` INT) WITH ('connector' = 'filesystem', 'path' = 'input.jsonl', 'format' = 'json');
CREATE TABLE sink (x STRING, y INT) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');
INSERT INTO sink SELECT `order`.`select`, o.`a b` + 1 FROM `order` o;