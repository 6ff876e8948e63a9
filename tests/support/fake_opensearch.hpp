#pragma once
// weir's own HTTP server in the part of OpenSearch: keeps what it was asked and answers as the test says.

#include <deque>
#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/http/server.hpp"
#include "tests/support/catch.hpp"

class fake_server {
public:
  using answerer = std::function<io::http_response(const io::http_request&)>;

  explicit fake_server(answerer answer = {}, io::http_server_options options = {}) : answer_(std::move(answer)) {
    start(std::move(options));
  }

  void start(io::http_server_options options) {
    auto made = io::http_server::start(
        options, [this](io::http_request&& request, const io::respond& answer) { answer(take(std::move(request))); });
    if (!made) FAIL(core::to_string(made.error()));
    server_ = std::move(*made);
  }
  void stop() { server_.reset(); }

  [[nodiscard]] std::uint16_t port() const { return server_->port(); }
  [[nodiscard]] std::string address() const { return fmt::format("http://127.0.0.1:{}", port()); }

  /// Answers for the next requests; then `answer` or, without one, as a server that accepts everything.
  void next(unsigned status, std::string body) {
    const std::scoped_lock lock(mutex_);
    scripted_.push_back(io::json_response(status, std::move(body)));
  }
  [[nodiscard]] std::vector<io::http_request> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }
  /// `METHOD path body`
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> made;
    for (const auto& one : requests()) made.push_back(one.method + " " + one.path + " " + one.body);
    return made;
  }

  /// How many items a bulk body has: those of `index` have a second line.
  static std::size_t items_in(const std::string& body) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < body.size(); at = body.find('\n', at) + 1)
      if (body.compare(at, 10, R"({"index":{)") == 0 || body.compare(at, 11, R"({"delete":{)") == 0) ++count;
    return count;
  }
  static std::string all_accepted(const std::string& body) {
    std::string items;
    for (std::size_t i = 0; i < items_in(body); ++i)
      items += i == 0 ? R"({"index":{"status":201}})" : R"(,{"index":{"status":201}})";
    return R"({"errors":false,"items":[)" + items + "]}";
  }

private:
  io::http_response take(io::http_request&& request) {
    const std::scoped_lock lock(mutex_);
    requests_.push_back(std::move(request));
    const auto& asked = requests_.back();
    if (!scripted_.empty()) {
      auto first = std::move(scripted_.front());
      scripted_.pop_front();
      return first;
    }
    if (answer_) return answer_(asked);
    return io::json_response(200, asked.path == "/_bulk" ? all_accepted(asked.body) : R"({"acknowledged":true})");
  }

  answerer answer_;
  mutable std::mutex mutex_;
  std::deque<io::http_response> scripted_;
  std::vector<io::http_request> requests_;
  std::unique_ptr<io::http_server> server_;
};
