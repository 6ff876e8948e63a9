-- The 10 repositories with the most events, per 5 minutes; equal counts go by name.
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
  'properties.group.id' = 'top-repositories',
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
  'sink.transactional-id-prefix' = 'top-repositories',
  'properties.transaction.timeout.ms' = '600000'
);

INSERT INTO analytics
SELECT 'top_repositories', entity_name, window_start, window_end, events_
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY events_ DESC, entity_name ASC) AS place
  FROM (
    SELECT entity_name, window_start, window_end, COUNT(*) AS events_
    FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '5' MINUTE))
    WHERE entity_name IS NOT NULL
    GROUP BY entity_name, window_start, window_end
  )
)
WHERE place <= 10;
