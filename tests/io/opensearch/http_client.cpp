#include "io/opensearch/http_client.hpp"

#include <future>
#include <thread>

#include "tests/support/certificate.hpp"
#include "tests/support/fake_opensearch.hpp"

using namespace io::opensearch;

namespace {

std::unique_ptr<http_client> client_of(connection_settings settings) {
  auto made = http_client::make(std::move(settings));
  REQUIRE(made.has_value());
  return std::move(*made);
}

const http_ask put{.method = "PUT", .path = "/a%2Fb?x=1", .content_type = "application/json", .body = R"({"n":1})"};

std::string header(const io::http_request& request, std::string_view name) {
  const auto* found = io::find_value(request.headers, name);
  return found == nullptr ? "none" : *found;
}

} // namespace

TEST_CASE("a request arrives whole, and its answer comes back with its status") {
  fake_server server;
  const auto client = client_of({.hosts = {server.address()}});
  server.next(404, R"({"error":"gone"})");
  const auto reply = client->send(put);
  REQUIRE(reply.has_value());
  CHECK(reply->status == 404);
  CHECK(reply->body == R"({"error":"gone"})");
  const auto asked = server.requests().at(0);
  CHECK(asked.method == "PUT");
  CHECK(asked.path == "/a%2Fb");
  CHECK(asked.query == io::name_values{{"x", "1"}});
  CHECK(asked.body == R"({"n":1})");
  CHECK(header(asked, "content-type") == "application/json");
  CHECK(header(asked, "authorization") == "none");
  CHECK(header(asked, "expect") == "none");
  CHECK(client->send({.method = "GET", .path = "/", .content_type = "application/json"})->status == 200);
  CHECK(server.requests().at(1).method == "GET");
}

TEST_CASE("a path prefix of the address is kept, and credentials go into the header alone") {
  fake_server server;
  const auto client = client_of({.hosts = {server.address() + "/search"}, .username = "ann", .password = "s:cret"});
  REQUIRE(client->send(put).has_value());
  CHECK(server.requests().at(0).path == "/search/a%2Fb");
  CHECK(header(server.requests().at(0), "authorization") == "Basic YW5uOnM6Y3JldA==");
  CHECK(client->host().find("ann") == std::string::npos);
}

TEST_CASE("bodies may go packed") {
  fake_server server;
  const auto client = client_of({.hosts = {server.address()}, .gzip = true});
  const auto body = std::string(100'000, 'x');
  REQUIRE(client->send({.method = "POST", .path = "/", .content_type = "application/x-ndjson", .body = body}));
  CHECK(header(server.requests().at(0), "content-encoding") == "gzip");
  CHECK(std::stoul(header(server.requests().at(0), "content-length")) < 1000);
  CHECK(server.requests().at(0).body == body);
}

TEST_CASE("over TLS a certificate must be trusted, unless that is waived") {
  const support::certificate_files files;
  fake_server server({}, {.tls_certificate_file = files.certificate, .tls_key_file = files.key});
  const auto address = fmt::format("https://127.0.0.1:{}", server.port());
  const auto refused = client_of({.hosts = {address}, .username = "ann", .password = "secret"})->send(put);
  REQUIRE_FALSE(refused.has_value());
  CHECK_THAT(refused.error().message, ContainsSubstring("SSL certificate problem"));
  CHECK(refused.error().code == core::errc::bad_value);
  CHECK(server.requests().empty());

  CHECK(client_of({.hosts = {address}, .ca_file = files.certificate})->send(put)->status == 200);
  CHECK(client_of({.hosts = {address}, .allow_insecure = true})->send(put)->status == 200);
  CHECK(server.requests().size() == 2);

  const auto missing = client_of({.hosts = {address}, .ca_file = "/none/ca.pem"})->send(put);
  REQUIRE_FALSE(missing.has_value());
  CHECK_THAT(missing.error().message, ContainsSubstring("/none/ca.pem"));
}

TEST_CASE("a server that is away is named, without credentials, and the next host is asked") {
  fake_server server;
  fake_server gone;
  const auto away = gone.address();
  gone.stop();
  const auto client = client_of({.hosts = {away, server.address()}, .username = "ann", .password = "secret"});
  const auto reply = client->send(put);
  REQUIRE_FALSE(reply.has_value());
  CHECK(reply.error().code == core::errc::io_failed);
  CHECK_THAT(reply.error().message, ContainsSubstring(away + ": Failed to connect to 127.0.0.1 port"));
  CHECK(reply.error().message.find("secret") == std::string::npos);
  client->use_next_host();
  CHECK(client->send(put).has_value());
  client->use_next_host();
  CHECK(client->host() == away);
}

TEST_CASE("a redirect is an answer like any other: credentials stay with their host") {
  fake_server other;
  fake_server server([&](const io::http_request&) {
    auto moved = io::json_response(302, "{}");
    moved.headers.emplace_back("Location", other.address() + "/");
    return moved;
  });
  const auto client = client_of({.hosts = {server.address()}, .username = "ann", .password = "secret"});
  CHECK(client->send(put)->status == 302);
  CHECK(other.requests().empty());
}

TEST_CASE("a server that does not answer is given up in time") {
  std::vector<io::respond> kept;
  auto silent = io::http_server::start({.drain_timeout_ms = 0},
                                       [&](io::http_request&&, const io::respond& answer) { kept.push_back(answer); });
  REQUIRE(silent.has_value());
  const auto client =
      client_of({.hosts = {fmt::format("http://127.0.0.1:{}", (*silent)->port())}, .request_timeout_ms = 50});
  const auto reply = client->send(put);
  REQUIRE_FALSE(reply.has_value());
  CHECK(reply.error().code == core::errc::io_failed);
  CHECK_THAT(reply.error().message, ContainsSubstring("timed out"));
}

TEST_CASE("a stop ends a request that waits, and all later ones") {
  std::promise<void> asked;
  std::vector<io::respond> kept;
  auto silent = io::http_server::start({.drain_timeout_ms = 0}, [&](io::http_request&&, const io::respond& answer) {
    kept.push_back(answer);
    asked.set_value();
  });
  REQUIRE(silent.has_value());
  const auto client = client_of({.hosts = {fmt::format("http://127.0.0.1:{}", (*silent)->port())}});
  std::thread stopper([&] {
    asked.get_future().wait();
    client->stop();
  });
  const auto reply = client->send(put);
  stopper.join();
  REQUIRE_FALSE(reply.has_value());
  CHECK(reply.error().code == core::errc::shutdown);
  CHECK(client->send(put).error().code == core::errc::shutdown);
}
