// Brokers that die or fall silent under a run: three of them, every topic on all three. A reader of committed records
// sees each window once. WEIR_BROKER_KILLS sets how often a broker is killed.

#include <algorithm>
#include <random>

#include "tests/e2e/kafka/weir_runs.hpp"
#include "tests/e2e/kafka/window_workload.hpp"

using namespace e2e;

namespace {

constexpr int brokers = 3;
constexpr int partitions = 4;

/// Of these tests alone; gone when the last of them is over.
kafka_cluster& three_brokers() {
  static kafka_cluster cluster(brokers);
  return cluster;
}

void make_topics(const topic_client& client, const std::string& name) {
  client.make_topic(name + "-in", partitions, brokers);
  client.make_topic(name + "-out", 2, brokers);
}

void wait_for_all(const topic_client& client, const std::string& topic, std::size_t count) {
  (void)comes_true([&] { return client.values(topic).size() >= count; }, std::chrono::seconds(90));
}

} // namespace

TEST_CASE("killing one of three brokers again and again costs no window and doubles none") {
  auto& cluster = three_brokers();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "brokers");
  const auto seed = static_cast<unsigned>(wanted("WEIR_SEED", 1));
  const auto kills = static_cast<std::size_t>(wanted("WEIR_BROKER_KILLS", 10));
  const auto events = make_events(60'000, seed);
  const auto right = expected(events);
  std::mt19937 random(seed);
  const weir_runs weir(query(cluster.address(), "brokers", "exactly-once"));
  const auto daemon = weir.start();
  const auto per_kill = static_cast<std::ptrdiff_t>(events.size() / kills);
  for (std::size_t i = 0; i < kills; ++i) {
    const auto from = events.begin() + per_kill * static_cast<std::ptrdiff_t>(i);
    write(client, "brokers-in", {from, i + 1 == kills ? events.end() : from + per_kill}, partitions, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 700));
    const int node = 1 + static_cast<int>(random() % brokers);
    cluster.tell("kill", node);
    std::this_thread::sleep_for(std::chrono::milliseconds(300 + random() % 1'500));
    cluster.tell("start", node);
  }
  write(client, "brokers-in", ending(events, partitions), partitions, true);
  wait_for_all(client, "brokers-out", right.size());
  CHECK_FALSE(daemon->wait(std::chrono::milliseconds(0)).has_value()); // One run through all of it.
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(60)).value_or(-1) == 0);
  INFO(weir.words());
  CHECK(difference(client.values("brokers-out"), right) == "0 missing, 0 extra");
}

TEST_CASE("a broker that falls silent for a while costs no window and doubles none") {
  auto& cluster = three_brokers();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "mute");
  const auto events = make_events(20'000, 4);
  const auto right = expected(events);
  const weir_runs weir(query(cluster.address(), "mute", "exactly-once"));
  const auto daemon = weir.start();
  for (int node = 1; node <= brokers; ++node) {
    const auto from = events.begin() + (node - 1) * 6'000;
    write(client, "mute-in", {from, node == brokers ? events.end() : from + 6'000}, partitions, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    cluster.tell("pause", node);
    std::this_thread::sleep_for(std::chrono::seconds(4));
    cluster.tell("resume", node);
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  write(client, "mute-in", ending(events, partitions), partitions, true);
  wait_for_all(client, "mute-out", right.size());
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(60)).value_or(-1) == 0);
  INFO(weir.words());
  CHECK(difference(client.values("mute-out"), right) == "0 missing, 0 extra");
}
