#pragma once
// An HTTP/1.1 server with its own io threads. Made, asked and stopped by its owner's thread; the handler runs on the io
// threads and must not block. A connection is served one request at a time, in order, so pipelined requests get their
// answers in order.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "io/http/message.hpp"

namespace io {

struct http_server_options {
  std::string address = "127.0.0.1"; ///< An IP address, or localhost.
  std::uint16_t port = 0;            ///< 0 = any free one; see `port()`.
  std::size_t threads = 1;           ///< One is faster than two as long as the handler is light.

  std::size_t header_bytes_max = 32UL << 10; ///< Request line and headers; beyond it 431.
  std::size_t body_bytes_max = 64UL << 20;   ///< As sent; beyond it 413.
  std::size_t decompressed_bytes_max = 256UL << 20;
  std::size_t connections_max = 4096;        ///< One more gets 503 and is closed.
  std::size_t requests_in_flight_max = 1024; ///< Requests without an answer yet; one more gets 503 with Retry-After.
  std::size_t stream_bytes_max = 4UL << 20;  ///< Unsent bytes of a `response_stream`; beyond it the client is cut off.

  std::int64_t idle_timeout_ms = 75'000;        ///< A kept-alive connection without a request is closed.
  std::int64_t read_timeout_ms = 30'000;        ///< A request that is not complete by then gets 408 …
  std::size_t body_bytes_per_second_min = 4096; ///< … but every so many bytes of its body buy one second more.
  std::int64_t write_timeout_ms = 30'000;       ///< A client that takes nothing for so long is closed.
  std::int64_t drain_timeout_ms = 10'000;       ///< How long `stop` waits for running requests.

  std::string tls_certificate_file{};         ///< PEM, with its chain; empty: in the clear.
  std::string tls_key_file{};                 ///< PEM, without a pass phrase.
  std::string bearer_token{};                 ///< When set, requests need `Authorization: Bearer <token>`.
  std::vector<std::string> open_paths{};      ///< Paths that need no token (/health).
  std::vector<std::string> allowed_origins{}; ///< CORS: origins whose pages may call, or "*". Empty: none.
};

/// Counters since the start; a moment's picture.
struct http_counters {
  std::uint64_t connections = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t requests = 0; ///< Whole requests, answered or not yet.
  std::uint64_t answers_2xx = 0;
  std::uint64_t answers_4xx = 0;
  std::uint64_t answers_5xx = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t connections_now = 0;
  std::uint64_t requests_in_flight_now = 0;
};

class http_server {
public:
  /// Takes the address and port, or says why they cannot be had. Clients that come before `serve` wait for it.
  [[nodiscard]] static core::result<std::unique_ptr<http_server>> listen(http_server_options options);
  /// `listen` and `serve`.
  [[nodiscard]] static core::result<std::unique_ptr<http_server>> start(http_server_options options,
                                                                        http_handler handler);
  virtual ~http_server() = default;
  /// Once.
  virtual void serve(http_handler handler) = 0;
  /// Accepts no more, lets running requests finish within `drain_timeout_ms`, closes, joins. Not from a handler.
  /// Idempotent; the destructor does it too.
  virtual void stop() = 0;
  [[nodiscard]] virtual std::uint16_t port() const = 0;
  [[nodiscard]] virtual http_counters counters() const = 0;
};

} // namespace io
