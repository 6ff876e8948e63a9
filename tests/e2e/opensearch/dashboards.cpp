// What the panels of docker/grafana ask a real node, over rows as the shipped analytics write them.

#include <fstream>

#include "core/query/script.hpp"
#include "io/opensearch/index_sink.hpp"
#include "tests/e2e/opensearch/opensearch_server.hpp"
#include "tests/io/opensearch/rows.hpp"

using namespace io::opensearch;
using nlohmann::json;

namespace {

std::string file_text(const std::string& path) { return e2e::text_of(std::string(WEIR_SOURCE_DIR) + "/" + path); }

/// The columns of the shipped analytics' results.
core::schema_ptr analytics_layout() {
  auto planned = core::query::plan_script(file_text("interface/analytics/top_repositories.sql"), {});
  REQUIRE(planned.has_value());
  return planned->finish().sinks.at(0).layout;
}

/// The search that the data source makes of a panel's query.
std::string search_of(const json& target) {
  json inner;
  for (const auto& one : target["metrics"])
    inner[one["id"].get<std::string>()][one["type"].get<std::string>()]["field"] = one["field"];
  for (auto at = target["bucketAggs"].rbegin(); at != target["bucketAggs"].rend(); ++at) {
    json bucket;
    if ((*at)["type"] == "terms")
      bucket["terms"] = {{"field", (*at)["field"]},
                         {"size", std::stoi((*at)["settings"]["size"].get<std::string>())},
                         {"order", {{"_key", "asc"}}}};
    else
      bucket["date_histogram"] = {{"field", (*at)["field"]}, {"fixed_interval", (*at)["settings"]["interval"]}};
    bucket["aggs"] = std::move(inner);
    inner = json{{"groups", std::move(bucket)}};
  }
  const json range{
      {"range", {{target["timeField"], {{"gte", 1704067200000}, {"lte", 1704153600000}, {"format", "epoch_millis"}}}}}};
  const json words{{"query_string", {{"analyze_wildcard", true}, {"query", target["query"]}}}};
  return json{{"size", 0}, {"query", {{"bool", {{"filter", {range, words}}}}}}, {"aggs", inner}}.dump();
}

/// Every number of a metric, by the keys of the groups around it: `PushEvent/2024-01-01 00:00:00 5`.
void collect(const json& from, const std::string& path, std::vector<std::string>& into) {
  if (from.contains("groups")) {
    for (const auto& bucket : from["groups"]["buckets"])
      collect(bucket,
              path + (path.empty() ? "" : "/") +
                  (bucket.contains("key_as_string") ? bucket["key_as_string"] : bucket["key"]).get<std::string>(),
              into);
    return;
  }
  if (from.contains("1") && !from["1"]["value"].is_null())
    into.push_back(path + " " + std::to_string(from["1"]["value"].get<std::int64_t>()));
}

std::string result(const std::string& metric, const std::string& key, const std::string& minute, int value) {
  return R"({"metric":")" + metric + R"(","metric_key":")" + key + R"(","window_start":"2024-01-01 00:)" + minute +
         R"(:00","window_end":"2024-01-01 00:)" + minute + R"(:59","metric_value":)" + std::to_string(value) + "}\n";
}

} // namespace

TEST_CASE("each panel's search finds what the analytics wrote") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  index_sink_settings with;
  with.options.connection.hosts = {server.address()};
  with.options.index = "analytics-{window_start|yyyy-MM-dd}";
  with.options.key = {"metric", "metric_key", "window_start"};
  with.options.replicas = 0;
  with.layout = analytics_layout();
  auto sink = make_index_sink(with);
  REQUIRE(sink.has_value());
  REQUIRE((*sink)->write(
      rows_of(*with.layout,
              result("event_type_events", "PushEvent", "00", 5) + result("event_type_events", "WatchEvent", "00", 1) +
                  result("event_type_events", "PushEvent", "01", 7) + result("top_repositories", "a/b", "00", 4) +
                  result("top_repositories", "a/b", "05", 2) + result("repository_events", "a/b", "00", 4) +
                  result("active_users", "github", "00", 3))));
  REQUIRE((*sink)->close());
  (void)server.ask("POST", "/analytics-*/_refresh");

  std::map<std::string, std::vector<std::string>> found;
  const auto board = json::parse(file_text("docker/grafana/dashboards/events.json"));
  for (const auto& panel : board["panels"])
    for (const auto& target : panel["targets"]) {
      if (target["datasource"]["type"] != "grafana-opensearch-datasource") continue;
      const auto answer = server.ask("POST", "/analytics-*/_search", search_of(target));
      collect(answer["aggregations"], "", found[panel["title"].get<std::string>()]);
    }
  using texts = std::vector<std::string>;
  CHECK(found == std::map<std::string, texts>{
                     {"Newest result", {"2024-01-01 00:00:00 1704067259000", "2024-01-01 00:01:00 1704067319000"}},
                     {"Throughput", {"2024-01-01 00:00:00 6", "2024-01-01 00:01:00 7"}},
                     {"Events per type",
                      {"PushEvent/2024-01-01 00:00:00 5", "PushEvent/2024-01-01 00:01:00 7",
                       "WatchEvent/2024-01-01 00:00:00 1"}},
                     {"Top repositories", {"a/b 6"}},
                     {"Top repositories, over time", {"a/b/2024-01-01 00:00:00 4"}},
                     {"Active users", {"github/2024-01-01 00:00:00 3"}},
                 });
}
