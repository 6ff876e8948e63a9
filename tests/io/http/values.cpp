// The pure functions under the server.
#include "io/http/access_policy.hpp"
#include "io/http/content_encoding.hpp"
#include "io/http/problem.hpp"
#include "io/http/request_target.hpp"
#include "io/http/response_text.hpp"
#include "tests/support/catch.hpp"

namespace {

io::http_request request_with(io::name_values headers, std::string method = "GET") {
  io::http_request request;
  request.method = std::move(method);
  request.path = "/stats";
  request.headers = std::move(headers);
  return request;
}

std::string split(std::string_view target) {
  io::http_request request;
  if (!io::split_target(target, request)) return "(no)";
  std::string text = request.path;
  for (const auto& [name, value] : request.query) text += " " + name + "=" + value;
  return text;
}

} // namespace

TEST_CASE("a target is split into path and query") {
  CHECK(split("/a/b") == "/a/b");
  CHECK(split("/a?x=1&&y=&z&=w") == "/a x=1 y= z= =w");
  CHECK(split("/a?q=a%3D%26b+c%2B") == "/a q=a=&b c+");
  CHECK(split("/a%20b?x") == "/a%20b x=");
  CHECK(split("/a#part?x=1") == "/a");
  CHECK(split("*") == "*");
}

TEST_CASE("an absolute target loses its host") {
  CHECK(split("http://host:80/a?b=c") == "/a b=c");
  CHECK(split("HTTPS://host") == "/");
  CHECK(split("http://host?b=c") == "/ b=c");
  CHECK(split("http:///a") == "(no)");
  CHECK(split("ftp://host/a") == "(no)");
  CHECK(split("host:80") == "(no)");
}

TEST_CASE("wrong percent signs are refused") {
  for (const auto* target : {"/%", "/%4", "/%4g", "/a?%x1=1", "/a?x=%"}) CHECK(split(target) == "(no)");
  CHECK(io::percent_decode("%41%6a%4A%00", false) == std::string("AjJ\0", 4));
  CHECK(io::percent_decode("a+b", false) == "a+b");
}

TEST_CASE("an answer's text is what HTTP wants") {
  io::http_response response = io::json_response(200, "{}");
  response.headers = {{"X-One", "1"}, {"X-Bad", "a\r\nSet-Cookie: x"}, {"Y\n", "y"}};
  std::string out;
  io::append_response(response, {"now", false, true, false}, out);
  CHECK(out ==
        "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: application/json\r\nContent-Length: 2\r\nX-One: 1\r\n\r\n{}");
  out.clear();
  response = {};
  response.status = 204;
  response.body = "never sent";
  io::append_response(response, {"now", false, false, false}, out);
  CHECK(out == "HTTP/1.1 204 No Content\r\nDate: now\r\nConnection: close\r\n\r\n");
}

TEST_CASE("dates are those of HTTP") {
  CHECK(io::http_date(784111777) == "Sun, 06 Nov 1994 08:49:37 GMT");
  CHECK(io::http_date(1709164800) == "Thu, 29 Feb 2024 00:00:00 GMT");
}

TEST_CASE("every status that is answered has its words") {
  for (const unsigned status : {100U, 200U, 201U, 202U, 204U, 301U, 302U, 304U, 308U, 400U, 401U, 403U, 404U, 405U,
                                406U, 408U, 409U, 411U, 413U, 415U, 417U, 422U, 429U, 431U, 500U, 501U, 503U, 505U})
    CHECK(io::reason_phrase(status) != "Status");
  CHECK(io::reason_phrase(299) == "Status");
}

TEST_CASE("a problem document keeps bytes that are no UTF-8 out") {
  io::problem what;
  what.status = 422;
  what.type = "https://example.org/problems/rows";
  what.title = "No row was taken";
  what.detail = "bad byte: \xFF";
  what.hint = "send UTF-8";
  const auto response = io::problem_response(what);
  CHECK(response.status == 422);
  CHECK(response.body == R"({"type":"https://example.org/problems/rows","title":"No row was taken","status":422,)"
                         "\"detail\":\"bad byte: \xEF\xBF\xBD\",\"hint\":\"send UTF-8\"}");
}

