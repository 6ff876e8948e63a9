-- Every closed window of the analytics, as a document of the search store: what the dashboards read.
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
  'properties.group.id' = 'analytics-index',
  'properties.auto.offset.reset' = 'earliest',
  'properties.isolation.level' = 'read_committed',
  'format' = 'json'
);

CREATE TABLE analytics_index (
  metric STRING,
  metric_key STRING,
  window_start TIMESTAMP(3),
  window_end TIMESTAMP(3),
  metric_value BIGINT,
  PRIMARY KEY (metric, metric_key, window_start) NOT ENFORCED
) WITH (
  'connector' = 'opensearch',
  'hosts' = 'http://opensearch:9200',
  'index' = 'analytics-{window_start|yyyy-MM-dd}'
);

INSERT INTO analytics_index SELECT metric, metric_key, window_start, window_end, metric_value FROM analytics;
