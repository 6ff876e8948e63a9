#include "io/http/server.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "io/http/content_encoding.hpp"
#include "tests/io/http/echo_server.hpp"

namespace {

/// Keeps `respond`s until the test wants them answered.
struct parked_answers {
  std::mutex mutex{};
  std::condition_variable has_more{};
  std::vector<io::respond> waiting{};

  io::http_handler handler() {
    return [this](io::http_request&&, io::respond answer) {
      const std::scoped_lock lock(mutex);
      waiting.push_back(std::move(answer));
      has_more.notify_all();
    };
  }
  io::respond take() {
    std::unique_lock lock(mutex);
    has_more.wait(lock, [this] { return !waiting.empty(); });
    auto first = std::move(waiting.front());
    waiting.erase(waiting.begin());
    return first;
  }
};

} // namespace

TEST_CASE("a request is answered and the connection kept") {
  const auto server = start_server();
  raw_client client(server->port());
  const auto first = client.ask(get("/a/b?x=1&y=a%20b+c&z"));
  CHECK(first.status == 200);
  CHECK(first.body == "GET /a/b x=1 y=a b c z=");
  CHECK(first.headers.at("content-type") == "text/plain");
  CHECK(first.headers.at("content-length") == "23");
  CHECK(first.headers.at("date").ends_with(" GMT"));
  CHECK_FALSE(first.headers.contains("connection"));
  CHECK(client.ask(post("/b", "body")).body == "POST /b [body]");
}

TEST_CASE("pipelined requests are answered in order") {
  const auto server = start_server();
  raw_client client(server->port());
  std::string all;
  for (int i = 0; i < 2000; ++i)
    all += post("/" + std::to_string(i), std::string(static_cast<std::size_t>(i % 50), 'x'));
  client.send(all);
  for (int i = 0; i < 2000; ++i) {
    const auto length = static_cast<std::size_t>(i % 50);
    const auto body = length == 0 ? "" : " [" + std::string(length, 'x') + "]";
    REQUIRE(client.answer().body == "POST /" + std::to_string(i) + body);
  }
}

TEST_CASE("a pipelined request waits for the answer before it, whichever is ready first") {
  parked_answers parked;
  const auto server = start_server({}, parked.handler());
  raw_client client(server->port());
  client.send(get("/1") + get("/2"));
  parked.take()(io::json_response(200, "1"));
  parked.take()(io::json_response(201, "2"));
  CHECK(client.answer().body == "1");
  const auto second = client.answer();
  CHECK(second.status == 201);
  CHECK(second.body == "2");
}

TEST_CASE("a request may come byte by byte") {
  const auto server = start_server();
  raw_client client(server->port());
  for (const char c : "\r\n" + post("/slow", "body") + get("/next")) client.send(std::string_view(&c, 1));
  CHECK(client.answer().body == "POST /slow [body]");
  CHECK(client.answer().body == "GET /next");
}

