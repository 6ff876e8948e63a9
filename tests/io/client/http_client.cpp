#include "io/client/http_client.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "io/http/content_encoding.hpp"
#include "io/http/server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/certificate.hpp"
#include "tests/support/replay_server.hpp"

namespace {

using core::errc;
using support::replay_fault;
using support::replay_server;

std::unique_ptr<io::http_client> client(io::http_client_options options = {}) {
  auto made = io::http_client::create(std::move(options));
  REQUIRE(made.has_value());
  return std::move(*made);
}

io::client_response get(const replay_server& from, const std::string& target) {
  auto answer = client()->send({.url = from.url() + target});
  INFO((answer ? "" : core::to_string(answer.error())));
  REQUIRE(answer.has_value());
  return std::move(*answer);
}

core::error fault(io::http_client& asked, const io::client_request& request) {
  const auto answer = asked.send(request);
  REQUIRE_FALSE(answer.has_value());
  return answer.error();
}

double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

const io::name_values token = {{"PRIVATE-TOKEN", "s3cr3t"}};

} // namespace

TEST_CASE("an answer comes with its status, headers and body") {
  replay_server server;
  server.script("/events?page=1",
                {{.status = 418, .headers = {{"X-Poll-Interval", "60"}, {"ETag", "\"a\""}}, .body = "tea"}});
  const auto answer = get(server, "/events?page=1");
  CHECK(answer.status == 418);
  CHECK(answer.body == "tea");
  CHECK(
      answer.headers ==
      io::name_values{{"connection", "close"}, {"content-length", "3"}, {"x-poll-interval", "60"}, {"etag", "\"a\""}});
  CHECK(answer.url == server.url() + "/events?page=1");
}

TEST_CASE("a target is asked for as it is written") {
  replay_server server;
  const std::string target = "/repos/a%2Fb/%7Ec/events?q=%2F&r=a+b,c";
  server.script(target, {{.body = "[]"}});
  CHECK(get(server, target).status == 200);
}

TEST_CASE("a request carries its headers, the client's name and what it can unpack") {
  replay_server server;
  server.script("/", {{.body = "{}"}});
  REQUIRE(client()->send({.url = server.url() + "/",
                          .headers = {{"Accept", "application/json"}, {"X-Empty", ""}},
                          .secret_headers = token}));
  const auto request = server.requests().at(0);
  CHECK(request.method == "GET");
  CHECK(request.header("accept") == "application/json");
  CHECK(io::find_value(request.headers, "x-empty") != nullptr);
  CHECK(request.header("private-token") == "s3cr3t");
  CHECK(request.header("user-agent") == "weir/0.1.0");
  CHECK(request.header("accept-encoding") == "gzip, deflate");
}

TEST_CASE("a body is sent with any method") {
  replay_server server;
  server.script("/x", {{.status = 201}});
  const auto answer = client()->send({.method = "PUT", .url = server.url() + "/x", .body = "a\n\0b"});
  REQUIRE(answer.has_value());
  CHECK(answer->status == 201);
  CHECK(server.requests().at(0).method == "PUT");
  CHECK(server.requests().at(0).body == "a\n");
  CHECK(server.requests().at(0).header("expect").empty());
}

TEST_CASE("a gzip body arrives unpacked") {
  replay_server server;
  server.script("/", {{.headers = {{"Content-Encoding", "gzip"}}, .body = io::compress_gzip("[1,2,3]")}});
  CHECK(get(server, "/").body == "[1,2,3]");
}

TEST_CASE("a body longer than the limit is refused, packed ones by their plain length") {
  replay_server server;
  server.script("/plain", {{.body = std::string(1001, 'a')}});
  server.script("/fits", {{.body = std::string(1000, 'a')}});
  server.script("/packed",
                {{.headers = {{"Content-Encoding", "gzip"}}, .body = io::compress_gzip(std::string(1001, 'a'))}});
  const auto asked = client({.body_bytes_max = 1000});
  for (const auto* const target : {"/plain", "/packed"}) {
    const auto why = fault(*asked, {.url = server.url() + target});
    CHECK(why.code == errc::limit);
    CHECK(why.message == "GET " + server.url() + target + ": the body of the answer is longer than 1000 bytes");
  }
  CHECK(asked->send({.url = server.url() + "/fits"}).has_value());
}

TEST_CASE("headers longer than the limit are refused") {
  replay_server server;
  server.script("/", {{.headers = {{"X-Long", std::string(2000, 'a')}}}});
  CHECK(fault(*client({.header_bytes_max = 1000}), {.url = server.url() + "/"}).message ==
        "GET " + server.url() + "/: the header of the answer is longer than 1000 bytes");
}

TEST_CASE("redirects are followed, also relative ones, and the answer says where it came from") {
  replay_server server;
  server.script("/old", {{.status = 301, .headers = {{"Location", "{server}/a/new"}}, .body = "gone"}});
  server.script("/a/new", {{.status = 307, .headers = {{"Location", "newest?x=1"}}}});
  server.script("/a/newest?x=1", {{.body = "here"}});
  const auto answer = get(server, "/old");
  CHECK(answer.body == "here");
  CHECK(answer.redirects == 2);
  CHECK(answer.url == server.url() + "/a/newest?x=1");
}

TEST_CASE("a circle of redirects ends at the limit") {
  replay_server server;
  server.script("/", {{.status = 302, .headers = {{"Location", "/"}}}});
  const auto why = fault(*client({.redirects_max = 3}), {.url = server.url() + "/"});
  CHECK(why.code == errc::limit);
  CHECK(why.message == "GET " + server.url() + "/: more than 3 redirects");
  CHECK(server.requests().size() == 4);
}

