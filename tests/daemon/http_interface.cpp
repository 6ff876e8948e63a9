// The daemon's endpoints over a running engine, called without a socket.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "config/serve_options.hpp"
#include "daemon/api/context.hpp"
#include "daemon/api/openapi.hpp"
#include "daemon/connectors.hpp"
#include "daemon/pipeline_loading.hpp"
#include "daemon/running.hpp"
#include "tests/support/catch.hpp"

using nlohmann::json;

namespace {

/// `weir serve` without its listener and without stdout.
class served {
public:
  explicit served(std::uint32_t shards, std::int64_t lateness_ms = 0) {
    config::serve_options options;
    options.lateness_ms = lateness_ms;
    options.engine.shards = shards;
    options.engine.threads = 2;
    run(config::make_serve_plan(options), options.engine);
  }
  /// A SQL file.
  explicit served(const std::string& script) {
    const auto path = std::filesystem::temp_directory_path() / ("weir-served-" + std::to_string(::getpid()) + ".sql");
    std::ofstream(path, std::ios::binary) << script;
    const auto loaded = weir::load_pipeline(path.string());
    std::filesystem::remove(path);
    REQUIRE(loaded);
    auto options = loaded->options;
    options.shards = 2;
    run(loaded->plan, options);
  }
  void run(core::plan::pipeline_plan made, const config::engine_options& options) {
    for (auto& sink : made.sinks)
      if (sink.connector == "stdout") sink.connector = "blackhole";
    const auto plan = std::make_shared<const core::plan::pipeline_plan>(std::move(made));
    auto settings = weir::settings_of(*plan, options);
    settings.open_source = weir::open_source;
    settings.open_sink = [this](const core::plan::sink_plan& sink) { return weir::open_sink(sink, outputs_); };
    auto started = actors::engine::start(plan, settings);
    REQUIRE(started.has_value());
    engine_ = std::move(*started);
    api_ = weir::make_api(plan, settings, outputs_, *engine_);
    router_ = weir::make_router(api_);
  }

  io::http_response call(std::string method, std::string path, std::string body = {},
                         std::string type = "application/json", io::name_values query = {}) {
    io::http_request request;
    request.method = std::move(method);
    request.path = std::move(path);
    body.reserve(body.size() + io::body_padding_bytes);
    request.body = std::move(body);
    request.query = std::move(query);
    if (!type.empty()) request.headers.emplace_back("content-type", std::move(type));
    auto answered = std::make_shared<std::promise<io::http_response>>();
    auto answer = answered->get_future();
    router_(std::move(request), [answered](io::http_response response) { answered->set_value(std::move(response)); });
    return answer.get();
  }
  json get(std::string path, io::name_values query = {}) {
    return json::parse(call("GET", std::move(path), {}, {}, std::move(query)).body);
  }
  json post(std::string path, std::string body) {
    return json::parse(call("POST", std::move(path), std::move(body)).body);
  }
  weir::api_context& api() { return *api_; }
  actors::engine& engine() { return *engine_; }

private:
  weir::open_outputs outputs_{};
  std::unique_ptr<actors::engine> engine_{};
  weir::api_ptr api_{};
  io::router router_{};
};

const std::string worked_example =
    R"({"events":[{"key":"sensor-1","value":20,"ts":5},{"key":"sensor-1","value":40,"ts":30},{"key":"sensor-1","value":10,"ts":65}]})";

} // namespace

TEST_CASE("the worked example closes its window in the answer to that very request, with any number of shards") {
  for (const auto shards : {1U, 2U, 8U}) {
    served weir(shards);
    const auto answer = weir.post("/ingest", worked_example);
    CHECK(answer == json::parse(R"({"accepted":3,"rejected":[],"late":0,"closed":[{"key":"sensor-1","start":0,"end":60,
      "count":2,"sum":60.0,"min":20.0,"max":40.0,"average":30.0}]})"));
    CHECK(weir.get("/windows/open") ==
          json::parse(R"({"open":[{"key":"sensor-1","start":60,"end":120,"rows":1}],"open_in_all":1})"));
  }
}

TEST_CASE("an answer that cannot tell which windows a request has closed does not say that there are none") {
  const std::string tables = R"(
CREATE TABLE e (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'http', 'format' = 'json');
CREATE TABLE w (k STRING, window_start TIMESTAMP(3), window_end TIMESTAMP(3), n BIGINT) WITH ('connector' = 'memory');
CREATE VIEW minutes AS SELECT k, window_start, window_end, window_time AS t, COUNT(*) AS n
  FROM TABLE(TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end, window_time;
)";
  const std::string rows = R"([{"k":"a","v":1,"ts":"2024-01-01 00:00:05"},{"k":"a","v":1,"ts":"2024-01-01 02:00:00"}])";
  served one(tables + "INSERT INTO w SELECT k, window_start, window_end, n FROM minutes;");
  CHECK(one.post("/ingest", rows)["closed"].size() == 1);
  served two(tables + "CREATE VIEW counts AS SELECT k, t, n FROM minutes; "
                      "INSERT INTO w SELECT k, window_start, window_end, SUM(n) FROM "
                      "TABLE(TUMBLE(TABLE counts, DESCRIPTOR(t), INTERVAL '1' HOUR)) "
                      "GROUP BY k, window_start, window_end;");
  CHECK(two.post("/ingest", rows) == json::parse(R"({"accepted":2,"rejected":[],"late":0})"));
  CHECK(two.post("/flush", "") == json::object());
  served none("CREATE TABLE e (k STRING) WITH ('connector' = 'http', 'format' = 'json'); "
              "CREATE TABLE b (k STRING) WITH ('connector' = 'blackhole'); INSERT INTO b SELECT k FROM e;");
  CHECK(none.post("/ingest", R"({"k":"a"})") == json::parse(R"({"accepted":1,"rejected":[],"late":0})"));
}

