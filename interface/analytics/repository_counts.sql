-- How many events each repository had, per 5 minutes: which ones are busy now.
CREATE TABLE events (
  source STRING,
  event_id STRING,
  event_type STRING,
  entity_id STRING,
  entity_name STRING,
  event_time BIGINT,
  rt AS TO_TIMESTAMP_LTZ(event_time, 3),
  WATERMARK FOR rt AS rt - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'events-normalized',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'repository-counts',
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
  'sink.transactional-id-prefix' = 'repository-counts',
  'properties.transaction.timeout.ms' = '600000'
);

INSERT INTO analytics
SELECT 'repository_events', entity_name, window_start, window_end, COUNT(*)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '5' MINUTE))
WHERE entity_name IS NOT NULL
GROUP BY entity_name, window_start, window_end;
