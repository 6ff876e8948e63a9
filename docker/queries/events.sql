-- Every closed window of topic `events` ({"key", "value", "ts"}, ts in seconds) on stdout: per key and minute.
CREATE TABLE events (
  `key` STRING,
  `value` DOUBLE,
  ts DOUBLE,
  event_time AS TO_TIMESTAMP_LTZ(CAST(ts * 1000 AS BIGINT), 3),
  WATERMARK FOR event_time AS event_time - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'events',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'weir-runner',
  'properties.auto.offset.reset' = 'earliest',
  'scan.topic-partition-discovery.interval' = '10 s',
  'format' = 'json'
);

CREATE TABLE closed (
  `key` STRING,
  window_start TIMESTAMP(3),
  window_end TIMESTAMP(3),
  `count` BIGINT,
  `sum` DOUBLE,
  `min` DOUBLE,
  `max` DOUBLE,
  average DOUBLE
) WITH ('connector' = 'print', 'format' = 'json');

INSERT INTO closed
SELECT `key`, window_start, window_end, COUNT(*), SUM(`value`), MIN(`value`), MAX(`value`), AVG(`value`)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(event_time), INTERVAL '1' MINUTE))
GROUP BY `key`, window_start, window_end;
