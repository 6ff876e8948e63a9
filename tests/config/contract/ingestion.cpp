#include "config/contract/ingestion.hpp"

#include "tests/support/catch.hpp"

using namespace config::contract;

namespace {

std::string complaints_of(const std::string& text) {
  const auto made = read_ingestion(text);
  if (made) return "no complaint";
  std::string all;
  for (const auto& one : made.error())
    all += std::to_string(one.place.line) + ":" + std::to_string(one.place.column) + " " + one.message +
           (one.hint.empty() ? "" : " (" + one.hint + ")") + "\n";
  return all;
}

const std::string small = "source: shop\nendpoints: {default: https://a.b/events}\nid_field: id\ntype_field: kind\n";

} // namespace

TEST_CASE("what a polling contract does not say has a default") {
  const auto made = read_ingestion(small);
  REQUIRE(made);
  CHECK(made->source == "shop");
  CHECK(made->endpoints.size() == 1);
  CHECK(made->find("default")->url == "https://a.b/events");
  CHECK(made->find("other") == nullptr);
  CHECK_FALSE(made->auth);
  CHECK(made->remaining_header.empty());
  CHECK(made->items.empty());
  CHECK(made->follow_link);
  CHECK(made->pages_max == 10);
  CHECK(made->poll_interval_ms == 60'000);
  CHECK(made->timeout_ms == 30'000);
  CHECK(made->deduplication_ids == 100'000);
}

TEST_CASE("a polling contract that says everything") {
  const auto made = read_ingestion(R"(
source: shop
endpoints:
  default: https://a.b/events
  one: "http://a.b/{owner}/x/{repo}?again={owner}"
headers: {rate_limit_remaining: X-Left, rate_limit_reset: X-Reset}
auth: {env_var: SHOP_TOKEN, header: X-Token, value_template: "Token {token}"}
id_field: meta."the id"
type_field: meta.type
request_headers: {Accept: application/json}
items: data.events
pages: {follow_link: false, max: 2}
poll_interval: 5s
timeout: 1s
deduplication_window: 10
)");
  REQUIRE(made);
  CHECK(made->find("one")->placeholders == std::vector<std::string>{"owner", "repo"});
  CHECK(made->remaining_header == "X-Left");
  CHECK(made->reset_header == "X-Reset");
  CHECK(header_value(*made->auth, "s3cret") == "Token s3cret");
  CHECK(made->auth->header == "X-Token");
  CHECK(made->id_field == core::contract::path{"meta", "the id"});
  CHECK(made->request_headers.at("Accept") == "application/json");
  CHECK(made->items == core::contract::path{"data", "events"});
  CHECK_FALSE(made->follow_link);
  CHECK(made->pages_max == 2);
  CHECK(made->poll_interval_ms == 5'000);
  CHECK(made->deduplication_ids == 10);
}

TEST_CASE("placeholders are filled, escaped, and named when they are missing or unknown") {
  const endpoint one{.name = "one", .url = "http://a/{o}/{r}?o={o}", .placeholders = {"o", "r"}};
  CHECK(*fill(one, {{"o", "a b/c"}, {"r", "x.y-z_~"}}) == "http://a/a%20b%2Fc/x.y-z_~?o=a%20b%2Fc");
  CHECK(*fill(one, {{"o", "{r}"}, {"r", "\xC3\xA9"}}) == "http://a/%7Br%7D/%C3%A9?o=%7Br%7D");
  CHECK(fill(one, {{"r", ""}}).error().message == "endpoint one needs o, r");
  CHECK(fill(one, {}).error().hint == "give --param o=… --param r=…");
  CHECK(fill(one, {{"o", ".."}, {"r", "x"}}).error().message == "parameter o must not be ..");
  CHECK(fill(one, {{"o", "1"}, {"r", "2"}, {"x", "3"}}).error().message == "endpoint one has no parameter x");
  CHECK(fill(one, {{"o", "1"}, {"r", "2"}, {"x", "3"}}).error().hint == "it takes o, r");
  const endpoint fixed{.name = "fixed", .url = "http://a"};
  CHECK(*fill(fixed, {}) == "http://a");
  CHECK(fill(fixed, {{"x", "3"}}).error().hint == "it takes none");
}

TEST_CASE("all that is wrong with a polling contract is said at once, with its place") {
  CHECK(complaints_of("a: [") != "no complaint");
  CHECK(complaints_of("{}") == R"(1:1 the contract needs the key endpoints
1:1 the contract needs the key id_field
1:1 the contract needs the key source
1:1 the contract needs the key type_field
)");
  CHECK(complaints_of(R"(source: a b
endpoints:
  one: ftp://x
  two: https:///x
  three: "https://a/{x"
  four: "https://a/{x y}"
  five: [1]
  six: "https://a/x}"
header: {}
headers: {rate_limit_remaining: "a b", reset: x}
auth: {env_var: "ghp-token", header: "a:b", value_template: Bearer}
id_field: a[0]
type_field: [a]
request_headers: {"a b": c, Ok: "x\ny", Other: [1]}
pages: {max: 0, follow_link: maybe}
poll_interval: 1ms
timeout: soon
deduplication_window: 10000001
)") ==
        R"text(1:9 source must be letters, digits, _ and -: a b
3:8 endpoint one must be an http:// or https:// url: ftp://x
4:8 endpoint two is no url: https:///x
5:10 a brace without its partner: https://a/{x
6:9 a placeholder is letters, digits and _: {x y}
6:9 endpoint four is no url: https://a/{x y}
7:9 five must be a single value: a list
8:8 a brace without its partner: https://a/x}
9:1 unknown key in the contract: header (did you mean headers? allowed: auth, deduplication_window, endpoints, headers, id_field, items, pages, poll_interval, request_headers, source, timeout, type_field)
10:33 rate_limit_remaining is no name of a header: a b
10:40 unknown key in headers: reset (allowed: rate_limit_remaining, rate_limit_reset)
11:17 env_var is no name of an environment variable (name the variable that holds the token; the token itself does not belong here)
11:38 header is no name of a header: a:b
11:61 value_template must hold {token}
12:12 path has an unquoted [: a[0] (quote the name: "a[b".c)
13:13 type_field must be a single value: a list
14:19 no name of a header: a b
14:33 header Ok must be one line
14:48 Other must be a single value: a list
15:14 max must be 1 to 1000: 0
15:30 follow_link must be true or false: maybe
16:16 poll_interval must be 1s to 1d: 1ms
17:10 timeout: not a duration: soon (write 500ms, 5s, 1m, 2h, 1d or 1h30m)
18:23 deduplication_window must be 1 to 10000000: 10000001
)text");
  CHECK(complaints_of(small + "auth: {value_template: \"{token}\\n\"}\n") ==
        R"text(5:7 auth needs the key env_var
5:24 value_template must be one line
)text");
  CHECK(complaints_of("source: [a]\nendpoints: {}\nid_field: a\ntype_field: b\n") ==
        R"text(1:9 source must be a single value: a list
2:12 endpoints names no endpoint
)text");
  CHECK(complaints_of("source: a\nendpoints: [1]\nid_field: a\ntype_field: b\nheaders: 1\n") ==
        R"text(2:12 endpoints must be a mapping (key: value): a list
5:10 headers must be a mapping (key: value): 1
)text");
}
