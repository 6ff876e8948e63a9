#pragma once
// An HTTP client over libcurl: one request at a time, blocking, connections kept for the next one. One thread asks; any
// thread may stop it. It never tries again by itself, and what is secret goes to no other server than the one asked.

#include <cstdint>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "io/http/message.hpp"

namespace io {

struct http_client_options {
  std::string user_agent = "weir/0.1.0";
  std::int64_t connect_timeout_ms = 10'000;
  std::int64_t timeout_ms = 30'000; ///< Of a whole request, redirects included.
  std::size_t redirects_max = 5;    ///< Followed for GET; other methods get the redirect as their answer.
  std::size_t header_bytes_max = 256UL << 10;
  std::size_t body_bytes_max = 64UL << 20; ///< Decompressed.
  std::string certificate_file{};          ///< Whom to trust, as PEM; empty: whom the system trusts.
};

struct client_request {
  std::string method = "GET";
  std::string url{};
  name_values headers{};
  name_values secret_headers{}; ///< Left out where a redirect leads to another origin; never part of an error.
  std::string body{};
};

struct client_response {
  unsigned status = 0;
  name_values headers{}; ///< Lower-case names, in order; of the last answer.
  std::string body{};    ///< Decompressed.
  std::string url{};     ///< Where it came from, behind the redirects.
  std::size_t redirects = 0;
};

class http_client {
public:
  [[nodiscard]] static core::result<std::unique_ptr<http_client>> create(http_client_options options);
  virtual ~http_client() = default;

  /// Any status is an answer. Fails with `bad_value` (no URL, a header that cannot be sent), `io_failed` (network,
  /// TLS, time-out, broken answer), `limit` (too long, too many redirects) or `shutdown` (stopped). Servers'
  /// certificates are verified always.
  [[nodiscard]] virtual core::result<client_response> send(const client_request& request) = 0;

  /// Any thread: ends the request under way within a moment, and all later ones at once.
  virtual void stop() = 0;
};

} // namespace io
