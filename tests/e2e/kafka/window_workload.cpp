#include "tests/e2e/kafka/window_workload.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include <fmt/format.h>

namespace e2e {

std::vector<event> make_events(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<event> made;
  made.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    made.push_back({"key-" + std::to_string(random() % 50), static_cast<std::int64_t>(random() % 1000),
                    1'700'000'000'000 + static_cast<std::int64_t>(i) * 5 - static_cast<std::int64_t>(random() % 1500)});
  return made;
}

std::vector<event> ending(const std::vector<event>& events, int partitions) {
  auto latest = events.front().time_ms;
  for (const auto& one : events) latest = std::max(latest, one.time_ms);
  return std::vector<event>(static_cast<std::size_t>(partitions), event{"end", 0, latest + 3'600'000});
}

void write(const topic_client& client, const std::string& topic, const std::vector<event>& events, int partitions,
           bool each) {
  std::vector<sent_record> records;
  for (std::size_t i = 0; i < events.size(); ++i)
    records.push_back({events[i].key,
                       fmt::format(R"({{"k":"{}","v":{},"ts":{}}})", events[i].key, events[i].value, events[i].time_ms),
                       each ? static_cast<std::int32_t>(i % static_cast<std::size_t>(partitions)) : -1});
  client.write(topic, records);
}

std::vector<std::string> expected(const std::vector<event>& events) {
  std::map<std::pair<std::int64_t, std::string>, std::pair<std::int64_t, std::int64_t>> windows;
  for (const auto& one : events) {
    auto& window = windows[{one.time_ms / 10'000 * 10'000, one.key}];
    ++window.first;
    window.second += one.value;
  }
  std::vector<std::string> made;
  for (const auto& [place, sums] : windows)
    made.push_back(
        fmt::format(R"({{"k":"{}","s":{},"n":{},"t":{}}})", place.second, place.first / 1000, sums.first, sums.second));
  std::ranges::sort(made);
  return made;
}

std::string query(const std::string& address, const std::string& name, const std::string& guarantee,
                  const std::string& source_options) {
  return fmt::format(R"(
SET 'execution.checkpointing.interval' = '200 ms';
SET 'table.local-time-zone' = 'UTC';
CREATE TABLE events (k STRING, v BIGINT, ts BIGINT, event_time AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR event_time AS event_time - INTERVAL '2' SECOND)
WITH ('connector' = 'kafka', 'topic' = '{1}-in', 'properties.bootstrap.servers' = '{0}', 'properties.group.id' = '{1}',
      'scan.startup.mode' = 'earliest-offset', 'value.format' = 'json'{3});
CREATE TABLE windows (k STRING, s BIGINT, n BIGINT, t BIGINT)
WITH ('connector' = 'kafka', 'topic' = '{1}-out', 'properties.bootstrap.servers' = '{0}', 'key.format' = 'json', 'key.fields' = 'k',
      'value.format' = 'json', 'sink.delivery-guarantee' = '{2}', 'sink.transactional-id-prefix' = '{1}');
INSERT INTO windows
SELECT k, CAST(TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', window_start) AS BIGINT), COUNT(*), SUM(v)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(event_time), INTERVAL '10' SECOND))
GROUP BY k, window_start, window_end;
)",
                     address, name, guarantee, source_options);
}

int wanted(const char* name, int unset) {
  const char* const value = std::getenv(name);
  return value == nullptr ? unset : std::atoi(value);
}

std::string difference(const std::vector<std::string>& got, const std::vector<std::string>& right) {
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::ranges::set_difference(right, got, std::back_inserter(missing));
  std::ranges::set_difference(got, right, std::back_inserter(extra));
  std::string made = fmt::format("{} missing, {} extra", missing.size(), extra.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(5, missing.size()); ++i) made += "\n- " + missing[i];
  for (std::size_t i = 0; i < std::min<std::size_t>(5, extra.size()); ++i) made += "\n+ " + extra[i];
  return made;
}

} // namespace e2e
