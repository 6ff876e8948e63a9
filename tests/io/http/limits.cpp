#include <atomic>
#include <thread>

#include "io/http/content_encoding.hpp"
#include "tests/io/http/echo_server.hpp"

namespace {

struct refused {
  int status;
  std::string detail;
};

/// What a server says to these bytes, after which it closes.
refused refusal(const std::string& bytes, io::http_server_options options = {}) {
  const auto server = start_server(std::move(options));
  raw_client client(server->port());
  const auto got = client.ask(bytes);
  CHECK(got.headers.at("content-type") == "application/problem+json");
  CHECK(got.headers.at("connection") == "close");
  client.end_sending();
  CHECK(client.rest().empty());
  const std::string key = "\"detail\":\"";
  const auto at = got.body.find(key);
  REQUIRE(at != std::string::npos);
  return {got.status, got.body.substr(at + key.size(), got.body.size() - at - key.size() - 2)};
}

void check(const refused& got, int status, const std::string& detail) {
  CHECK(got.status == status);
  CHECK(got.detail == detail);
}

} // namespace

TEST_CASE("a request that is none is answered 400") {
  check(refusal("rubbish\r\n\r\n"), 400, "request cannot be read: bad method");
  check(refusal("GET / HTTP/1.1\r\nHost x\r\n\r\n"), 400, "request cannot be read: bad field");
  check(refusal("GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n"), 400, "request target cannot be read: nowhere");
  check(refusal(get("/%zz")), 400, "request target cannot be read: /%zz");
  check(refusal(get("/?a=%f")), 400, "request target cannot be read: /?a=%f");
  check(refusal(get("*")), 400, "request target cannot be read: *");
}

TEST_CASE("HTTP/1.1 needs one Host") {
  check(refusal("GET / HTTP/1.1\r\n\r\n"), 400, "HTTP/1.1 needs a Host header");
  check(refusal(get("/", "Host: y\r\n")), 400, "more than one Host header");
}

TEST_CASE("other versions are answered 505") {
  check(refusal("GET / HTTP/2.0\r\n\r\n"), 505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
}

TEST_CASE("methods and transfer codings that nobody here knows are answered 501") {
  check(refusal("BREW / HTTP/1.1\r\nHost: x\r\n\r\n"), 501, "method is not supported: BREW");
  check(refusal("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n"), 501, "method is not supported: CONNECT");
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"), 501,
        "transfer coding is not supported: gzip, chunked");
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"), 501,
        "transfer coding is not supported: gzip");
}

