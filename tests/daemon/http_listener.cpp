// The listener as the user wants it: token files, the tables of a plan, addresses.
#include "daemon/http_listener.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/support/catch.hpp"

namespace {

/// A file of that text that goes with the object.
class text_file {
public:
  explicit text_file(const std::string& text)
      : path((std::filesystem::temp_directory_path() / ("weir-token-" + std::to_string(::getpid()))).string()) {
    std::ofstream(path, std::ios::binary) << text;
  }
  ~text_file() { std::filesystem::remove(path); }
  text_file(const text_file&) = delete;
  text_file& operator=(const text_file&) = delete;
  const std::string path;
};

std::string fault_of(const weir::listener_wish& wish) {
  const auto made = weir::listener_of(wish);
  return made ? std::string() : core::to_string(made.error());
}

std::string fault_of_token(const std::string& text) {
  const text_file file(text);
  auto fault = fault_of({.token_file = file.path});
  if (const auto at = fault.find(file.path); at != std::string::npos) fault.replace(at, file.path.size(), "FILE");
  return fault;
}

core::plan::source_plan http_table(std::string name, std::map<std::string, std::string> options) {
  core::plan::source_plan made;
  made.name = std::move(name);
  made.connector = "http";
  made.options = std::move(options);
  return made;
}

core::result<std::optional<weir::listener_wish>> wish_of(std::vector<core::plan::source_plan> sources) {
  core::plan::pipeline_plan plan;
  plan.sources = std::move(sources);
  return weir::listener_wish_of(plan);
}

} // namespace

TEST_CASE("the token is the line of its file, and health and readiness are asked without it") {
  const text_file file("s3cret-Token_1.2~\r\n");
  const auto made = weir::listener_of({.token_file = file.path});
  REQUIRE(made);
  CHECK(made->bearer_token == "s3cret-Token_1.2~");
  CHECK(made->open_paths == std::vector<std::string>{"/health", "/ready"});
  CHECK(weir::listener_of({})->bearer_token.empty());
  CHECK(weir::listener_of({.token = "from-the-environment"})->bearer_token == "from-the-environment");
}

TEST_CASE("a token that cannot be one is refused without being told") {
  CHECK(fault_of_token("") == "token file FILE is empty");
  CHECK(fault_of_token("\n") == "token file FILE is empty");
  CHECK(fault_of_token("two lines\nsecret") == "token file FILE must be one line of ASCII without spaces");
  CHECK(fault_of_token("s\xC3\xA9"
                       "cret") == "token file FILE must be one line of ASCII without spaces");
  CHECK(fault_of_token(std::string(5000, 'a')) ==
        "token file FILE has more than 4096 bytes, which fits into no header");
  CHECK(fault_of({.token_file = "/nowhere/token"}) ==
        "token file /nowhere/token cannot be read: No such file or directory");
  CHECK_THAT(fault_of({.token_file = "/"}), ContainsSubstring("token file / cannot be read: "));
  CHECK(fault_of({.token = "a b"}) == "the token must be one line of ASCII without spaces");
}

TEST_CASE("a certificate and a key belong together") {
  CHECK(fault_of({.tls_certificate = "c"}) == "a TLS certificate without its key");
  CHECK(fault_of({.tls_key = "k"}) == "a TLS key without its certificate");
}

TEST_CASE("the tables of a plan share one listener, with defaults for what they do not say") {
  CHECK_FALSE(wish_of({})->has_value());
  const auto plain = wish_of({http_table("a", {{"table", "a"}})});
  CHECK((*plain)->host == "127.0.0.1");
  CHECK((*plain)->port == 8080);
  const std::map<std::string, std::string> all{
      {"host", "::1"}, {"port", "0"}, {"tls-certificate", "c"}, {"tls-key", "k"}, {"token-file", "t"}};
  const auto full = wish_of({http_table("a", all), http_table("b", all)});
  CHECK((*full)->host == "::1");
  CHECK((*full)->port == 0);
  CHECK((*full)->tls_certificate == "c");
  CHECK((*full)->tls_key == "k");
  CHECK((*full)->token_file == "t");
  CHECK(wish_of({http_table("a", {{"port", "eighty"}})}).error().message == "port must be 0 to 65535: eighty");
  CHECK(wish_of({http_table("a", {{"port", "65536"}})}).error().message == "port must be 0 to 65535: 65536");
  CHECK(wish_of({http_table("a", {{"token-file", "t"}}), http_table("b", {})}).error().message ==
        "all HTTP tables share one token-file: a and b differ");
}

TEST_CASE("the address is one that can be clicked on") {
  io::http_server_options options;
  CHECK(weir::address_of(options, 8000) == "http://127.0.0.1:8000");
  options.address = "::1";
  options.tls_certificate_file = "c";
  CHECK(weir::address_of(options, 8443) == "https://[::1]:8443");
}
