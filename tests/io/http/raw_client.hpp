#pragma once
// A client that sends bytes as they are, to see what the server makes of them.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/catch.hpp"

struct raw_answer {
  int status = 0; ///< 0: the connection ended instead.
  std::map<std::string, std::string> headers{};
  std::string body{};
};

class raw_client {
public:
  explicit raw_client(std::uint16_t port, int receive_buffer_bytes = 0) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    // A server that does not answer fails the test instead of holding it up.
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (receive_buffer_bytes > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0);
  }
  ~raw_client() { close(); }
  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return; // The server may have had enough.
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void end_sending() { ::shutdown(socket_, SHUT_WR); }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  /// One whole answer: header, then the body by its length, its chunks, or until the connection ends.
  raw_answer answer(bool has_body = true) {
    raw_answer got = header();
    if (!has_body || got.status == 0 || got.status == 204 || got.status == 304 || got.status < 200) return got;
    if (const auto length = got.headers.find("content-length"); length != got.headers.end()) {
      got.body = take(std::stoul(length->second));
    } else if (got.headers.contains("transfer-encoding")) {
      for (auto piece = chunk(); !piece.empty(); piece = chunk()) got.body += piece;
    } else {
      got.body = rest();
    }
    return got;
  }
  raw_answer ask(std::string_view bytes) {
    send(bytes);
    return answer();
  }

  raw_answer header() {
    raw_answer got;
    const auto first = line();
    if (first.size() < 12) return got;
    got.status = std::stoi(first.substr(9, 3));
    for (auto text = line(); !text.empty(); text = line()) {
      const auto colon = text.find(": ");
      std::string name = text.substr(0, colon);
      for (char& c : name) c = static_cast<char>(::tolower(c));
      got.headers[name] = text.substr(colon + 2);
    }
    return got;
  }
  /// A chunk of a chunked body; the empty one is the last.
  std::string chunk() {
    const auto size_line = line();
    REQUIRE_FALSE(size_line.empty());
    auto piece = take(std::stoul(size_line, nullptr, 16));
    take(2);
    return piece;
  }
  /// Everything until the server closes.
  std::string rest() {
    while (receive()) {
    }
    return std::exchange(waiting_, {});
  }
  bool is_closed_by_server() { return waiting_.empty() && !receive(); }

private:
  bool receive() {
    char piece[65536];
    const auto count = ::recv(socket_, piece, sizeof piece, 0);
    if (count <= 0) return false;
    waiting_.append(piece, static_cast<std::size_t>(count));
    return true;
  }
  std::string take(std::size_t bytes) {
    while (waiting_.size() < bytes && receive()) {
    }
    auto taken = waiting_.substr(0, bytes);
    waiting_.erase(0, bytes);
    return taken;
  }
  std::string line() {
    while (waiting_.find("\r\n") == std::string::npos) {
      if (!receive()) return {};
    }
    const auto end = waiting_.find("\r\n");
    auto text = waiting_.substr(0, end);
    waiting_.erase(0, end + 2);
    return text;
  }

  int socket_;
  std::string waiting_{};
};
