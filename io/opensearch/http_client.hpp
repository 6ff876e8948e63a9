#pragma once
// Requests to the hosts of one cluster, one after the other over a kept connection; everything about libcurl is in its
// .cpp. One thread asks; `stop` may come from any.

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "io/opensearch/settings.hpp"

namespace io::opensearch {

struct http_ask {
  std::string_view method{}; ///< GET, PUT, POST
  std::string path{};        ///< `/_bulk?x=y`, percent-encoded where needed.
  std::string_view content_type{};
  std::string_view body{};
};

struct http_reply {
  long status = 0;
  std::string body{};
};

/// A longer answer is a fault.
inline constexpr std::size_t reply_bytes_max = 64UL << 20;

class http_client {
public:
  /// Fails when the library cannot be had.
  [[nodiscard]] static core::result<std::unique_ptr<http_client>> make(connection_settings settings);
  virtual ~http_client() = default;

  /// Whatever status the answer has. Fails with `io_failed` when none came, with `bad_value` when none ever will (a
  /// certificate that is not trusted) and with `shutdown` once stopped; messages name the host and never credentials.
  /// Redirects are not followed, and proxies not used.
  [[nodiscard]] virtual core::result<http_reply> send(const http_ask& ask) = 0;
  /// The host that `send` asks.
  [[nodiscard]] virtual const std::string& host() const = 0;
  /// Asks the next one from here on.
  virtual void use_next_host() = 0;
  /// Ends a running `send` soon, and all later ones.
  virtual void stop() = 0;
};

} // namespace io::opensearch