TEST_CASE("a large body arrives whole, with room for readers behind it") {
  std::atomic<std::size_t> room{0};
  const auto server = start_server({}, [&](io::http_request&& request, const io::respond& answer) {
    room = request.body.capacity() - request.body.size();
    answer(io::json_response(200, std::move(request.body)));
  });
  raw_client client(server->port());
  std::string body;
  for (int i = 0; body.size() < 5'000'000; ++i) body += std::to_string(i) + ",";
  for (const auto length : {std::size_t{0}, std::size_t{1}, std::size_t{30'000}, std::size_t{1'048'576}, body.size()}) {
    const auto got = client.ask(post("/", body.substr(0, length)));
    CHECK((got.body == body.substr(0, length)));
    CHECK(room >= io::body_padding_bytes);
  }
}

TEST_CASE("a chunked body is put together; trailers do not become headers") {
  std::string seen_headers;
  std::atomic<bool> has_room{true};
  const auto server = start_server({}, [&](io::http_request&& request, const io::respond& answer) {
    seen_headers.clear();
    for (const auto& [name, value] : request.headers) seen_headers += name + " ";
    if (request.body.capacity() < request.body.size() + io::body_padding_bytes) has_room = false;
    tell(std::move(request), answer);
  });
  raw_client client(server->port());
  const std::string request = "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "4\r\nabcd\r\n3;ext=1\r\nefg\r\n0\r\nAuthorization: x\r\n\r\n";
  CHECK(client.ask(request).body == "POST /c [abcdefg]");
  CHECK(seen_headers == "host transfer-encoding ");
  for (const char c : request) client.send(std::string_view(&c, 1));
  CHECK(client.answer().body == "POST /c [abcdefg]");
  CHECK(client.ask("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").body == "POST /c");
  CHECK(has_room);
}

TEST_CASE("a client that asks first is told to go on") {
  const auto server = start_server();
  raw_client client(server->port());
  client.send("POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  CHECK(client.answer().status == 100);
  client.send("body");
  CHECK(client.answer().body == "POST /e [body]");
  CHECK(client.ask(post("/e", "sent along", "Expect: 100-continue\r\n")).body == "POST /e [sent along]");
}

TEST_CASE("compressed bodies are unpacked") {
  const auto server = start_server();
  raw_client client(server->port());
  const std::string text(100'000, 'a');
  const auto got = client.ask(post("/z", io::compress_gzip(text), "Content-Encoding: gzip\r\n"));
  CHECK((got.body == "POST /z [" + text + "]"));
}

TEST_CASE("HEAD is answered like GET without the body") {
  const auto server = start_server();
  raw_client client(server->port());
  client.send("HEAD /h HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto head = client.answer(false);
  CHECK(head.status == 200);
  CHECK(head.headers.at("content-length") == "6");
  CHECK(client.ask(get("/next")).body == "GET /next");
}

TEST_CASE("Connection: close is kept, by HTTP/1.0 clients too") {
  const auto server = start_server();
  raw_client modern(server->port());
  CHECK(modern.ask(get("/", "Connection: close\r\n")).headers.at("connection") == "close");
  CHECK(modern.is_closed_by_server());
  raw_client old(server->port());
  CHECK(old.ask("GET /old HTTP/1.0\r\n\r\n").body == "GET /old");
  CHECK(old.is_closed_by_server());
  raw_client kept(server->port());
  CHECK(kept.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").headers.at("connection") == "keep-alive");
  CHECK(kept.ask(get("/again")).body == "GET /again");
}

TEST_CASE("a client that has sent all and ended its side still gets its answer") {
  const auto server = start_server();
  raw_client client(server->port());
  client.send(get("/last"));
  client.end_sending();
  CHECK(client.answer().body == "GET /last");
  CHECK(client.is_closed_by_server());
}

TEST_CASE("an answer may come later, from any thread") {
  const auto server = start_server({}, [](io::http_request&&, io::respond answer) {
    std::thread([answer = std::move(answer)] { answer(io::json_response(200, "later")); }).detach();
  });
  raw_client client(server->port());
  for (int i = 0; i < 100; ++i) REQUIRE(client.ask(get("/")).body == "later");
}

TEST_CASE("a request that its handler drops or breaks is answered 500") {
  const auto server = start_server({}, [](io::http_request&& request, const io::respond&) {
    if (request.path == "/throw") throw std::runtime_error("oops");
  });
  raw_client client(server->port());
  for (const auto* path : {"/drop", "/throw"}) {
    const auto got = client.ask(get(path));
    CHECK(got.status == 500);
    CHECK(got.headers.at("content-type") == "application/problem+json");
    CHECK(got.body == R"({"type":"about:blank","title":"Internal Server Error","status":500,)"
                      R"("detail":"the request was dropped without an answer"})");
  }
}

TEST_CASE("an answer to a client that has gone harms nobody") {
  parked_answers parked;
  const auto server = start_server({}, parked.handler());
  auto client = std::make_unique<raw_client>(server->port());
  client->send(get("/"));
  const auto answer = parked.take();
  client.reset();
  answer(io::json_response(200, std::string(1'000'000, 'x')));
  raw_client other(server->port());
  other.send(get("/"));
  parked.take()(io::json_response(200, "fine"));
  CHECK(other.answer().body == "fine");
}

TEST_CASE("a client that reads slowly gets a large answer whole, and what it asked behind it") {
  const std::string large(20'000'000, 'x');
  const auto server = start_server({}, [&](io::http_request&& request, const io::respond& answer) {
    answer(io::json_response(200, request.path == "/large" ? large : "small"));
  });
  raw_client client(server->port(), 4096);
  client.send(get("/large") + get("/small"));
  CHECK((client.answer().body == large));
  CHECK(client.answer().body == "small");
}

TEST_CASE("several io threads serve as one does") {
  io::http_server_options options;
  options.threads = 3;
  const auto server = start_server(options);
  std::vector<std::unique_ptr<raw_client>> clients;
  for (int i = 0; i < 12; ++i) clients.push_back(std::make_unique<raw_client>(server->port()));
  for (int round = 0; round < 3; ++round) {
    for (const auto& client : clients) client->send(get("/" + std::to_string(round)));
    for (const auto& client : clients) CHECK(client->answer().body == "GET /" + std::to_string(round));
  }
  CHECK(server->counters().requests == 36);
  CHECK(server->counters().connections == 12);
}

TEST_CASE("counters tell what came and how it was answered") {
  const auto server = start_server({}, [](io::http_request&& request, const io::respond& answer) {
    answer(io::problem_response(static_cast<unsigned>(std::stoi(request.path.substr(1))), "x"));
  });
  raw_client client(server->port());
  for (const auto* path : {"/200", "/404", "/404", "/500"}) client.ask(get(path));
  const auto counted = server->counters();
  CHECK(counted.requests == 4);
  CHECK(counted.answers_2xx == 1);
  CHECK(counted.answers_4xx == 2);
  CHECK(counted.answers_5xx == 1);
  CHECK(counted.connections_now == 1);
  CHECK(counted.requests_in_flight_now == 0);
  CHECK(counted.bytes_in == 4 * get("/200").size());
}

TEST_CASE("a port in use is an error that says so") {
  const auto server = start_server();
  io::http_server_options options;
  options.port = server->port();
  const auto second = io::http_server::start(options, tell);
  REQUIRE_FALSE(second);
  CHECK(second.error().message ==
        fmt::format("cannot listen on 127.0.0.1 port {}: Address already in use", server->port()));
  CHECK(second.error().hint == "choose another port, or stop the program that holds it");
}

TEST_CASE("an address that is none is an error") {
  io::http_server_options options;
  options.address = "example.invalid";
  CHECK(io::http_server::start(options, tell).error().message == "not an IP address to listen on: example.invalid");
  options.address = "localhost";
  CHECK(io::http_server::start(options, tell));
}

TEST_CASE("stopping lets a running request finish and closes the rest") {
  parked_answers parked;
  const auto server = start_server({}, parked.handler());
  raw_client idle(server->port());
  raw_client busy(server->port());
  busy.send(get("/") + get("/not taken any more"));
  const auto answer = parked.take();
  std::thread stopper([&] { server->stop(); });
  CHECK(idle.is_closed_by_server());
  answer(io::json_response(200, "done"));
  const auto got = busy.answer();
  CHECK(got.body == "done");
  CHECK(got.headers.at("connection") == "close");
  CHECK(busy.rest().empty());
  stopper.join();
  server->stop();
}

TEST_CASE("stopping does not wait for ever, and a later answer goes nowhere") {
  parked_answers parked;
  io::http_server_options options;
  options.drain_timeout_ms = 20;
  auto server = start_server(options, parked.handler());
  raw_client client(server->port());
  client.send(get("/"));
  const auto answer = parked.take();
  server->stop();
  CHECK(client.is_closed_by_server());
  server.reset();
  answer(io::json_response(200, "too late"));
}