TEST_CASE("closed windows come in order of end, then key, and stay readable") {
  served weir(8);
  (void)weir.post("/ingest",
                  R"([{"key":"b","value":1,"ts":10},{"key":"a","value":1,"ts":20},{"key":"b","value":1,"ts":70}])");
  const auto answer = weir.post("/ingest", R"({"key":"c","value":1,"ts":500})");
  std::vector<std::string> order;
  for (const auto& window : answer["closed"])
    order.push_back(window["key"].get<std::string>() + window["start"].dump());
  CHECK(order == std::vector<std::string>{"b60"});
  CHECK(weir.get("/windows")["closed_in_all"] == 3);
  CHECK(weir.get("/windows", {{"key", "a"}})["windows"].size() == 1);
  CHECK(weir.get("/windows", {{"limit", "1"}})["windows"][0]["start"] == 60);
  CHECK(weir.get("/windows", {{"from", "60"}})["windows"].size() == 1);
  CHECK(weir.get("/windows", {{"to", "60"}})["windows"].size() == 2);
}

TEST_CASE("late events are counted and leave closed windows as they are") {
  served weir(2);
  (void)weir.post("/ingest", worked_example);
  const auto answer = weir.post("/ingest", R"({"key":"sensor-1","value":1,"ts":59})");
  CHECK(answer["accepted"] == 1);
  CHECK(answer["late"] == 1);
  CHECK(answer["closed"].empty());
  const auto stats = weir.get("/stats");
  CHECK(stats["late_events"] == 1);
  CHECK(stats["rows_read"] == 4);
  CHECK(stats["rows_in_windows"] == 3);
}

TEST_CASE("a window stays open for the allowed lateness and closes when time reaches it") {
  served weir(2, 5000);
  CHECK(weir.post("/ingest", R"([{"key":"a","value":1,"ts":1},{"key":"a","value":1,"ts":64.999}])")["closed"].empty());
  CHECK(weir.post("/ingest", R"({"key":"a","value":1,"ts":59.5})")["late"] == 0);
  const auto answer = weir.post("/ingest", R"({"key":"a","value":1,"ts":65})");
  REQUIRE(answer["closed"].size() == 1);
  CHECK(answer["closed"][0]["count"] == 2);
}

TEST_CASE("flush closes every open window, and what comes later for it is late") {
  served weir(3);
  (void)weir.post("/ingest", R"([{"key":"a","value":1,"ts":1},{"key":"b","value":2,"ts":2}])");
  CHECK(weir.post("/flush", "")["closed"].size() == 2);
  CHECK(weir.post("/flush", "")["closed"].empty());
  CHECK(weir.post("/ingest", R"({"key":"a","value":1,"ts":3})")["late"] == 1);
  CHECK(weir.get("/stats")["open_windows"] == 0);
}

TEST_CASE("1 and \"1\" are two keys") {
  served weir(2);
  (void)weir.post("/ingest",
                  R"([{"key":1,"value":1,"ts":1},{"key":"1","value":2,"ts":1},{"key":"\u0031","value":2,"ts":1}])");
  const auto closed = weir.post("/flush", "")["closed"];
  REQUIRE(closed.size() == 2);
  CHECK(closed[0]["count"].get<int>() + closed[1]["count"].get<int>() == 3);
}

TEST_CASE("rejected items are named, their neighbours taken") {
  served weir(1);
  const auto answer = weir.post(
      "/ingest", R"([{"key":"a","value":"x","ts":1},{"key":"a","value":1,"ts":1},7,{"key":null,"value":1,"ts":1}])");
  CHECK(answer["accepted"] == 1);
  std::vector<int> indexes;
  for (const auto& one : answer["rejected"]) indexes.push_back(one["index"].get<int>());
  CHECK(indexes == std::vector<int>{0, 2, 3});
  CHECK(weir.get("/stats")["bad_rows"] == 3);
}

TEST_CASE("a refused body is answered with every item and what was wrong with it") {
  served weir(1);
  const auto refused = weir.call("POST", "/ingest", R"([{"key":"a","value":"x","ts":1},7])");
  CHECK(refused.status == 422);
  CHECK(refused.content_type == "application/problem+json");
  const auto problem = json::parse(refused.body);
  CHECK(problem["status"] == 422);
  REQUIRE(problem["rejected"].size() == 2);
  CHECK(problem["rejected"][0]["index"] == 0);
  CHECK(problem["rejected"][1]["index"] == 1);
  CHECK_FALSE(problem["rejected"][1]["reason"].get<std::string>().empty());
}

