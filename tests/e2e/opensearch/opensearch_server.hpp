#pragma once
// A real OpenSearch node for one test program: started once, on a free port of 127.0.0.1, gone with it. Where it cannot
// be had (no Java, no way to fetch it) the tests say so and are skipped.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "io/opensearch/http_client.hpp"
#include "tests/e2e/child_process.hpp"
#include "tests/support/catch.hpp"

namespace e2e {

class opensearch_server {
public:
  opensearch_server()
      : folder_((std::filesystem::temp_directory_path() / ("weir-opensearch-" + std::to_string(::getpid()))).string()) {
    start("0");
  }
  ~opensearch_server() {
    (void)tell({"stop", "--dir", folder_, "--now", "--purge"});
    for (const auto* end : {".out", ".err"}) std::filesystem::remove(folder_ + "-tell" + end);
  }
  opensearch_server(const opensearch_server&) = delete;
  opensearch_server& operator=(const opensearch_server&) = delete;

  [[nodiscard]] bool is_there() const { return !address_.empty(); }
  [[nodiscard]] const std::string& why_not() const { return reason_; }
  [[nodiscard]] const std::string& address() const { return address_; }

  /// As a crash would: nothing is written to disk any more.
  void kill() const { REQUIRE(tell({"stop", "--dir", folder_, "--now"}) == 0); }
  /// On the port that it had. Whether it came back; any thread, while no other asks for the address.
  [[nodiscard]] bool restart() {
    const auto port = address_.substr(address_.rfind(':') + 1);
    address_.clear();
    start(port);
    return is_there();
  }

  /// The answer as JSON.
  [[nodiscard]] nlohmann::json ask(std::string_view method, const std::string& path,
                                   const std::string& body = {}) const {
    const auto client = std::move(*io::opensearch::http_client::make({.hosts = {address_}}));
    const auto reply = client->send({.method = method, .path = path, .content_type = "application/json", .body = body});
    if (!reply) FAIL(reply.error().message);
    INFO(reply->body);
    REQUIRE(reply->status < 300);
    return nlohmann::json::parse(reply->body);
  }
  /// Of documents that can be found.
  [[nodiscard]] int count(const std::string& indices) const {
    (void)ask("POST", "/" + indices + "/_refresh");
    return ask("GET", "/" + indices + "/_count").at("count").get<int>();
  }

private:
  [[nodiscard]] int tell(std::vector<std::string> words) const {
    words.insert(words.begin(), std::string(WEIR_SOURCE_DIR) + "/tools/servers/opensearch/opensearch");
    for (const auto* end : {".out", ".err"}) std::filesystem::remove(folder_ + "-tell" + end);
    return run(std::move(words), folder_ + "-tell", std::chrono::minutes(5));
  }
  void start(const std::string& port) {
    if (tell({"start", "--dir", folder_, "--port", port}) == 0)
      address_ = text_of(folder_ + "-tell.out");
    else
      reason_ = text_of(folder_ + "-tell.err");
    while (address_.ends_with('\n')) address_.pop_back();
  }

  std::string folder_;
  std::string address_{};
  std::string reason_{};
};

/// The one that every test of this program shares.
inline opensearch_server& shared_opensearch() {
  static opensearch_server server;
  return server;
}

} // namespace e2e

/// Leaves the test, loudly, where there is no server.
#define WEIR_NEEDS_OPENSEARCH(server)                                                                                  \
  do {                                                                                                                 \
    if (!(server).is_there()) {                                                                                        \
      WARN("SKIPPED: no OpenSearch node could be started: " << (server).why_not());                                    \
      return;                                                                                                          \
    }                                                                                                                  \
  } while (false)