TEST_CASE("an error's kind decides the status") {
  using core::errc;
  const auto status = [](errc code) { return io::problem_response(core::error{code, "x"}).status; };
  CHECK(status(errc::syntax) == 400);
  CHECK(status(errc::bad_value) == 400);
  CHECK(status(errc::limit) == 413);
  CHECK(status(errc::shutdown) == 503);
  CHECK(status(errc::io_failed) == 500);
  const auto placed = io::problem_response(core::error{errc::syntax, "unexpected }", {3, 7, 1}, "remove it"});
  CHECK_THAT(placed.body, ContainsSubstring(R"("detail":"line 3, column 7: unexpected }","hint":"remove it")"));
}

TEST_CASE("content encodings are known by any of their names") {
  CHECK(io::parse_encoding("GZip ") == io::body_encoding::gzip);
  CHECK(io::parse_encoding("x-gzip") == io::body_encoding::gzip);
  CHECK(io::parse_encoding("deflate") == io::body_encoding::deflate);
  CHECK(io::parse_encoding("identity") == io::body_encoding::identity);
  CHECK_FALSE(io::parse_encoding("gzip, br"));
}

TEST_CASE("gzip may have several members; deflate may be zlib's or bare") {
  using io::body_encoding;
  const auto text = std::string(100'000, 'x') + "end";
  const auto packed = io::compress_gzip(text) + io::compress_gzip("more");
  const auto plain = io::decompress(body_encoding::gzip, packed, 200'000);
  REQUIRE(plain);
  CHECK((*plain == text + "more"));
  CHECK(plain->capacity() >= plain->size() + io::body_padding_bytes);
  const std::string zlib("\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13);
  CHECK(io::decompress(body_encoding::deflate, zlib, 100).value() == "hello");
  CHECK(io::decompress(body_encoding::deflate, std::string_view(zlib).substr(2, 7), 100).value() == "hello");
}

TEST_CASE("compressed data that are broken say where") {
  using io::body_encoding;
  const auto packed = io::compress_gzip("hello hello hello hello");
  const auto message = [](std::string_view data) {
    return io::decompress(body_encoding::gzip, data, 100).error().message;
  };
  CHECK(message(packed.substr(0, 12)) == "compressed body is broken at byte 12: cut off");
  CHECK(message(packed + "x") ==
        "compressed body is broken at byte " + std::to_string(packed.size() + 1) + ": cut off");
  CHECK(message("plain text") == "compressed body is broken at byte 2: incorrect header check");
  const std::string zlib("\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13);
  CHECK(io::decompress(body_encoding::deflate, zlib + "x", 100).error().message ==
        "compressed body is broken at byte 13: bytes after the end");
  CHECK(io::decompress(body_encoding::gzip, packed, 22).error().code == core::errc::limit);
  CHECK(io::decompress(body_encoding::gzip, packed, 23).value() == "hello hello hello hello");
}

TEST_CASE("a token opens what it should and nothing else") {
  io::http_server_options options;
  CHECK(io::is_authorized(options, request_with({})));
  options.bearer_token = "secret";
  options.open_paths = {"/health"};
  CHECK(io::is_authorized(options, request_with({{"authorization", "Bearer secret"}})));
  CHECK(io::is_authorized(options, request_with({{"authorization", "bearer secret"}})));
  for (const auto* value :
       {"Bearer secre", "Bearer secrets", "Bearer secretsecret", "Bearer Secret", "Bearer ", "secret", "Basic secret"})
    CHECK_FALSE(io::is_authorized(options, request_with({{"authorization", value}})));
  CHECK_FALSE(io::is_authorized(options, request_with({})));
  auto open = request_with({});
  open.path = "/health";
  CHECK(io::is_authorized(options, open));
}

TEST_CASE("other origins may call only when they are named") {
  io::http_server_options options;
  const auto request = request_with({{"origin", "https://a.example"}});
  CHECK(io::origin_headers(options, request).empty());
  options.allowed_origins = {"https://b.example"};
  CHECK(io::origin_headers(options, request) == io::name_values{{"Vary", "Origin"}});
  CHECK(io::origin_headers(options, request_with({})).empty());
  options.allowed_origins.push_back("https://a.example");
  CHECK(io::origin_headers(options, request) ==
        io::name_values{{"Access-Control-Allow-Origin", "https://a.example"}, {"Vary", "Origin"}});
  options.allowed_origins = {"*"};
  CHECK(io::origin_headers(options, request) == io::name_values{{"Access-Control-Allow-Origin", "*"}});
}
