// Queries whose state is more than open windows, from topic to topic under faults: sessions, OVER, an interval join and
// groups that change. Their state is saved with every commit. After every fault a reader of committed records sees each
// result once. WEIR_KILLS sets how often the daemon is killed.

#include <algorithm>
#include <map>
#include <random>

#include <sys/resource.h>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"
#include "tests/e2e/kafka/window_workload.hpp"

using namespace e2e;

namespace {

constexpr std::int64_t gap_ms = 500;
constexpr int partitions = 3;

/// The source of `query`, and four results of it, each to a topic of its own.
std::string queries(const std::string& address, const std::string& name) {
  const auto whole = query(address, name, "exactly-once");
  auto text = whole.substr(0, whole.find("CREATE TABLE windows"));
  const auto table = [&](const std::string& part, const std::string& columns) {
    text += fmt::format("CREATE TABLE {0} ({1}) WITH ('connector' = 'kafka', 'topic' = '{2}-{0}', "
                        "'properties.bootstrap.servers' = '{3}', 'format' = 'json', "
                        "'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = '{2}');\n",
                        part, columns, name, address);
  };
  table("sessions", "k STRING, s BIGINT, n BIGINT, t BIGINT");
  table("sums", "k STRING, v BIGINT, ts BIGINT, t BIGINT");
  table("pairs", "k STRING, a BIGINT, b BIGINT");
  text +=
      fmt::format("CREATE TABLE distinct_values (k STRING, n BIGINT, d BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH "
                  "('connector' = 'upsert-kafka', 'topic' = '{1}-distinct', 'properties.bootstrap.servers' = '{0}', "
                  "'key.format' = 'json', 'value.format' = 'json', 'sink.delivery-guarantee' = 'exactly-once', "
                  "'sink.transactional-id-prefix' = '{1}');\n",
                  address, name);
  return text + R"(EXECUTE STATEMENT SET BEGIN
INSERT INTO sessions
SELECT k, CAST(TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', window_start) AS BIGINT), COUNT(*), SUM(v)
FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(event_time), INTERVAL '0.5' SECOND))
GROUP BY k, window_start, window_end;
INSERT INTO sums
SELECT k, v, ts, SUM(v) OVER (PARTITION BY k ORDER BY event_time RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM events;
INSERT INTO pairs
SELECT a.k, a.ts, b.ts FROM events a JOIN events b ON a.k = b.k AND a.v = b.v AND b.event_time BETWEEN a.event_time + INTERVAL '0.001' SECOND AND a.event_time + INTERVAL '2' SECOND;
INSERT INTO distinct_values SELECT k, COUNT(*), COUNT(DISTINCT v) FROM events GROUP BY k;
END;
)";
}

using rows_by_key = std::map<std::string, std::vector<event>>;

rows_by_key by_key(const std::vector<event>& events) {
  rows_by_key made;
  for (const auto& one : events) made[one.key].push_back(one);
  for (auto& [key, rows] : made) std::ranges::stable_sort(rows, {}, &event::time_ms);
  return made;
}

std::vector<std::string> sorted(std::vector<std::string> rows) {
  std::ranges::sort(rows);
  return rows;
}

std::vector<std::string> sessions(const rows_by_key& keys) {
  std::vector<std::string> made;
  for (const auto& [key, rows] : keys)
    for (std::size_t at = 0; at < rows.size();) {
      const auto first = at;
      std::int64_t sum = 0;
      do sum += rows[at++].value;
      while (at < rows.size() && rows[at].time_ms - rows[at - 1].time_ms <= gap_ms);
      made.push_back(
          fmt::format(R"({{"k":"{}","s":{},"n":{},"t":{}}})", key, rows[first].time_ms / 1000, at - first, sum));
    }
  return sorted(std::move(made));
}

