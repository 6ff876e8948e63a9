// Several daemons of one group share a topic's partitions: however they come, go, are killed or fall silent, each
// window is written once, with the values that a plain count gives. WEIR_ROUNDS sets how often something happens to
// them.

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"
#include "tests/e2e/kafka/window_workload.hpp"

using namespace e2e;

namespace {

constexpr int partitions = 4;
/// Partitions of a member that was killed are another's after the shortest time that brokers allow.
const std::string keyed = ", 'key.format' = 'raw', 'key.fields' = 'k', 'value.fields-include' = 'EXCEPT_KEY', "
                          "'properties.session.timeout.ms' = '6000', 'properties.heartbeat.interval.ms' = '1000'";

/// The daemons that run, on one query file.
class crowd {
public:
  explicit crowd(const weir_runs& weir) : weir_(weir) {}
  [[nodiscard]] std::size_t size() const { return members_.size(); }
  void join() { members_.push_back(weir_.start({"--share-partitions"})); }
  void leave(std::size_t index, int signal) {
    members_[index]->signal(signal);
    const auto code = members_[index]->wait(std::chrono::seconds(40));
    INFO(weir_.words());
    CHECK(code.value_or(-1) == (signal == SIGKILL ? 128 + SIGKILL : 0));
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(index));
  }
  void signal(std::size_t index, int number) const { members_[index]->signal(number); }
  void end() {
    for (const auto& one : members_) one->signal(SIGTERM);
    for (const auto& one : members_) CHECK(one->wait(std::chrono::seconds(40)).value_or(-1) == 0);
    members_.clear();
  }

private:
  const weir_runs& weir_;
  std::vector<std::unique_ptr<child_process>> members_{};
};

void make_topics(const topic_client& client, const std::string& name) {
  client.make_topic(name + "-in", partitions);
  client.make_topic(name + "-out", 2);
}

std::string taken(int partition) { return fmt::format("partition {}", partition); }

} // namespace

TEST_CASE("daemons that share a group come, go and are killed, and every window is written once") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "shared");
  const auto seed = static_cast<unsigned>(wanted("WEIR_SEED", 1));
  const auto rounds = static_cast<std::size_t>(wanted("WEIR_ROUNDS", 10));
  const auto events = make_events(60'000, seed);
  const auto right = expected(events);
  std::mt19937 random(seed);
  const weir_runs weir(query(cluster.address(), "shared", "exactly-once", keyed));
  crowd daemons(weir);
  daemons.join();
  const auto per_round = static_cast<std::ptrdiff_t>(events.size() / rounds);
  for (std::size_t i = 0; i < rounds; ++i) {
    const auto from = events.begin() + per_round * static_cast<std::ptrdiff_t>(i);
    write(client, "shared-in", {from, i + 1 == rounds ? events.end() : from + per_round}, partitions, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 3'000));
    const auto one = random() % daemons.size();
    if (daemons.size() < 3 && (daemons.size() == 1 || random() % 2 == 0))
      daemons.join();
    else
      daemons.leave(one, random() % 2 == 0 ? SIGTERM : SIGKILL);
    if (daemons.size() == 0) daemons.join();
  }
  write(client, "shared-in", ending(events, partitions), partitions, true);
  (void)comes_true([&] { return client.values("shared-out").size() >= right.size(); }, std::chrono::seconds(60));
  daemons.end();
  INFO(weir.words());
  const auto got = client.values("shared-out");
  CHECK(difference(got, right) == "0 missing, 0 extra");
}

TEST_CASE("a daemon that fell silent and comes back writes nothing that another has written for it") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "silent");
  const auto events = make_events(20'000, 5);
  const auto right = expected(events);
  const weir_runs weir(query(cluster.address(), "silent", "exactly-once", keyed));
  crowd daemons(weir);
  daemons.join();
  daemons.join();
  write(client, "silent-in", {events.begin(), events.begin() + 8'000}, partitions, false);
  std::this_thread::sleep_for(std::chrono::seconds(5)); // Both have some of the partitions.
  daemons.signal(0, SIGSTOP);
  write(client, "silent-in", {events.begin() + 8'000, events.end()}, partitions, false);
  write(client, "silent-in", ending(events, partitions), partitions, true);
  const auto all_there = [&] { return client.values("silent-out").size() >= right.size(); };
  CHECK(comes_true(all_there, std::chrono::seconds(60)));
  daemons.signal(0, SIGCONT);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  daemons.end();
  INFO(weir.words());
  const auto got = client.values("silent-out");
  CHECK(difference(got, right) == "0 missing, 0 extra");
}

TEST_CASE("a run alone does not go on where partitions were shared unequally; a shared one goes on after one alone") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "mixed");
  const auto events = make_events(9'000, 9);
  const auto right = expected(events);
  const weir_runs weir(query(cluster.address(), "mixed", "exactly-once", keyed));
  const auto committed = [&](std::int64_t least) {
    return [&client, least] {
      std::int64_t sum = 0;
      for (int i = 0; i < partitions; ++i) sum += client.committed("mixed", "mixed-in", i).first;
      return sum >= least;
    };
  };
  write(client, "mixed-in", {events.begin(), events.begin() + 3'000}, partitions, false);
  {
    const auto alone = weir.start();
    (void)comes_true(committed(1), std::chrono::seconds(30));
    alone->signal(SIGTERM);
    CHECK(alone->wait(std::chrono::seconds(40)).value_or(-1) == 0);
  }
  {
    crowd daemons(weir);
    daemons.join();
    // One partition runs ahead.
    client.write("mixed-in", {{"end", R"({"v":0,"ts":1800000000000})", 0, 0, {}}});
    (void)comes_true([&] { return weir.words().find("going on where the group has stopped") != std::string::npos; },
                     std::chrono::seconds(30));
    std::this_thread::sleep_for(std::chrono::seconds(2));
    daemons.end();
  }
  CHECK(weir.to_end() == 1);
  CHECK(weir.words().find("the partitions of table events were shared by several runs of group mixed") !=
        std::string::npos);
  CHECK(weir.words().find(taken(0)) != std::string::npos);
}

TEST_CASE("what cannot be shared is refused with what to do instead") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const weir_runs unkeyed(query(cluster.address(), "unkeyed", "exactly-once"));
  CHECK(unkeyed.to_end({"--share-partitions"}) == 2);
  CHECK(unkeyed.words().find("declare 'key.format' and 'key.fields'") != std::string::npos);
}
