#include "io/opensearch/delivery.hpp"

#include "tests/support/fake_opensearch.hpp"

using namespace io::opensearch;

namespace {

/// A delivery to the fake server that does not really wait.
struct trial {
  fake_server server{};
  std::unique_ptr<http_client> client{};
  std::vector<std::int64_t> waits{};
  std::vector<std::string> said{};
  std::vector<std::string> refused{};

  delivery with(const retry_settings& settings = {.retries_max = 3, .delay_ms = 10, .delay_ms_max = 40}) {
    client = std::move(*http_client::make({.hosts = {server.address()}}));
    return {*client,
            retries(
                settings, [this](std::int64_t ms) { return waits.push_back(ms), true; },
                [this](const std::string& text) { said.push_back(text); }),
            [this](const bulk_item& item, const std::string& reason) -> core::result<void> {
              refused.push_back(item.id + ": " + reason);
              return {};
            }};
  }
};

std::vector<bulk_item> items(const std::vector<std::string>& ids) {
  std::vector<bulk_item> made;
  for (const auto& id : ids) made.push_back({.index = "w", .id = id, .source = R"({"id":")" + id + "\"}"});
  return made;
}

/// `POST /_bulk` and the ids that it carries.
std::vector<std::string> sent(const fake_server& server) {
  std::vector<std::string> made;
  for (const auto& one : server.requests()) {
    std::string ids;
    for (auto at = one.body.find("_id"); at != std::string::npos; at = one.body.find("_id", at + 1))
      ids += one.body.substr(at + 6, one.body.find('"', at + 6) - at - 6) + " ";
    made.push_back(ids);
  }
  return made;
}

} // namespace

TEST_CASE("documents that are all accepted take one request") {
  trial run;
  auto to = run.with();
  REQUIRE(to.deliver(items({"a", "b"})));
  CHECK(run.server.texts() ==
        std::vector<std::string>{"POST /_bulk {\"index\":{\"_index\":\"w\",\"_id\":\"a\"}}\n{\"id\":\"a\"}\n"
                                 "{\"index\":{\"_index\":\"w\",\"_id\":\"b\"}}\n{\"id\":\"b\"}\n"});
  CHECK(run.server.requests()[0].query ==
        io::name_values{
            {"filter_path", "errors,items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by"}});
  CHECK(to.counts().accepted == 2);
  CHECK(to.counts().requests == 1);
  CHECK(run.said.empty());
  REQUIRE(to.deliver({}));
  CHECK(to.counts().requests == 1);
}

TEST_CASE("what may work later is tried again, alone; what is refused is not") {
  trial run;
  auto to = run.with();
  run.server.next(200, R"({"errors":true,"items":[{"index":{"status":201}},
    {"index":{"status":429,"error":{"type":"rejected_execution_exception","reason":"busy"}}},
    {"index":{"status":400,"error":{"type":"mapper_parsing_exception","reason":"no number"}}},
    {"index":{"status":503,"error":{"type":"unavailable_shards_exception","reason":"no shard"}}}]})");
  run.server.next(200, R"({"errors":true,"items":[{"index":{"status":201}},
    {"index":{"status":503,"error":{"type":"unavailable_shards_exception","reason":"no shard"}}}]})");
  REQUIRE(to.deliver(items({"a", "b", "c", "d"})));
  CHECK(sent(run.server) == std::vector<std::string>{"a b c d ", "b d ", "d "});
  CHECK(run.refused == std::vector<std::string>{"c: mapper_parsing_exception: no number"});
  CHECK(run.waits == std::vector<std::int64_t>{10, 10});
  CHECK(run.said == std::vector<std::string>{run.server.address() + " took 2 of 4 documents: w: status 429: "
                                                                    "rejected_execution_exception: busy; trying again "
                                                                    "until it works",
                                             "it works again after 0.0 s of waiting"});
  CHECK(to.counts().accepted == 3);
  CHECK(to.counts().refused == 1);
  CHECK(to.counts().retried == 3);
}