TEST_CASE("a body whose length is said twice is refused, for the two could be read differently") {
  CHECK(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n").status == 400);
  CHECK(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n").status == 400);
  CHECK(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n").status == 400);
  check(refusal("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400, "HTTP/1.0 has no Transfer-Encoding");
}

TEST_CASE("a body of HTTP/1.0 needs its length, one of HTTP/1.1 may be none") {
  check(refusal("POST / HTTP/1.0\r\n\r\nbody"), 411, "HTTP/1.0 needs a Content-Length to send a body");
  const auto server = start_server();
  raw_client client(server->port());
  CHECK(client.ask("POST /flush HTTP/1.1\r\nHost: x\r\n\r\n").body == "POST /flush");
}

TEST_CASE("broken chunks are answered 400") {
  const std::string start = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  check(refusal(start + "zz\r\n"), 400, "request cannot be read: bad chunk");
  check(refusal(start + "2\r\nabcd\r\n0\r\n\r\n"), 400, "request cannot be read: bad chunk");
}

TEST_CASE("too large headers are answered 431") {
  io::http_server_options options;
  options.header_bytes_max = 1000;
  const std::string detail = "request line and headers are longer than 1000 bytes";
  check(refusal(get("/", "X: " + std::string(2000, 'x') + "\r\n"), options), 431, detail);
  check(refusal(get("/" + std::string(100'000, 'x')), options), 431, detail);
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(100'000, 'x'),
                options),
        431, detail);
  const auto server = start_server(options);
  raw_client client(server->port());
  CHECK(client.ask(get("/", "X: " + std::string(900, 'x') + "\r\n")).status == 200);
}

TEST_CASE("too large bodies are answered 413, before they are sent when the client asks first") {
  io::http_server_options options;
  options.body_bytes_max = 1000;
  const std::string detail = "body is longer than 1000 bytes";
  check(refusal(post("/", std::string(1001, 'x')), options), 413, detail);
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n", options), 413,
        detail);
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", options), 400,
        "request cannot be read: bad Content-Length");
  const std::string start = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  check(refusal(start + "3e9\r\n", options), 413, detail);
  const auto piece = "1f4\r\n" + std::string(500, 'x') + "\r\n";
  check(refusal(start + piece + piece + "1\r\nx\r\n0\r\n\r\n", options), 413, detail);
  const auto server = start_server(options);
  raw_client client(server->port());
  CHECK(client.ask(post("/", std::string(1000, 'x'))).status == 200);
  CHECK(client.ask(start + piece + piece + "0\r\n\r\n").status == 200);
}

TEST_CASE("a refused client that goes on sending still gets its answer") {
  io::http_server_options options;
  options.body_bytes_max = 1000;
  const auto server = start_server(options);
  raw_client client(server->port());
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n" + std::string(8'000'000, 'x'));
  CHECK(client.answer().status == 413);
}

TEST_CASE("bodies that grow too much are answered 413, broken ones 400, and the connection is kept") {
  io::http_server_options options;
  options.decompressed_bytes_max = 10'000;
  const auto server = start_server(options);
  raw_client client(server->port());
  const auto bomb = client.ask(post("/", io::compress_gzip(std::string(10'001, 'x')), "Content-Encoding: gzip\r\n"));
  CHECK(bomb.status == 413);
  CHECK_THAT(bomb.body, ContainsSubstring("decompressed body is longer than 10000 bytes"));
  const auto broken = client.ask(post("/", "no gzip", "Content-Encoding: gzip\r\n"));
  CHECK(broken.status == 400);
  CHECK_THAT(broken.body, ContainsSubstring("compressed body is broken at byte 2: incorrect header check"));
  CHECK(client.ask(post("/", io::compress_gzip(std::string(10'000, 'x')), "Content-Encoding: gzip\r\n")).status == 200);
}

TEST_CASE("other content encodings are answered 415, naming those that are known") {
  const auto server = start_server();
  raw_client client(server->port());
  const auto got = client.ask(post("/", "x", "Content-Encoding: br\r\n"));
  CHECK(got.status == 415);
  CHECK(got.headers.at("accept-encoding") == "gzip, deflate");
  check(refusal(post("/", "x", "Content-Encoding: gzip, gzip\r\n")), 415,
        "content encoding is not supported: gzip, gzip (gzip and deflate are)");
}

TEST_CASE("other expectations are answered 417") {
  check(refusal(post("/", "x", "Expect: the best\r\n")), 417, "expectation is not supported: the best");
}

TEST_CASE("a request that does not end in time is answered 408") {
  io::http_server_options options;
  options.read_timeout_ms = 20;
  const std::string detail = "the request did not come to its end in time";
  check(refusal("GET / HT", options), 408, detail);
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab", options), 408, detail);
  check(refusal("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", options), 408, detail);
}

TEST_CASE("bytes that come one by one do not buy time without end") {
  io::http_server_options options;
  options.read_timeout_ms = 20;
  const auto server = start_server(options);
  raw_client client(server->port());
  client.send("GET /");
  std::atomic<bool> has_answer{false};
  std::thread dripping([&] {
    while (!has_answer) {
      client.send("x");
      std::this_thread::yield();
    }
  });
  const auto got = client.answer();
  has_answer = true;
  dripping.join();
  // Which of the two limits strikes first depends on how fast the drops fall.
  CHECK((got.status == 408 || got.status == 431));
}

TEST_CASE("a silent connection is closed in silence") {
  io::http_server_options options;
  options.idle_timeout_ms = 20;
  const auto server = start_server(options);
  raw_client fresh(server->port());
  CHECK(fresh.is_closed_by_server());
  raw_client used(server->port());
  CHECK(used.ask(get("/")).status == 200);
  CHECK(used.is_closed_by_server());
}

TEST_CASE("a client that takes nothing is closed") {
  io::http_server_options options;
  options.write_timeout_ms = 20;
  std::atomic<bool> is_asked{false};
  const auto server = start_server(options, [&](io::http_request&&, const io::respond& answer) {
    is_asked = true;
    answer(io::json_response(200, std::string(50'000'000, 'x')));
  });
  raw_client client(server->port(), 4096);
  client.send(get("/"));
  while (!is_asked || server->counters().connections_now > 0) std::this_thread::yield();
  CHECK(client.rest().size() < 50'000'000);
}

TEST_CASE("one connection too many is answered 503 and closed") {
  io::http_server_options options;
  options.connections_max = 2;
  const auto server = start_server(options);
  raw_client first(server->port());
  raw_client second(server->port());
  CHECK(first.ask(get("/")).status == 200);
  CHECK(second.ask(get("/")).status == 200);
  raw_client third(server->port());
  const auto got = third.answer();
  CHECK(got.status == 503);
  CHECK(got.headers.at("retry-after") == "1");
  CHECK_THAT(got.body, ContainsSubstring("too many connections"));
  CHECK(server->counters().connections_refused == 1);
  third.end_sending();
  CHECK(third.rest().empty());
  first.close();
  while (server->counters().connections_now > 1) std::this_thread::yield();
  raw_client fourth(server->port());
  CHECK(fourth.ask(get("/")).status == 200);
}

TEST_CASE("one request in flight too many is answered 503, and its connection kept") {
  io::http_server_options options;
  options.requests_in_flight_max = 1;
  std::atomic<io::respond*> parked{nullptr};
  const auto server = start_server(options, [&](io::http_request&& request, const io::respond& answer) {
    if (request.path == "/park")
      parked = new io::respond(answer);
    else
      tell(std::move(request), answer);
  });
  raw_client busy(server->port());
  raw_client other(server->port());
  busy.send(get("/park"));
  while (parked == nullptr) std::this_thread::yield();
  const auto refused = other.ask(post("/", "body"));
  CHECK(refused.status == 503);
  CHECK(refused.headers.at("retry-after") == "1");
  CHECK_FALSE(refused.headers.contains("connection"));
  const std::unique_ptr<io::respond> answer(parked.load());
  (*answer)(io::json_response(200, "done"));
  CHECK(busy.answer().body == "done");
  CHECK(other.ask(get("/")).status == 200);
}

TEST_CASE("clients that leave in the middle leave nothing behind") {
  const auto server = start_server();
  for (const std::string part : {"", "GET", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab",
                                 "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na"}) {
    raw_client client(server->port());
    client.send(part);
    client.end_sending();
    CHECK(client.is_closed_by_server());
  }
  while (server->counters().connections_now > 0) std::this_thread::yield();
  CHECK(server->counters().requests == 0);
}
