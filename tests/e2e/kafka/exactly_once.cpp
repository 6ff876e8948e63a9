// Windows from topic to topic under faults: after every one of them a reader of committed records sees each window
// once, with the values that a plain count over the same rows gives. WEIR_KILLS sets how often the daemon is killed.

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"

using namespace e2e;

namespace {

struct event {
  std::string key;
  std::int64_t value = 0;
  std::int64_t time_ms = 0;
};

/// Times rise with some disorder within the declared delay of 2 s.
std::vector<event> make_events(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<event> made;
  made.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    made.push_back({"key-" + std::to_string(random() % 50), static_cast<std::int64_t>(random() % 1000),
                    1'700'000'000'000 + static_cast<std::int64_t>(i) * 5 - static_cast<std::int64_t>(random() % 1500)});
  return made;
}

/// The last rows of every partition lie so far ahead that they close all windows before; theirs never close.
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

/// What TUMBLE of 10 s with COUNT and SUM gives, as JSON texts, sorted.
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

std::string query(const std::string& address, const std::string& name, const std::string& guarantee) {
  return fmt::format(R"(
SET 'execution.checkpointing.interval' = '200 ms';
SET 'table.local-time-zone' = 'UTC';
CREATE TABLE events (k STRING, v BIGINT, ts BIGINT, event_time AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR event_time AS event_time - INTERVAL '2' SECOND)
WITH ('connector' = 'kafka', 'topic' = '{1}-in', 'properties.bootstrap.servers' = '{0}', 'properties.group.id' = '{1}',
      'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE TABLE windows (k STRING, s BIGINT, n BIGINT, t BIGINT)
WITH ('connector' = 'kafka', 'topic' = '{1}-out', 'properties.bootstrap.servers' = '{0}', 'key.format' = 'json', 'key.fields' = 'k',
      'value.format' = 'json', 'sink.delivery-guarantee' = '{2}', 'sink.transactional-id-prefix' = '{1}');
INSERT INTO windows
SELECT k, CAST(TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', window_start) AS BIGINT), COUNT(*), SUM(v)
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(event_time), INTERVAL '10' SECOND))
GROUP BY k, window_start, window_end;
)",
                     address, name, guarantee);
}

int wanted(const char* name, int unset) {
  const char* const value = std::getenv(name);
  return value == nullptr ? unset : std::atoi(value);
}

/// Only what differs, to be read.
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

} // namespace

TEST_CASE("every window is written once, however often the daemon is killed") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  constexpr int partitions = 4;
  client.make_topic("killed-in", partitions);
  client.make_topic("killed-out", 2);
  const unsigned seed = static_cast<unsigned>(wanted("WEIR_SEED", 1));
  const int kills = wanted("WEIR_KILLS", 25);
  const auto events = make_events(200'000, seed);
  const auto right = expected(events);
  std::mt19937 random(seed);
  weir_runs weir(query(cluster.address(), "killed", "exactly-once"));
  const auto per_kill = events.size() / static_cast<std::size_t>(kills);
  for (int i = 0; i < kills; ++i) {
    const auto daemon = weir.start();
    const std::vector<event> piece(events.begin() + static_cast<std::ptrdiff_t>(per_kill) * i,
                                   i + 1 == kills ? events.end()
                                                  : events.begin() + static_cast<std::ptrdiff_t>(per_kill) * (i + 1));
    write(client, "killed-in", piece, partitions, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 1500));
    daemon->signal(SIGKILL);
    CHECK(daemon->wait(std::chrono::seconds(10)).value_or(-1) == 128 + SIGKILL);
  }
  write(client, "killed-in", ending(events, partitions), partitions, true);
  const auto daemon = weir.start();
  (void)comes_true([&] { return client.values("killed-out").size() >= right.size(); }, std::chrono::seconds(60));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  const auto got = client.values("killed-out");
  CHECK(difference(got, right) == "0 missing, 0 extra");
}

