// The files that ship run as they are against real brokers.

#include <algorithm>

#include <fmt/format.h>

#include "tests/e2e/kafka/weir_runs.hpp"

using namespace e2e;

namespace {

std::string shipped(const std::string& path) {
  const auto text = text_of(std::string(WEIR_SOURCE_DIR) + "/" + path);
  REQUIRE_FALSE(text.empty());
  return text;
}

std::string normalized(const std::string& type, const std::string& repository, std::int64_t time_ms) {
  return fmt::format(
      R"({{"source":"github","event_id":"{2}","event_type":"{0}","entity_id":"1","entity_name":"{1}","event_time":{2}}})",
      type, repository, time_ms);
}

} // namespace

TEST_CASE("repository counts go from normalized events to analytics, each window once") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  client.make_topic("events-normalized", 3);
  client.make_topic("events-analytics", 3);
  constexpr std::int64_t start = 1'700'000'100'000; // 22:15:00
  std::vector<sent_record> records;
  for (int i = 0; i < 10; ++i)
    records.push_back({"a/b", normalized("PushEvent", i % 2 == 0 ? "a/b" : "c/d", start + i * 20'000)});
  records.push_back({"x", "{broken"});
  for (int partition = 0; partition < 3; ++partition)
    records.push_back({"z", normalized("PushEvent", "z/z", start + 600'000), partition});
  client.write("events-normalized", records);
  weir_runs weir(shipped("interface/analytics/repository_counts.sql"));
  const auto daemon = weir.start({"--bootstrap-servers", cluster.address()});
  (void)comes_true([&] { return client.values("events-analytics").size() >= 2; }, std::chrono::seconds(30));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  CHECK(
      client.values("events-analytics") ==
      std::vector<std::string>{
          R"({"metric":"repository_events","metric_key":"a/b","window_start":"2023-11-14 22:15:00","window_end":"2023-11-14 22:20:00","metric_value":5})",
          R"({"metric":"repository_events","metric_key":"c/d","window_start":"2023-11-14 22:15:00","window_end":"2023-11-14 22:20:00","metric_value":5})"});
  for (const auto& one : client.read("events-analytics")) CHECK(one.key->starts_with(R"({"metric_key":")"));
}

TEST_CASE("the runner of the compose file prints each closed window of topic events") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  const auto made = std::filesystem::temp_directory_path() / ("weir-topics-" + std::to_string(::getpid()));
  const std::vector<std::string> create{WEIR_BINARY,       "topics",       "create", "--bootstrap-servers",
                                        cluster.address(), "--partitions", "4",      "events"};
  REQUIRE(run(create, made.string()) == 0);
  REQUIRE(run(create, made.string()) == 0);
  CHECK(text_of(made.string() + ".out") ==
        "events made: 4 partitions, 1 replicas\nevents is there: 4 partitions, 1 replicas\n");
  std::filesystem::remove(made.string() + ".out");
  std::filesystem::remove(made.string() + ".err");
  std::vector<sent_record> records{{"s", R"({"key":"sensor-1","value":20,"ts":5})"},
                                   {"s", R"({"key":"sensor-1","value":40,"ts":30})"}};
  for (int partition = 0; partition < 4; ++partition)
    records.push_back({"s", R"({"key":"sensor-1","value":10,"ts":65})", partition});
  client.write("events", records);
  weir_runs weir(shipped("docker/queries/events.sql"));
  const auto daemon = weir.start({"--bootstrap-servers", cluster.address()});
  const std::string row =
      R"({"key":"sensor-1","window_start":"1970-01-01 00:00:00","window_end":"1970-01-01 00:01:00","count":2,"sum":60.0,"min":20.0,"max":40.0,"average":30.0})";
  CHECK(comes_true([&] { return weir.rows() == row + "\n"; }, std::chrono::seconds(30)));
  daemon->signal(SIGTERM);
  CHECK(daemon->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  CHECK(weir.rows() == row + "\n");
}
