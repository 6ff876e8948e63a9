-- The speed of road traffic: for each sensor and hour how many readings, the mean and the greatest; and the 3 busiest
-- sensors of each hour. Runs as it is: weir run examples/traffic.sql
CREATE TABLE readings (
  key STRING,
  `value` DOUBLE,
  ts DOUBLE,
  rt AS TO_TIMESTAMP_LTZ(CAST(ts * 1000 AS BIGINT), 3),
  WATERMARK FOR rt AS rt - INTERVAL '5' MINUTE
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/traffic.ndjson',
  'format' = 'json'
);

CREATE VIEW hours AS
SELECT key, window_start, window_end, COUNT(*) AS readings_, AVG(`value`) AS mean, MAX(`value`) AS greatest
FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(rt), INTERVAL '1' HOUR))
GROUP BY key, window_start, window_end;

SELECT key, window_start, readings_, mean, greatest FROM hours WHERE mean > 60;

SELECT key, window_start, readings_, place FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY readings_ DESC, key) AS place FROM hours
) WHERE place <= 3;
