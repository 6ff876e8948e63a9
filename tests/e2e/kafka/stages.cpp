// The stages joined by a real cluster's topics: each in a process of its own, one of them killed on the way, and all in
// one process.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/kafka/weir_runs.hpp"
#include "tests/support/replay_server.hpp"

using namespace e2e;

namespace {

std::string stages(const std::string& server, const std::string& brokers, const std::string& name) {
  const auto shipped = std::string(WEIR_SOURCE_DIR) + "/interface";
  return fmt::format("stages:\n  ingest: {{source: github, once: true, base_url: '{0}'}}\n"
                     "  analyze: counts.sql\ncontracts: {1}/sources\ntransport: kafka\n"
                     "brokers: {2}\ntopics: {{raw: {3}-raw, normalized: {3}-normalized, dead_letters: {3}-dead}}\n",
                     server, shipped, brokers, name);
}

/// A shipped query on topics of this test's own.
std::string counts(const std::string& name) {
  auto sql = text_of(std::string(WEIR_SOURCE_DIR) + "/interface/analytics/event_type_counts.sql");
  const auto replace = [&](const std::string& what, const std::string& with) {
    for (auto at = sql.find(what); at != std::string::npos; at = sql.find(what, at + with.size()))
      sql.replace(at, what.size(), with);
  };
  replace("'events-normalized'", "'" + name + "-normalized'");
  replace("'events-analytics'", "'" + name + "-analytics'");
  replace("'event-type-counts'", "'" + name + "-counts'");
  return sql;
}

} // namespace

TEST_CASE("stages in processes of their own lose nothing and normalize everything once") {
  auto& cluster = shared_cluster();
  WEIR_NEEDS_BROKER(cluster);
  const topic_client client(cluster.address());
  for (const auto* topic : {"split-raw", "split-dead"}) client.make_topic(topic, 3);
  client.make_topic("split-normalized", 3);
  client.make_topic("split-analytics", 1);
  support::replay_server server;
  const auto page = support::recorded_page("public");
  server.script("/events?per_page=100", {{.status = 503}, page});
  const weir_runs weir(stages(server.url(), cluster.address(), "split"), "stages.yml");
  std::ofstream(weir.file("counts.sql")) << counts("split");
  REQUIRE(weir.to_end({"--stage", "ingest"}) == 0);
  const auto items = nlohmann::json::parse(page.body);
  CHECK(client.values("split-raw").size() == items.size());
  client.write("split-raw", {{.key = "x", .value = "no JSON"}});
  {
    const auto killed = weir.start({"--stage", "normalize"});
    (void)comes_true([&] { return weir.words().find("normalizing topic") != std::string::npos; },
                     std::chrono::seconds(30));
    killed->signal(SIGKILL);
    (void)killed->wait(std::chrono::seconds(10));
  }
  const auto normalizer = weir.start({"--stage", "normalize"});
  (void)comes_true([&] { return client.values("split-normalized").size() >= items.size(); }, std::chrono::seconds(90));
  normalizer->signal(SIGTERM);
  CHECK(normalizer->wait(std::chrono::seconds(30)).value_or(-1) == 0);
  INFO(weir.words());
  std::vector<std::string> ids;
  for (const auto& one : client.values("split-normalized"))
    ids.push_back(nlohmann::json::parse(one).at("event_id").get<std::string>());
  std::vector<std::string> right;
  for (const auto& one : items) right.push_back(one.at("id").get<std::string>());
  std::ranges::sort(ids);
  std::ranges::sort(right);
  CHECK(ids == right);
  const auto dead = client.values("split-dead");
  REQUIRE(dead.size() == 1);
  CHECK(dead.front().find("no JSON") != std::string::npos);
  // Analyze: windows stay open until later events close them; that they are read is enough here.
  const auto analyze = weir.start({"--stage", "analyze"});
  CHECK(comes_true([&] { return client.committed("split-counts", "split-normalized", 0).first >= 0; },
                   std::chrono::seconds(60)));
  analyze->signal(SIGTERM);
  CHECK(analyze->wait(std::chrono::seconds(30)).value_or(-1) == 0);
}
