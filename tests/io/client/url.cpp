#include "io/client/url.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("an origin is scheme, host and port, whatever way it is written") {
  CHECK(io::origin_of("https://api.github.com/events?per_page=100") == "https://api.github.com:443");
  CHECK(io::origin_of("HTTPS://API.GitHub.com:443") == "https://api.github.com:443");
  CHECK(io::origin_of("http://user:secret@127.0.0.1:8080/a#b") == "http://127.0.0.1:8080");
  CHECK(io::origin_of("http://api.github.com/") == "http://api.github.com:80");
  CHECK(io::origin_of("http://[::1]:81/") == "http://[::1]:81");
}

TEST_CASE("what is no web address has no origin") {
  for (const auto* const text :
       {"", "events", "/events", "ftp://a.b/c", "file:///etc/passwd", "http://", "http://a b/"})
    CHECK_FALSE(io::origin_of(text).has_value());
}

TEST_CASE("references lead on from where they stand") {
  const std::string base = "https://a.example/x/y?page=1";
  CHECK(io::resolve_url(base, "https://b.example/z#part") == "https://b.example/z");
  CHECK(io::resolve_url(base, "/z?page=2") == "https://a.example/z?page=2");
  CHECK(io::resolve_url(base, "z") == "https://a.example/x/z");
  CHECK(io::resolve_url(base, "?page=2") == "https://a.example/x/y?page=2");
  CHECK(io::resolve_url(base, "//b.example/z") == "https://b.example/z");
  CHECK(io::resolve_url(base, "/a b") == "https://a.example/a%20b");
  CHECK(io::resolve_url(base, "/repos/a%2Fb?q=%2F&r=%C3%A9") == "https://a.example/repos/a%2Fb?q=%2F&r=%C3%A9");
  CHECK(io::resolve_url(base, "https://a.example/repos/a%2Fb") == "https://a.example/repos/a%2Fb");
  CHECK_FALSE(io::resolve_url(base, "file:///etc/passwd").has_value());
  CHECK_FALSE(io::resolve_url(base, "ftp://b.example/").has_value());
}

TEST_CASE("a shown url tells no password") {
  CHECK(io::shown_url("http://user:secret@a.example/x?y=1#z") == "http://a.example/x?y=1");
  CHECK(io::shown_url("user:secret@a.example") == "(no url)");
}

TEST_CASE("a url moves to another server with its path and query") {
  const std::string url = "https://api.github.com/repos/a%2Fb/events?per_page=100";
  CHECK(io::move_url(url, "http://127.0.0.1:81") == "http://127.0.0.1:81/repos/a%2Fb/events?per_page=100");
  CHECK(io::move_url(url, "http://proxy.example/github/") ==
        "http://proxy.example/github/repos/a%2Fb/events?per_page=100");
  CHECK(io::move_url("https://api.github.com?a=1#b", "http://h:1/?x") == "http://h:1/?a=1");
  CHECK(io::move_url("https://api.github.com", "http://u:p@h/") == "http://u:p@h/");
  CHECK_FALSE(io::move_url(url, "127.0.0.1:81").has_value());
}
