// Tokens, origins and the built-in pages, over the wire.
#include "io/http/router.hpp"
#include "io/http/static_asset.hpp"
#include "tests/io/http/echo_server.hpp"

TEST_CASE("without the token a request is answered 401, with it as ever") {
  io::http_server_options options;
  options.bearer_token = "secret";
  options.open_paths = {"/health"};
  const auto server = start_server(options);
  raw_client wrong(server->port());
  const auto got = wrong.ask(post("/ingest", "body", "Authorization: Bearer wrong\r\n"));
  CHECK(got.status == 401);
  CHECK(got.headers.at("www-authenticate") == "Bearer");
  raw_client right(server->port());
  CHECK(right.ask(post("/ingest", "body", "Authorization: Bearer secret\r\n")).status == 200);
  CHECK(right.ask(get("/health")).status == 200);
}

TEST_CASE("pages of an allowed origin may ask and call, without a token for the question") {
  io::http_server_options options;
  options.bearer_token = "secret";
  options.allowed_origins = {"https://a.example"};
  const auto server = start_server(options);
  raw_client client(server->port());
  const auto asked =
      client.ask("OPTIONS /ingest HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\n"
                 "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n\r\n");
  CHECK(asked.status == 204);
  CHECK(asked.headers.at("access-control-allow-origin") == "https://a.example");
  CHECK(asked.headers.at("access-control-allow-headers") == "authorization");
  CHECK_THAT(asked.headers.at("access-control-allow-methods"), ContainsSubstring("POST"));
  const auto called = client.ask(get("/", "Origin: https://a.example\r\nAuthorization: Bearer secret\r\n"));
  CHECK(called.headers.at("access-control-allow-origin") == "https://a.example");
  const auto stranger = client.ask("OPTIONS /ingest HTTP/1.1\r\nHost: x\r\nOrigin: https://b.example\r\n"
                                   "Access-Control-Request-Method: POST\r\n\r\n");
  CHECK(stranger.status == 204);
  CHECK_FALSE(stranger.headers.contains("access-control-allow-origin"));
  CHECK_FALSE(stranger.headers.contains("access-control-allow-methods"));
}

TEST_CASE("the pages under /docs ask nobody outside") {
  const auto* page = io::find_asset("/docs");
  REQUIRE(page != nullptr);
  const auto response = io::asset_response(*page, {});
  CHECK(response.content_type == "text/html; charset=utf-8");
  CHECK_THAT(response.body, ContainsSubstring("<!DOCTYPE html>"));
  CHECK(response.body.find("://") == std::string::npos);
  CHECK_THAT(*io::find_value(response.headers, "Content-Security-Policy"), ContainsSubstring("default-src 'self'"));
  CHECK(io::find_asset("/docs/nothing") == nullptr);
}

TEST_CASE("every file that the page names is there, and starts from openapi.json") {
  const auto page = io::asset_response(*io::find_asset("/docs"), {}).body;
  std::size_t files = 0;
  for (auto at = page.find("=\"docs/"); at != std::string::npos; at = page.find("=\"docs/", at + 1)) {
    const auto begin = at + 2;
    const auto name = page.substr(begin, page.find('"', begin) - begin);
    INFO(name);
    CHECK(io::find_asset("/" + name) != nullptr);
    ++files;
  }
  CHECK(files >= 2);
  const auto* script = io::find_asset(io::has_swagger_ui ? "/docs/start.js" : "/docs/plain.js");
  REQUIRE(script != nullptr);
  CHECK_THAT(io::asset_response(*script, {}).body, ContainsSubstring("openapi.json"));
}

TEST_CASE("a page comes compressed to those who take it, and not twice") {
  io::router routes;
  io::add_docs_routes(routes);
  const auto server = start_server({}, routes);
  raw_client client(server->port());
  const auto plain = client.ask(get("/docs"));
  CHECK(plain.status == 200);
  const auto packed = client.ask(get("/docs", "Accept-Encoding: br, gzip;q=0.8\r\n"));
  CHECK(packed.headers.at("content-encoding") == "gzip");
  CHECK(packed.body.size() < plain.body.size());
  CHECK_FALSE(client.ask(get("/docs", "Accept-Encoding: br, gzip;q=0\r\n")).headers.contains("content-encoding"));
  CHECK_FALSE(client.ask(get("/docs", "Accept-Encoding: br\r\n")).headers.contains("content-encoding"));
  const auto again = client.ask(get("/docs", "If-None-Match: " + plain.headers.at("etag") + "\r\n"));
  CHECK(again.status == 304);
  CHECK(again.body.empty());
}
