#pragma once
// The bytes to and from one client, in the clear or within TLS. Belongs to its connection; the loop's thread only.

#include <optional>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace io {

/// A socket whose executor is known at compile time, which costs less a call.
using loop_socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

class client_socket {
public:
  using error_code = boost::system::error_code;

  /// `secure` null: in the clear. It outlives the socket.
  client_socket(loop_socket plain, boost::asio::ssl::context* secure) : plain_(std::move(plain)) {
    if (secure != nullptr) secure_.emplace(plain_, *secure);
  }

  [[nodiscard]] bool is_secure() const noexcept { return secure_.has_value(); }
  [[nodiscard]] loop_socket& plain() noexcept { return plain_; }

  template <class Handler>
  void async_handshake(Handler&& done) {
    secure_->async_handshake(boost::asio::ssl::stream_base::server, std::forward<Handler>(done));
  }
  /// Tells the client that nothing follows, and waits until it says the same.
  template <class Handler>
  void async_farewell(Handler&& done) {
    secure_->async_shutdown(std::forward<Handler>(done));
  }
  template <class Buffer, class Handler>
  void async_read_some(const Buffer& to, Handler&& done) {
    if (secure_ && !is_over_)
      secure_->async_read_some(to, std::forward<Handler>(done));
    else
      plain_.async_read_some(to, std::forward<Handler>(done));
  }
  template <class Buffer, class Handler>
  void async_write_some(const Buffer& from, Handler&& done) {
    if (secure_)
      secure_->async_write_some(from, std::forward<Handler>(done));
    else
      plain_.async_write_some(from, std::forward<Handler>(done));
  }
  /// What still comes is nobody's text any more.
  void end_secrecy() noexcept { is_over_ = true; }

private:
  loop_socket plain_;
  std::optional<boost::asio::ssl::stream<loop_socket&>> secure_{};
  bool is_over_ = false;
};

} // namespace io
