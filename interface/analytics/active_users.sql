-- How many different users did something, per hour, in each source.
CREATE TABLE events (
  source STRING,
  event_id STRING,
  event_type STRING,
  entity_id STRING,
  entity_name STRING,
  actor_login STRING,
  event_time BIGINT,
  rt AS TO_TIMESTAMP_LTZ(event_time, 3),
  WATERMARK FOR rt AS rt - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'events-normalized',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'active-users',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json',
  'json.ignore-parse-errors' = 'true'
);

CREATE TABLE analytics (
  metric STRING,
  metric_key STRING,
  window_start TIMESTAMP(3),
  window_end TIMESTAMP(3),
  metric_value BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'events-analytics',
  'properties.bootstrap.servers' = 'localhost:9092',
  'key.format' = 'json',
  'key.fields' = 'metric_key',
  'value.format' = 'json',
  'sink.delivery-guarantee' = 'exactly-once',
  'sink.transactional-id-prefix' = 'active-users',
  'properties.transaction.timeout.ms' = '600000'
);

INSERT INTO analytics
SELECT 'active_users', source, window_start, window_end, COUNT(DISTINCT actor_login)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' HOUR))
WHERE source IS NOT NULL
GROUP BY source, window_start, window_end;
