// Windows from topic to topic under faults: after every one of them a reader of committed records sees each window
// once, with the values that a plain count over the same rows gives. WEIR_KILLS sets how often the daemon is killed.

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"
#include "tests/e2e/kafka/window_workload.hpp"

using namespace e2e;

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
  weir_runs weir(
      query(cluster.address(), "grown", "exactly-once", ", 'scan.topic-partition-discovery.interval' = '500 ms'"));
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