std::vector<std::string> running(const rows_by_key& keys) {
  std::vector<std::string> made;
  for (const auto& [key, rows] : keys) {
    std::map<std::int64_t, std::int64_t> sums;
    for (const auto& one : rows) sums[one.time_ms] += one.value;
    std::int64_t total = 0;
    for (auto& [time, sum] : sums) sum = total += sum;
    for (const auto& one : rows)
      made.push_back(
          fmt::format(R"({{"k":"{}","v":{},"ts":{},"t":{}}})", key, one.value, one.time_ms, sums[one.time_ms]));
  }
  return sorted(std::move(made));
}

std::vector<std::string> pairs(const rows_by_key& keys) {
  std::vector<std::string> made;
  for (const auto& [key, rows] : keys)
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (std::size_t b = a + 1; b < rows.size() && rows[b].time_ms <= rows[a].time_ms + 2000; ++b)
        if (rows[a].value == rows[b].value && rows[b].time_ms > rows[a].time_ms)
          made.push_back(fmt::format(R"({{"k":"{}","a":{},"b":{}}})", key, rows[a].time_ms, rows[b].time_ms));
  return sorted(std::move(made));
}

std::map<std::string, std::string> distinct_values(const rows_by_key& keys) {
  std::map<std::string, std::string> made;
  for (const auto& [key, rows] : keys) {
    std::map<std::int64_t, int> values;
    for (const auto& one : rows) ++values[one.value];
    made[fmt::format(R"({{"k":"{}"}})", key)] =
        fmt::format(R"({{"k":"{}","n":{},"d":{}}})", key, rows.size(), values.size());
  }
  return made;
}

struct results {
  explicit results(const std::vector<event>& events) : keys(by_key(events)) {}

  void check(const topic_client& client, const std::string& name) const {
    CHECK(difference(client.values(name + "-sessions"), sessions(keys)) == "0 missing, 0 extra");
    CHECK(difference(client.values(name + "-sums"), running(keys)) == "0 missing, 0 extra");
    CHECK(difference(client.values(name + "-pairs"), pairs(keys)) == "0 missing, 0 extra");
    std::map<std::string, std::string> last;
    for (const auto& one : client.read(name + "-distinct"))
      if (one.key != R"({"k":"end"})") last[one.key.value_or("(null)")] = one.value.value_or("(null)");
    CHECK(last == distinct_values(keys));
  }

  [[nodiscard]] bool are_there(const topic_client& client, const std::string& name) const {
    return client.values(name + "-sums").size() >= running(keys).size() &&
           client.values(name + "-sessions").size() >= sessions(keys).size();
  }

  rows_by_key keys;
};

void make_topics(const topic_client& client, const std::string& name) {
  client.make_topic(name + "-in", partitions);
  for (const auto* part : {"-sessions", "-sums", "-pairs", "-distinct"}) client.make_topic(name + part, 1);
}

} // namespace

TEST_CASE("state of every kind outlives the daemon, however often it is killed and with whatever shards") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "saved");
  const auto seed = static_cast<unsigned>(wanted("WEIR_SEED", 1));
  const int kills = wanted("WEIR_KILLS", 12);
  const auto events = make_events(static_cast<std::size_t>(kills) * 4000, seed);
  const results right(events);
  std::mt19937 random(seed);
  weir_runs weir(queries(cluster.address(), "saved"));
  const auto start = [&] {
    return weir.start({"--state", weir.file("state"), "--shards", std::to_string(random() % 3 + 1)});
  };
  for (int i = 0; i < kills; ++i) {
    const auto daemon = start();
    write(client, "saved-in", {events.begin() + i * 4000, events.begin() + (i + 1) * 4000}, partitions, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 2500));
    daemon->signal(SIGKILL);
    CHECK(daemon->wait(std::chrono::seconds(10)).value_or(-1) == 128 + SIGKILL);
  }
  write(client, "saved-in", ending(events, partitions), partitions, true);
  const auto daemon = start();
  (void)comes_true([&] { return right.are_there(client, "saved"); }, std::chrono::seconds(90));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  right.check(client, "saved");
  std::size_t files = 0;
  for (const auto& one : std::filesystem::directory_iterator(weir.file("state")))
    files += one.path().extension() == ".state" ? 1U : 0U;
  CHECK(files == 2);
}