TEST_CASE("a daemon that is told to stop keeps its open windows for the next one") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  for (const std::string guarantee : {"at-least-once", "exactly-once"}) {
    const auto name = "stopped-" + guarantee;
    client.make_topic(name + "-in", 3);
    client.make_topic(name + "-out", 1);
    const auto events = make_events(30'000, 7);
    const auto right = expected(events);
    weir_runs weir(query(cluster.address(), name, guarantee));
    for (int part = 0; part < 3; ++part) {
      const auto daemon = weir.start({"--shards", std::to_string(part + 1)});
      write(client, name + "-in", {events.begin() + part * 10'000, events.begin() + (part + 1) * 10'000}, 3, false);
      REQUIRE(comes_true([&] { return weir.starts() > part; }, std::chrono::seconds(30)));
      std::this_thread::sleep_for(std::chrono::milliseconds(200 * part));
      daemon->signal(SIGTERM);
      CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
    }
    write(client, name + "-in", ending(events, 3), 3, true);
    const auto daemon = weir.start();
    (void)comes_true([&] { return client.values(name + "-out").size() >= right.size(); }, std::chrono::seconds(60));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
    INFO(weir.words());
    const auto got = client.values(name + "-out");
    CHECK(difference(got, right) == "0 missing, 0 extra");
  }
}

TEST_CASE("at least once loses no window when the daemon is killed, and gives no other values") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("at-least-in", 2);
  client.make_topic("at-least-out", 1);
  const auto events = make_events(50'000, 3);
  const auto right = expected(events);
  weir_runs weir(query(cluster.address(), "at-least", "at-least-once"));
  std::mt19937 random(3);
  for (int i = 0; i < 5; ++i) {
    const auto daemon = weir.start();
    write(client, "at-least-in", {events.begin() + i * 10'000, events.begin() + (i + 1) * 10'000}, 2, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 1000));
    daemon->signal(SIGKILL);
    (void)daemon->wait(std::chrono::seconds(10));
  }
  write(client, "at-least-in", ending(events, 2), 2, true);
  const auto daemon = weir.start();
  const auto distinct = [&] {
    const auto all = client.values("at-least-out");
    const std::set<std::string> made(all.begin(), all.end());
    return std::vector<std::string>(made.begin(), made.end());
  };
  (void)comes_true([&] { return distinct().size() >= right.size(); }, std::chrono::seconds(60));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  CHECK(difference(distinct(), right) == "0 missing, 0 extra");
}

TEST_CASE("open windows of another query are not taken for one's own") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("changed-in", 1);
  client.make_topic("changed-out", 1);
  const auto events = make_events(5'000, 5);
  const auto text = query(cluster.address(), "changed", "exactly-once");
  weir_runs weir(text);
  {
    const auto daemon = weir.start();
    write(client, "changed-in", events, 1, false);
    (void)comes_true([&] { return client.committed("changed", "changed-in", 0).first >= 0; }, std::chrono::seconds(20));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  }
  auto other = text;
  other.replace(other.find("'10' SECOND"), 11, "'20' SECOND");
  weir.rewrite(other);
  CHECK(weir.to_end() == 1);
  CHECK(weir.words().find("group changed has stopped changed-in partition 0 in the middle of another query") !=
        std::string::npos);
  CHECK(weir.words().find("--fresh") != std::string::npos);
  const auto daemon = weir.start({"--fresh"});
  CHECK_FALSE(daemon->wait(std::chrono::milliseconds(1500)).has_value());
}

TEST_CASE("new partitions are read from their beginning, and windows stay whole") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("grown-in", 1);
  client.make_topic("grown-out", 1);
  auto text = query(cluster.address(), "grown", "exactly-once");
  text.replace(text.find("'format' = 'json'"), 17,
               "'format' = 'json', 'scan.topic-partition-discovery.interval' = '500 ms'");
  weir_runs weir(text);
  const auto daemon = weir.start();
  const auto events = make_events(2'000, 11);
  write(client, "grown-in", {events.begin(), events.begin() + 1'000}, 1, true);
  (void)comes_true([&] { return client.committed("grown", "grown-in", 0).first >= 0; }, std::chrono::seconds(20));
  client.add_partitions("grown-in", 2);
  (void)comes_true([&] { return weir.words().find("starting again from the last commit") != std::string::npos; },
                   std::chrono::seconds(30));
  write(client, "grown-in", {events.begin() + 1'000, events.end()}, 2, true);
  write(client, "grown-in", ending(events, 2), 2, true);
  const auto right = expected(events);
  (void)comes_true([&] { return client.values("grown-out").size() >= right.size(); }, std::chrono::seconds(60));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  const auto got = client.values("grown-out");
  CHECK(difference(got, right) == "0 missing, 0 extra");
}
