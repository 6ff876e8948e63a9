#include "io/http/server.hpp"

#include <algorithm>
#include <optional>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/http/connection.hpp"
#include "io/http/io_loop.hpp"
#include "io/http/tls.hpp"

namespace io {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds accept_pause{
    100}; ///< Before the next try when the process has no file handle left.

class asio_server final : public http_server {
public:
  explicit asio_server(std::shared_ptr<http_shared> shared) : shared_(std::move(shared)) {
    const auto threads = std::max<std::size_t>(1, shared_->options.threads);
    for (std::size_t i = 0; i < threads; ++i) loops_.push_back(std::make_shared<io_loop>(shared_));
  }
  ~asio_server() override { stop(); }
  asio_server(const asio_server&) = delete;
  asio_server& operator=(const asio_server&) = delete;

  core::result<void> take_port();

  void serve(http_handler handler) override;
  void stop() override;
  [[nodiscard]] std::uint16_t port() const override { return port_; }
  [[nodiscard]] http_counters counters() const override;

private:
  void accept();
  void take(io_loop& loop, loop_socket socket);

  std::shared_ptr<http_shared> shared_;
  std::vector<std::shared_ptr<io_loop>> loops_{};
  // Both belong to the first loop's thread once it runs.
  std::optional<tcp::acceptor> acceptor_{};
  std::optional<boost::asio::steady_timer> pause_{};
  std::size_t next_loop_ = 0;
  std::uint16_t port_ = 0;
  bool is_running_ = false;
};

core::result<void> asio_server::take_port() {
  const auto& options = shared_->options;
  error_code fault;
  const auto address =
      boost::asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, fault);
  if (fault)
    return core::fail(core::errc::bad_value, fmt::format("not an IP address to listen on: {}", options.address));
  const tcp::endpoint place(address, options.port);
  acceptor_.emplace(loops_.front()->context());
  acceptor_->open(place.protocol(), fault);
  if (!fault) acceptor_->set_option(tcp::acceptor::reuse_address(true), fault);
  if (!fault) acceptor_->bind(place, fault);
  if (!fault) acceptor_->listen(boost::asio::socket_base::max_listen_connections, fault);
  if (fault) {
    std::string hint;
    if (fault == boost::asio::error::address_in_use) hint = "choose another port, or stop the program that holds it";
    if (fault == boost::asio::error::access_denied) hint = "ports below 1024 need a privilege; choose a higher one";
    auto message = fmt::format("cannot listen on {} port {}: {}", options.address, options.port, fault.message());
    return core::fail(core::errc::io_failed, std::move(message), {}, std::move(hint));
  }
  port_ = acceptor_->local_endpoint(fault).port();
  pause_.emplace(loops_.front()->context());
  return {};
}

void asio_server::serve(http_handler handler) {
  shared_->handler = std::move(handler);
  accept();
  for (const auto& loop : loops_) loop->launch();
  is_running_ = true;
}

void asio_server::accept() {
  auto& loop = *loops_[next_loop_++ % loops_.size()];
  acceptor_->async_accept(loop.context(), [this, &loop](const error_code& fault, loop_socket socket) {
    if (!acceptor_->is_open()) return;
    if (!fault) {
      take(loop, std::move(socket));
      return accept();
    }
    pause_->expires_after(accept_pause);
    pause_->async_wait([this](const error_code& ended) {
      if (!ended && acceptor_->is_open()) accept();
    });
  });
}

/// Accepting runs on the first loop; a connection starts on its own.
void asio_server::take(io_loop& loop, loop_socket socket) {
  const bool is_too_many = shared_->connections_now.load() >= shared_->options.connections_max;
  (is_too_many ? shared_->connections_refused : shared_->connections).fetch_add(1, std::memory_order_relaxed);
  auto client = std::make_shared<connection>(std::move(socket), loop);
  boost::asio::dispatch(loop.context(), [client, is_too_many] {
    if (is_too_many)
      client->refuse_for_limit();
    else
      client->start();
  });
}

void asio_server::stop() {
  if (!is_running_) return;
  is_running_ = false;
  for (const auto& loop : loops_) WEIR_ENSURE(!loop->is_own_thread(), "a handler cannot wait for its own end");
  boost::asio::post(loops_.front()->context(), [this] {
    error_code ignored;
    acceptor_->close(ignored);
    pause_->cancel();
  });
  for (const auto& loop : loops_) loop->drain();
  for (const auto& loop : loops_) loop->join();
}

http_counters asio_server::counters() const {
  http_counters now;
  now.connections = shared_->connections;
  now.connections_refused = shared_->connections_refused;
  now.requests = shared_->requests;
  now.answers_2xx = shared_->answers_2xx;
  now.answers_4xx = shared_->answers_4xx;
  now.answers_5xx = shared_->answers_5xx;
  now.bytes_in = shared_->bytes_in;
  now.bytes_out = shared_->bytes_out;
  now.connections_now = shared_->connections_now;
  now.requests_in_flight_now = shared_->requests_in_flight;
  return now;
}

} // namespace

core::result<std::unique_ptr<http_server>> http_server::listen(http_server_options options) {
  auto shared = std::make_shared<http_shared>();
  shared->options = std::move(options);
  WEIR_TRY(tls, make_tls_context(shared->options));
  shared->tls = std::move(tls);
  auto server = std::make_unique<asio_server>(std::move(shared));
  WEIR_CHECK(server->take_port());
  return server;
}

core::result<std::unique_ptr<http_server>> http_server::start(http_server_options options, http_handler handler) {
  WEIR_TRY(server, listen(std::move(options)));
  server->serve(std::move(handler));
  return server;
}

} // namespace io