TEST_CASE("a server that is busy as a whole is asked again with doubling delays") {
  trial run;
  auto to = run.with();
  run.server.next(429, R"({"error":{"type":"circuit_breaking_exception","reason":"data too large"},"status":429})");
  run.server.next(503, "Service Unavailable");
  run.server.next(502, "<html>bad gateway</html>");
  REQUIRE(to.deliver(items({"a"})));
  CHECK(run.waits == std::vector<std::int64_t>{10, 20, 40});
  CHECK(sent(run.server) == std::vector<std::string>{"a ", "a ", "a ", "a "});
  CHECK(run.said.at(0) == run.server.address() +
                              " answered 429: circuit_breaking_exception: data too large; trying again "
                              "until it works");
}

TEST_CASE("a server that stays away ends the run after the last try") {
  trial run;
  auto to = run.with();
  run.server.stop();
  const auto done = to.deliver(items({"a"}));
  REQUIRE_FALSE(done);
  CHECK(done.error().code == core::errc::io_failed);
  CHECK_THAT(done.error().message, ContainsSubstring("Failed to connect to 127.0.0.1"));
  CHECK_THAT(done.error().message, ContainsSubstring("(given up after 4 tries within 0.1 s)"));
}

TEST_CASE("a request that is refused as a whole is taken apart, until the bad document stands alone") {
  for (const unsigned status : {400U, 413U}) {
    trial run;
    auto to = run.with();
    run.server.next(status, R"({"error":{"type":"action_request_validation_exception","reason":"id is too long"}})");
    run.server.next(200, R"({"errors":false,"items":[{"index":{"status":201}},{"index":{"status":201}}]})");
    run.server.next(status, R"({"error":{"type":"action_request_validation_exception","reason":"id is too long"}})");
    run.server.next(status, R"({"error":{"type":"action_request_validation_exception","reason":"id is too long"}})");
    REQUIRE(to.deliver(items({"a", "b", "c", "d"})));
    CHECK(sent(run.server) == std::vector<std::string>{"a b c d ", "a b ", "c d ", "c ", "d "});
    CHECK(run.refused == std::vector<std::string>{
                             fmt::format("c: status {}: action_request_validation_exception: id is too long", status)});
    CHECK(to.counts().accepted == 3);
    CHECK(run.waits.empty());
  }
}

TEST_CASE("wrong credentials, missing rights and wrong addresses end the run at once, with what to do") {
  trial run;
  auto to = run.with();
  run.server.next(401, "Unauthorized");
  run.server.next(403, R"({"error":{"type":"security_exception","reason":"no permissions for [indices:write]"}})");
  run.server.next(404, "<html>nothing here</html>");
  run.server.next(200, "<html>a proxy</html>");
  const auto at = run.server.address();
  CHECK(core::to_string(to.deliver(items({"a"})).error()) ==
        at + " answered 401: Unauthorized (check the options 'username' and 'password')");
  CHECK(core::to_string(to.deliver(items({"a"})).error()) ==
        at + " answered 403: security_exception: no permissions for [indices:write] (the user needs more rights, or "
             "'index-template' = 'false')");
  CHECK(to.deliver(items({"a"})).error().message == at + " answered 404: <html>nothing here</html>");
  CHECK(to.deliver(items({"a"})).error().message.starts_with("no answer to a bulk request of 1 items"));
  CHECK(run.waits.empty());
}

TEST_CASE("a template is put under its name, and waits for the server") {
  trial run;
  auto to = run.with();
  run.server.next(503, "starting");
  REQUIRE(to.put_template({"weir-a b", R"({"priority":200})"}));
  CHECK(run.server.texts() == std::vector<std::string>{R"(PUT /_index_template/weir-a%20b {"priority":200})",
                                                       R"(PUT /_index_template/weir-a%20b {"priority":200})"});
  run.server.next(400, R"({"error":{"type":"illegal_argument_exception","reason":"same priority as [x]"}})");
  CHECK(to.put_template({"weir-a", "{}"}).error().message ==
        "the index template weir-a cannot be made: " + run.server.address() +
            " answered 400: illegal_argument_exception: same priority as [x]");
}

TEST_CASE("a refusal that is to fail ends the delivery") {
  trial run;
  (void)run.with();
  delivery to(*run.client,
              retries(
                  {}, [](std::int64_t) { return true; }, [](const std::string&) {}),
              [](const bulk_item& item, const std::string&) -> core::result<void> {
                return core::fail(core::errc::bad_row, "no " + item.id);
              });
  run.server.next(200, R"({"items":[{"index":{"status":400}},{"index":{"status":201}}]})");
  CHECK(to.deliver(items({"a", "b"})).error().message == "no a");
}