TEST_CASE("a full disk delays commits and loses nothing") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "full");
  const auto events = make_events(20'000, 5);
  const results right(events);
  weir_runs weir(queries(cluster.address(), "full"));
  const auto limit = [](const child_process& daemon, rlim_t bytes) {
    const rlimit now{bytes, RLIM_INFINITY};
    REQUIRE(::prlimit(daemon.pid(), RLIMIT_FSIZE, &now, nullptr) == 0);
  };
  const auto says = [&](const char* words) {
    return comes_true([&] { return weir.words().find(words) != std::string::npos; }, std::chrono::seconds(60));
  };
  const auto committed = [&] { return client.committed("full", "full-in", 0).first; };
  {
    const auto daemon = weir.start({"--state", weir.file("state")});
    REQUIRE(says("reading topic"));
    write(client, "full-in", {events.begin(), events.begin() + 5'000}, partitions, false);
    (void)comes_true([&] { return client.values("full-sums").size() > 3'000; }, std::chrono::seconds(60));
    limit(*daemon, 20'000);
    write(client, "full-in", {events.begin() + 5'000, events.begin() + 10'000}, partitions, false);
    REQUIRE(says("the state cannot be saved"));
    const auto before = committed();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    CHECK(committed() == before);
    daemon->signal(SIGKILL);
    (void)daemon->wait(std::chrono::seconds(10));
  }
  const auto failures = [&] { return weir.times_said("the state cannot be saved"); };
  const auto failures_before = failures();
  const auto daemon = weir.start({"--state", weir.file("state")});
  limit(*daemon, 20'000);
  write(client, "full-in", {events.begin() + 10'000, events.end()}, partitions, false);
  REQUIRE(comes_true([&] { return failures() > failures_before; }, std::chrono::seconds(60)));
  limit(*daemon, RLIM_INFINITY);
  CHECK(says("the state is saved again"));
  write(client, "full-in", ending(events, partitions), partitions, true);
  (void)comes_true([&] { return right.are_there(client, "full"); }, std::chrono::seconds(60));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  right.check(client, "full");
}

TEST_CASE("a state that is missing, damaged or of another query is refused, and --fresh starts without it") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  make_topics(client, "refused");
  const auto events = make_events(2'000, 9);
  const auto text = queries(cluster.address(), "refused");
  weir_runs weir(text);
  const std::vector<std::string> flags{"--state", weir.file("state")};
  {
    const auto daemon = weir.start(flags);
    write(client, "refused-in", events, partitions, false);
    (void)comes_true([&] { return !client.values("refused-sums").empty(); }, std::chrono::seconds(60));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  }
  const auto refuses = [&](const std::vector<std::string>& with, const std::string& why) {
    CHECK(weir.to_end(with) == 1);
    INFO(weir.words());
    CHECK(weir.words().find(why) != std::string::npos);
  };
  refuses({"--state", weir.file("elsewhere")}, "the state of the earlier run cannot be used");
  for (const auto& one : std::filesystem::directory_iterator(weir.file("state"))) {
    std::fstream file(one.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(200);
    file.put('!');
  }
  refuses(flags, "its checksum is wrong");
  auto other = text;
  other.replace(other.find("COUNT(DISTINCT v)"), 17, "COUNT(DISTINCT ts)");
  weir.rewrite(other);
  refuses(flags, "in the middle of another query");
  auto fresh = flags;
  fresh.emplace_back("--fresh");
  const auto daemon = weir.start(fresh);
  CHECK_FALSE(daemon->wait(std::chrono::milliseconds(1500)).has_value());
}
