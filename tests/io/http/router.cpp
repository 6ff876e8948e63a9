#include "io/http/router.hpp"

#include "io/http/problem.hpp"
#include "tests/support/catch.hpp"

namespace {

io::http_handler named(std::string name) {
  return [name = std::move(name)](io::http_request&& request, const io::respond& answer) {
    auto text = name;
    for (const auto& [key, value] : request.parameters) text += " " + key + "=" + value;
    answer(io::json_response(200, text));
  };
}

io::router made_routes() {
  io::router routes;
  routes.add("GET", "/", named("console"));
  routes.add("POST", "/ingest", named("ingest"));
  routes.add("GET", "/windows", named("windows"));
  routes.add("GET", "/windows/open", named("open windows"));
  routes.add("POST", "/tables/{name}", named("feed"));
  routes.add("GET", "/tables/{name}", named("rows"));
  routes.add("GET", "/tables/special", named("special"));
  return routes;
}

io::http_response ask(const std::string& method, const std::string& path) {
  static const io::router routes = made_routes();
  io::http_request request;
  request.method = method;
  request.path = path;
  io::http_response got;
  routes(std::move(request), [&](io::http_response response) { got = std::move(response); });
  return got;
}

} // namespace

TEST_CASE("a path leads to the handler of its method") {
  CHECK(ask("GET", "/").body == "console");
  CHECK(ask("POST", "/ingest").body == "ingest");
  CHECK(ask("GET", "/windows/open").body == "open windows");
  CHECK(ask("GET", "/tables/clicks").body == "rows name=clicks");
  CHECK(ask("POST", "/tables/clicks").body == "feed name=clicks");
}

TEST_CASE("a word wins over a parameter") {
  CHECK(ask("GET", "/tables/special").body == "special");
  CHECK(ask("POST", "/tables/special").status == 405);
}

TEST_CASE("percent signs are undone behind the slashes") {
  CHECK(ask("GET", "/%77indows").body == "windows");
  CHECK(ask("GET", "/tables/a%2Fb%20c").body == "rows name=a/b c");
}

TEST_CASE("an unknown path is answered 404, with the nearest that is known") {
  const auto got = ask("GET", "/window");
  CHECK(got.status == 404);
  CHECK(got.content_type == "application/problem+json");
  CHECK(got.body == R"({"type":"about:blank","title":"Not Found","status":404,"detail":"there is nothing at /window",)"
                    R"("hint":"did you mean /windows?"})");
  CHECK(
      ask("GET", "/something/else/entirely").body ==
      R"({"type":"about:blank","title":"Not Found","status":404,"detail":"there is nothing at /something/else/entirely"})");
  for (const auto* path : {"/tables/", "/tables", "/tables/a/b", "/ingest/", "/%zz", "*", ""})
    CHECK(ask("GET", path).status == 404);
}

TEST_CASE("a wrong method is answered 405 with those that are right") {
  const auto got = ask("DELETE", "/tables/clicks");
  CHECK(got.status == 405);
  CHECK(got.headers == io::name_values{{"Allow", "OPTIONS, GET, HEAD, POST"}});
  CHECK(got.body == R"({"type":"about:blank","title":"Method Not Allowed","status":405,)"
                    R"("detail":"/tables/{name} does not take DELETE"})");
}

TEST_CASE("OPTIONS tells the methods") {
  const auto got = ask("OPTIONS", "/ingest");
  CHECK(got.status == 204);
  CHECK(got.headers == io::name_values{{"Allow", "OPTIONS, POST"}});
}

TEST_CASE("the routes can be listed") {
  CHECK(made_routes().routes() == std::vector<std::string>{"GET /", "POST /ingest", "GET /tables/special",
                                                           "GET /tables/{name}", "POST /tables/{name}", "GET /windows",
                                                           "GET /windows/open"});
}
