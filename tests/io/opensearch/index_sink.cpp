#include "io/opensearch/index_sink.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <thread>

#include "tests/io/opensearch/rows.hpp"
#include "tests/support/fake_opensearch.hpp"

using namespace io::opensearch;

namespace {

index_sink_settings settings(const std::string& address) {
  index_sink_settings made;
  made.options.connection.hosts = {address};
  made.options.index = "w";
  made.options.key = {"name"};
  made.options.bulk.interval_ms = 0;
  made.options.makes_template = false;
  made.layout = counts_layout();
  return made;
}

std::unique_ptr<index_sink> open(index_sink_settings with) {
  auto made = make_index_sink(std::move(with));
  if (!made) FAIL(core::to_string(made.error()));
  return std::move(*made);
}

core::batch_ptr rows(const std::vector<std::string>& names, int events = 1) {
  std::string lines;
  for (const auto& name : names)
    lines +=
        R"({"name":")" + name + R"(","window_start":"2024-01-01 00:00:00","events":)" + std::to_string(events) + "}\n";
  return rows_of(*counts_layout(), lines);
}

/// How many documents each bulk request had.
std::vector<std::size_t> sizes(const fake_server& server) {
  std::vector<std::size_t> made;
  for (const auto& one : server.requests())
    if (one.path == "/_bulk") made.push_back(fake_server::items_in(one.body));
  return made;
}

} // namespace

TEST_CASE("the template comes before the first row, and flush returns when all is accepted") {
  fake_server server;
  auto with = settings(server.address());
  with.options.makes_template = true;
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a", "b"})));
  REQUIRE(sink->flush());
  const auto asked = server.texts();
  REQUIRE(asked.size() == 2);
  CHECK_THAT(asked[0], ContainsSubstring("PUT /_index_template/weir-w {\"index_patterns\":[\"w\"]"));
  CHECK_THAT(asked[1], ContainsSubstring("POST /_bulk {\"index\":{\"_index\":\"w\",\"_id\":\"a\"}}\n{\"name\":\"a\","));
  CHECK(sink->counts().accepted == 2);
  REQUIRE(sink->close());
  CHECK(server.requests().size() == 2);
}

TEST_CASE("a request has at most so many actions and, but for one document, so many bytes") {
  fake_server server;
  auto with = settings(server.address());
  with.options.bulk.actions_max = 3;
  {
    const auto sink = open(with);
    REQUIRE(sink->write(rows({"a", "b", "c", "d", "e", "f", "g"})));
    REQUIRE(sink->close());
  }
  CHECK(sizes(server) == std::vector<std::size_t>{3, 3, 1});
  with.options.bulk = {.actions_max = 1000, .bytes_max = 1, .interval_ms = 0};
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a", "b"})));
  REQUIRE(sink->close());
  CHECK(sizes(server) == std::vector<std::size_t>{3, 3, 1, 1, 1});
}

TEST_CASE("rows wait no longer than the interval, without a flush") {
  std::promise<void> came;
  fake_server server([&](const io::http_request& request) {
    came.set_value();
    return io::json_response(200, fake_server::all_accepted(request.body));
  });
  auto with = settings(server.address());
  with.options.bulk.interval_ms = 20;
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a"})));
  CHECK(came.get_future().wait_for(std::chrono::seconds(30)) == std::future_status::ready);
}

TEST_CASE("a key that comes again before it is sent goes once, with its newest value") {
  fake_server server;
  const auto sink = open(settings(server.address()));
  REQUIRE(sink->write(rows({"a", "b"}, 1)));
  REQUIRE(sink->write(rows({"a"}, 2)));
  REQUIRE(sink->close());
  std::vector<std::string> documents;
  for (const auto& one : server.texts())
    if (const auto at = one.find("\"events\":2"); at != std::string::npos) documents.push_back(one);
  REQUIRE(documents.size() == 1);
  CHECK(documents[0].find(R"("name":"a","window_start":"2024-01-01 00:00:00","events":1)") == std::string::npos);
}