TEST_CASE("only GET follows redirects") {
  replay_server server;
  server.script("/", {{.status = 307, .headers = {{"Location", "/other"}}}});
  const auto answer = client()->send({.method = "POST", .url = server.url() + "/", .body = "x"});
  REQUIRE(answer.has_value());
  CHECK(answer->status == 307);
}

TEST_CASE("a secret follows redirects within its origin and never out of it") {
  replay_server server;
  replay_server other;
  server.script("/", {{.status = 302, .headers = {{"Location", "/inner"}}}});
  server.script("/inner", {{.status = 302, .headers = {{"Location", other.url() + "/"}}}});
  other.script("/", {{.body = "[]"}});
  REQUIRE(client()->send({.url = server.url() + "/", .headers = {{"Accept", "text/x"}}, .secret_headers = token}));
  CHECK(server.requests().at(1).header("private-token") == "s3cr3t");
  CHECK(io::find_value(other.requests().at(0).headers, "private-token") == nullptr);
  CHECK(other.requests().at(0).header("accept") == "text/x");
}

TEST_CASE("a redirect to what is no web page is a fault") {
  replay_server server;
  server.script("/", {{.status = 302, .headers = {{"Location", "file:///etc/hostname"}}}});
  CHECK(fault(*client(), {.url = server.url() + "/"}).code == errc::io_failed);
}

TEST_CASE("an answer that breaks off, or does not come, is a fault") {
  replay_server server;
  server.script("/cut", {{.body = "[1,2,3,4]", .fault = replay_fault::cut_short}});
  server.script("/none", {{.fault = replay_fault::no_answer}});
  for (const auto* const target : {"/cut", "/none"}) {
    const auto why = fault(*client(), {.url = server.url() + target});
    CHECK(why.code == errc::io_failed);
    CHECK_THAT(why.message, ContainsSubstring("GET " + server.url() + target + ": "));
  }
}

TEST_CASE("a server that is not there is a fault that tells no secret") {
  std::string url;
  { url = replay_server().url(); }
  const auto why = fault(*client(), {.url = url + "/x", .secret_headers = token});
  CHECK(why.code == errc::io_failed);
  CHECK_THAT(why.message, ContainsSubstring("GET " + url + "/x: "));
  CHECK_THAT(why.message, !ContainsSubstring("s3cr3t"));
}

TEST_CASE("a request ends when its time is over, and the next one works") {
  replay_server server;
  server.script("/", {{.fault = replay_fault::stalled}, {.body = "[]"}});
  const auto asked = client({.timeout_ms = 200});
  const auto began = std::chrono::steady_clock::now();
  CHECK(fault(*asked, {.url = server.url() + "/"}).code == errc::io_failed);
  CHECK(seconds_since(began) < 5);
  CHECK(asked->send({.url = server.url() + "/"}).has_value());
}

TEST_CASE("a stop from another thread ends the request under way and all later ones") {
  replay_server server;
  server.script("/", {{.fault = replay_fault::stalled}});
  const auto asked = client();
  const auto began = std::chrono::steady_clock::now();
  std::thread stopper([&] {
    while (server.requests().empty()) std::this_thread::yield();
    asked->stop();
  });
  CHECK(fault(*asked, {.url = server.url() + "/"}).code == errc::shutdown);
  CHECK(seconds_since(began) < 5);
  stopper.join();
  CHECK(fault(*asked, {.url = server.url() + "/"}).code == errc::shutdown);
  CHECK(server.requests().size() == 1);
}

TEST_CASE("what is no web address, or cannot be sent, is refused before anything is sent") {
  replay_server server;
  for (const auto* const url : {"", "127.0.0.1/x", "file:///etc/hostname", "http://"})
    CHECK(fault(*client(), {.url = url}).code == errc::bad_value);
  const auto why =
      fault(*client(), {.url = server.url(), .secret_headers = {{"Authorization", "Bearer s3cr3t\r\nX-Other: 1"}}});
  CHECK(why.code == errc::bad_value);
  CHECK(why.message == "header Authorization holds a control character");
  CHECK(server.requests().empty());
}

TEST_CASE("TLS to a server that speaks none is a fault") {
  replay_server server;
  const auto url = "https" + server.url().substr(4) + "/";
  CHECK(fault(*client({.timeout_ms = 5000}), {.url = url}).code == errc::io_failed);
}

TEST_CASE("a certificate that nobody vouches for, or that is another host's, ends the request before it is sent") {
  const support::certificate_files files;
  std::atomic<int> asked = 0;
  const auto server = io::http_server::start({.tls_certificate_file = files.certificate, .tls_key_file = files.key},
                                             [&](io::http_request&&, const io::respond& answer) {
                                               ++asked;
                                               answer(io::json_response(200, "[]"));
                                             });
  REQUIRE(server.has_value());
  const auto port = std::to_string((*server)->port());
  const auto unknown = fault(*client(), {.url = "https://127.0.0.1:" + port + "/", .secret_headers = token});
  CHECK(unknown.code == errc::io_failed);
  CHECK_THAT(unknown.message, ContainsSubstring("certificate"));
  const auto other =
      fault(*client({.certificate_file = files.certificate}), {.url = "https://127.0.0.2:" + port + "/"});
  CHECK(other.code == errc::io_failed);
  CHECK(asked == 0);
  const auto good = client({.certificate_file = files.certificate})->send({.url = "https://127.0.0.1:" + port + "/"});
  REQUIRE(good.has_value());
  CHECK(good->body == "[]");
  CHECK(asked == 1);
}