TEST_CASE("a refused body leaves no trace, however often it comes") {
  served weir(1);
  for (int i = 0; i < 3; ++i) {
    CHECK(weir.call("POST", "/ingest", R"([{"key":"a","value":1,"ts":1})").status == 400);
    CHECK(weir.call("POST", "/ingest", R"({"key":"a","value":1,"ts":1}{"key":"a","value":1,"ts":1})").status == 400);
    CHECK(weir.call("POST", "/ingest", R"({"key":"a","value":"x","ts":1})").status == 422);
    CHECK(weir.call("POST", "/ingest", R"({"key":"a","value":1,"ts":1})", "text/plain").status == 415);
  }
  CHECK(weir.get("/stats")["rows_read"] == 0);
}

TEST_CASE("lines and bodies of every form are taken") {
  served weir(1);
  const auto lines =
      weir.call("POST", "/ingest", "{\"key\":\"a\",\"value\":1,\"ts\":1}\r\n\r\n{\"key\":\"a\",\"value\":1,\"ts\":2}",
                "application/x-ndjson");
  CHECK(json::parse(lines.body)["accepted"] == 2);
  CHECK(json::parse(weir.call("POST", "/ingest", "", "application/x-ndjson").body)["accepted"] == 0);
  CHECK(weir.post("/ingest", "[]")["accepted"] == 0);
  CHECK(weir.post("/tables/events", R"({"events":[{"key":"a","value":1,"ts":1}]})")["accepted"] == 1);
  CHECK(weir.call("POST", "/tables/other", "[]").status == 404);
  CHECK(weir.get("/tables/windows")["rows"].empty());
  CHECK(weir.call("GET", "/tables/other").status == 404);
}

TEST_CASE("why names the source that holds a window open") {
  served weir(2);
  (void)weir.post("/ingest", R"({"key":"a","value":1,"ts":61})");
  const auto why = weir.get("/windows/why", {{"key", "a"}, {"start", "60"}});
  CHECK(why["closes_at_watermark_ms"] == 119'999);
  REQUIRE(why["held_by"].size() == 1);
  CHECK(why["held_by"][0]["source"] == "events");
  CHECK(why["held_by"][0]["missing_ms"] == 119'999 - 60'999);
  CHECK(weir.call("GET", "/windows/why", {}, {}, {{"key", "b"}}).status == 404);
  CHECK(weir.call("GET", "/windows/why").status == 422);
}

TEST_CASE("wrong parameters are named") {
  served weir(1);
  CHECK(weir.call("GET", "/windows", {}, {}, {{"limit", "0"}}).status == 422);
  CHECK(weir.call("GET", "/windows", {}, {}, {{"from", "noon"}}).status == 422);
  CHECK_THAT(weir.call("GET", "/windows/open", {}, {}, {{"limits", "3"}}).body, ContainsSubstring("limits"));
}

TEST_CASE("a draining engine refuses rows and is not ready") {
  served weir(2);
  (void)weir.post("/ingest", R"({"key":"a","value":1,"ts":1})");
  CHECK(weir.call("GET", "/ready").status == 200);
  weir.api().draining = true;
  CHECK(weir.call("GET", "/ready").status == 503);
  CHECK(weir.call("GET", "/health").status == 200);
  CHECK(weir.call("POST", "/ingest", "[]").status == 503);
  CHECK(weir.call("POST", "/flush").status == 503);
  weir.engine().drain(true);
  const auto summary = weir.engine().wait();
  CHECK_FALSE(summary.fault.has_value());
  CHECK(summary.status.sinks[0].rows == 1);
}

TEST_CASE("whoever asks an engine that has ended is answered at once") {
  served weir(2);
  weir.engine().drain(true);
  (void)weir.engine().wait();
  CHECK(weir.call("POST", "/ingest", R"({"key":"a","value":1,"ts":1})").status == 503);
  CHECK(weir.call("POST", "/flush").status == 503);
  CHECK(weir.call("GET", "/stats").status == 200);
}

TEST_CASE("OpenAPI describes exactly the endpoints there are") {
  served weir(1);
  const auto document = json::parse(weir::openapi_document);
  std::vector<std::string> described{"GET /openapi.json"};
  for (const auto& [path, methods] : document["paths"].items())
    for (const auto& [method, what] : methods.items()) {
      if (method == "parameters") continue;
      auto name = method;
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      described.push_back(name + " " + path);
    }
  std::vector<std::string> served_routes;
  for (const auto& route : weir::make_router(std::make_shared<weir::api_context>()).routes())
    if (route.find("/docs") == std::string::npos) served_routes.push_back(route);
  std::ranges::sort(described);
  std::ranges::sort(served_routes);
  CHECK(described == served_routes);
}