TEST_CASE("a server that is slow holds the writer back, with two requests in memory at most") {
  std::mutex mutex;
  std::condition_variable changed;
  bool may_answer = false;
  fake_server server([&](const io::http_request& request) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return may_answer; });
    return io::json_response(200, fake_server::all_accepted(request.body));
  });
  auto with = settings(server.address());
  with.options.bulk.actions_max = 10;
  const auto sink = open(with);
  std::vector<core::batch_ptr> batches;
  for (int i = 0; i < 100; ++i) batches.push_back(rows({std::to_string(i)}));
  std::atomic<int> written = 0;
  std::thread writer([&] {
    for (const auto& batch : batches) {
      if (!sink->write(batch)) return;
      ++written;
    }
  });
  while (written < 20) std::this_thread::yield();
  for (int i = 0; i < 50; ++i) std::this_thread::yield();
  CHECK(written == 20);
  {
    const std::scoped_lock lock(mutex);
    may_answer = true;
    changed.notify_all();
  }
  writer.join();
  REQUIRE(sink->close());
  CHECK(written == 100);
  CHECK(sink->counts().accepted == 100);
}

TEST_CASE("a server that comes late gets everything") {
  fake_server server;
  const auto port = server.port();
  const auto address = server.address();
  server.stop();
  std::promise<std::string> said;
  auto with = settings(address);
  with.options.makes_template = true;
  with.options.retry = {.retries_max = 100'000, .delay_ms = 5, .delay_ms_max = 5, .doubles = false};
  with.say = [&, first = true](const std::string& text) mutable {
    if (std::exchange(first, false)) said.set_value(text);
  };
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a"})));
  const auto first = said.get_future().get();
  CHECK_THAT(first, ContainsSubstring(address + ": Failed to connect"));
  CHECK_THAT(first, ContainsSubstring("trying again until it works"));
  server.start({.port = port});
  REQUIRE(sink->close());
  CHECK(server.requests().size() == 2);
}

TEST_CASE("what ends the delivery is the answer to whoever writes or flushes next") {
  fake_server server([](const io::http_request&) { return io::json_response(401, "Unauthorized"); });
  auto with = settings(server.address());
  with.options.connection.username = "ann";
  with.options.connection.password = "secret";
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a"})));
  const auto done = sink->flush();
  REQUIRE_FALSE(done);
  CHECK(core::to_string(done.error()) ==
        server.address() + " answered 401: Unauthorized (check the options 'username' and 'password')");
  CHECK_FALSE(sink->write(rows({"b"})));
  CHECK_FALSE(sink->close());
  CHECK(server.requests().size() == 1);
}

TEST_CASE("a sink that is dropped without a close stops at once") {
  fake_server server;
  const auto address = server.address();
  server.stop();
  auto with = settings(address);
  with.options.retry.delay_ms = 3'600'000;
  with.options.retry.delay_ms_max = 3'600'000;
  with.options.makes_template = true;
  const auto sink = open(with);
  REQUIRE(sink->write(rows({"a"})));
}

TEST_CASE("many writes from one thread arrive once each, whatever the server refuses for a while") {
  std::map<std::string, int> accepted;
  unsigned turn = 1;
  fake_server server([&](const io::http_request& request) {
    std::string items;
    for (auto at = request.body.find("\"_id\":\""); at != std::string::npos;
         at = request.body.find("\"_id\":\"", at + 1)) {
      const auto id = request.body.substr(at + 7, request.body.find('"', at + 7) - at - 7);
      turn = turn * 1'103'515'245U + 12'345U;
      const bool takes = (turn >> 16U) % 3 != 0;
      if (takes) ++accepted[id];
      items += fmt::format("{}{{\"index\":{{\"status\":{}}}}}", items.empty() ? "" : ",", takes ? 201 : 429);
    }
    return io::json_response(200, R"({"errors":true,"items":[)" + items + "]}");
  });
  auto with = settings(server.address());
  with.options.bulk.actions_max = 50;
  with.options.retry = {.retries_max = 50, .delay_ms = 1, .delay_ms_max = 1, .doubles = false};
  const auto sink = open(with);
  for (int i = 0; i < 1000; ++i) REQUIRE(sink->write(rows({std::to_string(i)})));
  REQUIRE(sink->close());
  CHECK(sink->counts().accepted == 1000);
  CHECK(accepted.size() == 1000);
  for (const auto& [id, times] : accepted) CHECK(times == 1);
}
