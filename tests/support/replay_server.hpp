#pragma once
// A web server on 127.0.0.1 that plays answers from a script: recorded pages with their headers, 304s, limits, and the
// faults that a proper server would not make. One connection a request. Any thread may ask it.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "io/http/message.hpp"

namespace support {

enum class replay_fault : std::uint8_t {
  none,
  no_answer, ///< Closes the connection instead.
  cut_short, ///< Closes it in the middle of the body.
  stalled,   ///< Sends nothing until the client goes.
};

struct replay_answer {
  unsigned status = 200;
  io::name_values headers{}; ///< `{server}` in a value becomes the server's URL.
  std::string body{};
  replay_fault fault = replay_fault::none;
  std::int64_t delay_ms = 0;
};

struct replay_request {
  std::string method{};
  std::string target{};
  io::name_values headers{}; ///< Lower-case names.
  std::string body{};
  [[nodiscard]] std::string header(const std::string& name) const; ///< Empty when it is not there.
};

class replay_server {
public:
  replay_server();
  ~replay_server();
  replay_server(const replay_server&) = delete;
  replay_server& operator=(const replay_server&) = delete;

  /// What `target` (path and query) answers from now on: one after the other, the last one again and again. A request
  /// whose If-None-Match is the ETag of a 200 gets a 304 in its place. Other targets answer 404.
  void script(const std::string& target, std::vector<replay_answer> answers);

  [[nodiscard]] std::string url() const; ///< `http://127.0.0.1:40001`
  [[nodiscard]] std::vector<replay_request> requests() const;
  /// Of the requests, in order.
  [[nodiscard]] std::vector<std::string> targets() const;

private:
  struct played {
    std::vector<replay_answer> answers{};
    std::size_t next = 0;
  };

  void serve();
  void converse(int client);
  [[nodiscard]] replay_answer pick(const replay_request& request);
  [[nodiscard]] bool wait(int descriptor, int timeout_ms) const;

  int listener_ = -1;
  int waker_[2] = {-1, -1}; ///< Closing the second end ends every wait.
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_{};
  std::map<std::string, played> scripts_{};
  std::vector<replay_request> requests_{};
  std::thread thread_{};
};

/// A page of tests/data/github_api_pages, as GitHub answered it: `public`, `received`.
[[nodiscard]] replay_answer recorded_page(const std::string& name);

} // namespace support
