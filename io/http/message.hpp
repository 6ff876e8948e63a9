#pragma once
// What passes between the HTTP server and those who answer its requests. Plain values without any library's types, so
// that including this costs nothing. A request belongs to its handler; `respond` may be called from any thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace io {

using name_values = std::vector<std::pair<std::string, std::string>>;

/// The value of the first pair with this name, or null.
[[nodiscard]] const std::string* find_value(const name_values& pairs, std::string_view name);

struct http_request {
  std::string method{};     ///< As sent; a HEAD request arrives as GET with `head_only`.
  std::string path{};       ///< Without the query; as sent, so still percent-encoded (the router decodes).
  name_values query{};      ///< Percent-decoded, in order.
  name_values headers{};    ///< Lower-case names, in order.
  std::string body{};       ///< Decompressed. Its capacity exceeds its size by `body_padding_bytes` at least.
  name_values parameters{}; ///< What the router found in the path, percent-decoded.
  bool head_only = false;
};

/// SIMD readers may read so far past the end of a body.
inline constexpr std::size_t body_padding_bytes = 64;

/// The wire end of an answer that goes on (server-sent events). Any thread may use it.
class response_stream {
public:
  virtual ~response_stream() = default;
  /// False when the piece will not arrive: the client is gone, or it reads so slowly that it was cut off.
  virtual bool write(std::string piece) = 0;
  /// Ends the answer in order. Destroying the last pointer does the same.
  virtual void close() = 0;
};

struct http_response {
  unsigned status = 200;
  std::string content_type{}; ///< Empty: the header is not sent.
  std::string body{};
  name_values headers{}; ///< More headers. Length, date and connection are the server's.
  /// When set, the answer goes on after `body`: called once on the io thread with its stream; must not block.
  std::function<void(std::shared_ptr<response_stream>)> stream{};
};

/// To be called once, from any thread, now or later. Dropping it uncalled answers 500.
using respond = std::function<void(http_response)>;

/// Called on an io thread: must not block.
using http_handler = std::function<void(http_request&&, respond)>;

/// The standard words for a status: "Not Found".
[[nodiscard]] std::string_view reason_phrase(unsigned status) noexcept;

[[nodiscard]] http_response json_response(unsigned status, std::string body);

} // namespace io
