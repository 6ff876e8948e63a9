// The answering half of a connection.
#include <exception>
#include <utility>

#include <boost/asio/buffer.hpp>

#include "core/error.hpp"
#include "io/http/access_policy.hpp"
#include "io/http/answer_ticket.hpp"
#include "io/http/connection.hpp"
#include "io/http/connection_stream.hpp"
#include "io/http/response_text.hpp"

namespace io {
namespace {

constexpr std::chrono::seconds linger_time{2};
constexpr std::size_t kept_bytes_max = 256UL << 10; ///< A larger output buffer is given back after use.

problem overload() {
  problem what;
  what.status = 503;
  what.detail = "too many requests are waiting for their answers";
  what.headers = {{"Retry-After", "1"}};
  return what;
}

/// A handler of ours throws nothing, but a library below it may; then the ticket, going uncalled, answers 500.
void call(const http_handler& handler, http_request&& request, const std::shared_ptr<answer_ticket>& ticket) {
  try {
    handler(std::move(request), [ticket](http_response response) { ticket->redeem(std::move(response)); });
  } catch (const std::exception&) {
    return;
  }
}

} // namespace

/// Hands the request on; true when the answer is there already.
bool connection::dispatch() {
  auto& shared = loop_.shared();
  auto& request = parser_->request;
  shared.requests.fetch_add(1, std::memory_order_relaxed);
  phase_ = phase::running;
  deadline_ = steady_time::max();
  is_in_handler_ = true;
  origin_headers_ = origin_headers(shared.options, request);
  if (is_preflight(request) && !shared.options.allowed_origins.empty()) {
    answer(preflight_response(request, std::exchange(origin_headers_, {})));
  } else if (shared.requests_in_flight.fetch_add(1) >= shared.options.requests_in_flight_max) {
    shared.requests_in_flight.fetch_sub(1);
    answer(problem_response(overload()));
  } else {
    const auto ticket = std::make_shared<answer_ticket>(loop_.shared_from_this(), weak_from_this());
    if (const auto plain = unpack_body())
      call(shared.handler, std::move(request), ticket);
    else
      ticket->redeem(problem_response(plain.error()));
  }
  is_in_handler_ = false;
  return phase_ != phase::running;
}

core::result<void> connection::unpack_body() {
  auto& body = parser_->request.body;
  if (encoding_ == body_encoding::identity || body.empty()) return {};
  auto plain = decompress(encoding_, body, loop_.shared().options.decompressed_bytes_max);
  if (!plain) return std::unexpected(plain.error());
  body = std::move(*plain);
  return {};
}

void connection::answer(http_response&& response) {
  if (phase_ != phase::running) return; // Closed while the answer was being made.
  const bool streams = response.stream && !is_head_only_;
  const bool keep_alive = parser_->keep_alive() && !loop_.is_draining() && !response.stream;
  if (!keep_alive) is_last_ = true;
  for (auto& header : origin_headers_) response.headers.push_back(std::move(header));
  append_response(response, {loop_.date(), is_head_only_, keep_alive, is_http_1_0_}, out_);
  count_answer(response.status);
  if (streams)
    begin_stream(response);
  else
    next_request();
  if (!is_in_handler_) advance();
}

/// Answers a request that is not read to its end; what is left of it cannot be told from a next one, so this is the
/// last.
void connection::refuse(const problem& what) {
  const auto response = problem_response(what);
  is_last_ = must_linger_ = true;
  append_response(response, {loop_.date(), is_head_only_, false, is_http_1_0_}, out_);
  count_answer(response.status);
  is_in_request_ = false;
  phase_ = phase::lingering;
}

void connection::count_answer(unsigned status) {
  auto& shared = loop_.shared();
  auto& counter = status < 400 ? shared.answers_2xx : status < 500 ? shared.answers_4xx : shared.answers_5xx;
  counter.fetch_add(1, std::memory_order_relaxed);
}

void connection::begin_stream(const http_response& response) {
  phase_ = phase::streaming;
  is_in_request_ = false;
  stream_ = std::make_shared<stream_state>();
  response.stream(std::make_shared<connection_stream>(loop_.shared_from_this(), weak_from_this(), stream_));
}

void connection::stream_piece(std::string_view piece) {
  if (phase_ != phase::streaming) return;
  if (is_http_1_0_)
    out_ += piece;
  else
    append_chunk(piece, out_);
  stream_bytes_in_out_ += piece.size();
  advance();
}

void connection::stream_end() {
  if (phase_ != phase::streaming) return;
  stream_->is_gone = true;
  if (!is_http_1_0_) append_last_chunk(out_);
  next_request();
  advance();
}

/// Writes what the socket takes at once, which is nearly always everything; the rest goes on behind the scenes.
void connection::flush() {
  std::size_t sent = 0;
  while (!socket_.is_secure() && sent < out_.size()) { // A TLS record cannot be taken back when the socket is full.
    boost::system::error_code fault;
    sent += socket_.plain().write_some(boost::asio::buffer(out_.data() + sent, out_.size() - sent), fault);
    if (fault == boost::asio::error::would_block || fault == boost::asio::error::try_again) break;
    if (fault) return close();
  }
  loop_.shared().bytes_out.fetch_add(sent, std::memory_order_relaxed);
  if (sent < out_.size()) {
    wire_ = std::exchange(out_, {});
    wire_sent_ = sent;
    is_writing_ = true;
    return write_rest();
  }
  out_.clear();
  end_writing();
}

void connection::write_rest() {
  deadline_ = loop_.now() + std::chrono::milliseconds(loop_.shared().options.write_timeout_ms);
  socket_.async_write_some(boost::asio::buffer(wire_.data() + wire_sent_, wire_.size() - wire_sent_),
                           [self = shared_from_this()](const boost::system::error_code& fault, std::size_t bytes) {
                             if (self->phase_ == phase::closed) return;
                             if (fault) return self->close();
                             self->loop_.shared().bytes_out.fetch_add(bytes, std::memory_order_relaxed);
                             self->wire_sent_ += bytes;
                             if (self->wire_sent_ < self->wire_.size()) return self->write_rest();
                             self->is_writing_ = false;
                             self->wire_.clear();
                             self->restore_deadline();
                             self->advance();
                           });
}

/// Everything is on its way to the client: what now?
void connection::end_writing() {
  if (out_.capacity() > kept_bytes_max) out_ = {};
  if (stream_ && stream_bytes_in_out_ > 0) {
    stream_->unsent_bytes -= std::exchange(stream_bytes_in_out_, 0);
  }
  if (phase_ == phase::header && !is_in_request_ && loop_.is_draining()) return close();
  if (phase_ != phase::lingering) return;
  end_connection();
}

/// In TLS the client must hear that this was the end, or it takes it for a cut.
void connection::end_connection() {
  if (is_ending_) return;
  const auto end_plainly = [this] {
    if (!must_linger_) return close();
    boost::system::error_code ignored;
    socket_.plain().shutdown(loop_socket::shutdown_send, ignored);
  };
  if (must_linger_ || socket_.is_secure()) deadline_ = loop_.now() + linger_time;
  if (!socket_.is_secure()) return end_plainly();
  is_ending_ = true;
  socket_.async_farewell([self = shared_from_this(), end_plainly](const boost::system::error_code&) {
    if (self->phase_ == phase::closed) return;
    self->socket_.end_secrecy();
    end_plainly();
    if (self->phase_ != phase::closed && !self->is_reading_) self->read();
  });
}

} // namespace io
