#include "io/http/connection.hpp"

#include <algorithm>
#include <cstring>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

#include "core/error.hpp"
#include "io/http/request_check.hpp"

namespace io {
namespace {

constexpr std::size_t in_bytes_first = 16UL << 10;
constexpr std::size_t body_step_bytes = 1UL << 20; ///< A body grows with what came, not with what was announced.
constexpr std::size_t out_bytes_max = 64UL << 10;  ///< Answers to pipelined requests are written at this size.

} // namespace

connection::connection(loop_socket socket, io_loop& loop)
    : socket_(std::move(socket), loop.shared().tls.get()), loop_(loop) {}

void connection::start() {
  boost::system::error_code fault;
  socket_.plain().non_blocking(true, fault);
  if (!fault) socket_.plain().set_option(boost::asio::ip::tcp::no_delay(true), fault);
  place_ = loop_.add(shared_from_this());
  if (fault || loop_.is_draining()) return close();
  if (socket_.is_secure()) return shake_hands();
  next_request();
  advance();
}

void connection::shake_hands() {
  phase_ = phase::handshake;
  deadline_ = loop_.now() + std::chrono::milliseconds(loop_.shared().options.read_timeout_ms);
  socket_.async_handshake([self = shared_from_this()](const boost::system::error_code& fault) {
    if (self->phase_ == phase::closed) return;
    if (fault) return self->close();
    self->next_request();
    self->advance();
  });
}

void connection::refuse_for_limit() {
  if (socket_.is_secure()) return; // To shake hands costs more than the one too many is worth.
  start();
  if (phase_ == phase::closed) return;
  problem what;
  what.status = 503;
  what.detail = "too many connections";
  what.headers = {{"Retry-After", "1"}};
  refuse(what);
  advance();
}

void connection::next_request() {
  is_in_request_ = false;
  if (is_last_) {
    phase_ = phase::lingering;
    return;
  }
  const auto& options = loop_.shared().options;
  phase_ = phase::header;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(options.header_bytes_max));
  parser_->body_limit(options.body_bytes_max);
  is_head_only_ = false;
  is_http_1_0_ = false;
  origin_headers_.clear();
  deadline_ = loop_.now() + std::chrono::milliseconds(options.idle_timeout_ms);
}

/// Goes as far as the bytes at hand allow: parses, has answered, writes, and asks for more bytes when it needs them.
void connection::advance() {
  while (!is_writing_ && phase_ != phase::closed) {
    const bool has_moved = progress();
    if (has_moved && out_.size() < out_bytes_max) continue;
    flush();
    if (has_moved) continue;
    if (is_writing_ || phase_ == phase::closed || phase_ == phase::running || is_reading_ || is_ending_) return;
    return read();
  }
}

bool connection::progress() {
  switch (phase_) {
  case phase::header: return parse_header();
  case phase::fixed_body: return take_fixed_body();
  case phase::chunked_body: return parse_chunks();
  case phase::complete: return dispatch();
  default: return false;
  }
}

bool connection::parse_header() {
  // An empty line before a request is left over from a careless client's last body.
  while (!is_in_request_ && in_begin_ < in_end_ && (in_[in_begin_] == '\r' || in_[in_begin_] == '\n')) ++in_begin_;
  if (in_begin_ == in_end_) return false;
  if (!is_in_request_) {
    is_in_request_ = true;
    request_started_ = loop_.now();
    request_bytes_ = 0;
    extend_deadline();
  }
  boost::beast::error_code fault;
  in_begin_ += parser_->put(boost::asio::buffer(in_.data() + in_begin_, in_end_ - in_begin_), fault);
  if (fault == boost::beast::http::error::need_more) return false;
  if (fault)
    refuse(describe_fault(fault, loop_.shared().options));
  else
    accept_header();
  return true;
}

void connection::accept_header() {
  auto& request = parser_->request;
  is_http_1_0_ = parser_->version == 10;
  if (request.method == "HEAD") {
    request.method = "GET";
    request.head_only = is_head_only_ = true;
  }
  if (auto fault = check_request(*parser_, loop_.shared().options, encoding_)) return refuse(*fault);
  if (parser_->is_done()) {
    request.body.reserve(body_padding_bytes);
    phase_ = phase::complete;
    return;
  }
  if (in_begin_ == in_end_ && !is_http_1_0_ && expects_continue(request)) out_ += "HTTP/1.1 100 Continue\r\n\r\n";
  if (parser_->chunked()) {
    parser_->eager(true);
    phase_ = phase::chunked_body;
    return;
  }
  phase_ = phase::fixed_body;
  body_length_ = static_cast<std::size_t>(*parser_->content_length());
  body_received_ = 0;
}

/// Takes what came along with the header; the rest is read from the socket right into the body.
bool connection::take_fixed_body() {
  auto& body = parser_->request.body;
  const auto here = std::min(in_end_ - in_begin_, body_length_ - body_received_);
  if (here > 0) {
    const auto to = body_room();
    const auto taken = std::min(here, to.size());
    std::memcpy(to.data(), in_.data() + in_begin_, taken);
    in_begin_ += taken;
    body_received_ += taken;
  }
  if (body_received_ < body_length_) return here > 0;
  body.resize(body_length_);
  phase_ = phase::complete;
  return true;
}

/// Free space inside the body, growing it step by step up to its announced length.
boost::asio::mutable_buffer connection::body_room() {
  auto& body = parser_->request.body;
  if (body_received_ == body.size()) {
    const auto size = std::min(body_length_, std::max(body_step_bytes, body_received_ * 2));
    body.reserve(size + body_padding_bytes);
    body.resize_and_overwrite(size, [](char*, std::size_t n) { return n; });
  }
  return boost::asio::buffer(body.data() + body_received_, body.size() - body_received_);
}

bool connection::parse_chunks() {
  if (in_begin_ == in_end_) return false;
  boost::beast::error_code fault;
  const auto used = parser_->put(boost::asio::buffer(in_.data() + in_begin_, in_end_ - in_begin_), fault);
  in_begin_ += used;
  if (fault && fault != boost::beast::http::error::need_more) {
    refuse(describe_fault(fault, loop_.shared().options));
    return true;
  }
  if (parser_->is_done()) {
    phase_ = phase::complete;
    return true;
  }
  if (fault && in_end_ - in_begin_ > loop_.shared().options.header_bytes_max) {
    refuse(describe_fault(boost::beast::http::make_error_code(boost::beast::http::error::header_limit),
                          loop_.shared().options));
    return true;
  }
  return used > 0 && !fault;
}

void connection::read() {
  const auto to = phase_ == phase::fixed_body ? body_room() : room();
  is_reading_ = true;
  socket_.async_read_some(to, [self = shared_from_this()](const boost::system::error_code& fault, std::size_t bytes) {
    self->is_reading_ = false;
    if (self->phase_ == phase::closed) return;
    // The client ended or broke the connection: whatever it had begun is not a request.
    if (fault)
      self->close();
    else
      self->on_read(bytes);
  });
}

void connection::on_read(std::size_t bytes) {
  loop_.shared().bytes_in.fetch_add(bytes, std::memory_order_relaxed);
  if (phase_ == phase::lingering || phase_ == phase::streaming) return read(); // Nobody wants these bytes.
  if (phase_ == phase::fixed_body)
    body_received_ += bytes;
  else
    in_end_ += bytes;
  if (is_in_request_) {
    request_bytes_ += bytes;
    extend_deadline();
  }
  advance();
}

/// Free space behind the bytes not parsed yet. The parser's limits end a request before this grows past them.
boost::asio::mutable_buffer connection::room() {
  if (phase_ == phase::lingering || phase_ == phase::streaming) in_begin_ = in_end_ = 0;
  if (in_begin_ == in_end_) in_begin_ = in_end_ = 0;
  if (in_end_ == in_.size()) {
    if (in_begin_ > 0) {
      std::memmove(in_.data(), in_.data() + in_begin_, in_end_ - in_begin_);
      in_end_ -= in_begin_;
      in_begin_ = 0;
    } else {
      in_.resize(std::max(in_bytes_first, in_.size() * 2));
    }
  }
  return boost::asio::buffer(in_.data() + in_end_, in_.size() - in_end_);
}

void connection::extend_deadline() {
  const auto& options = loop_.shared().options;
  const auto bought_s = request_bytes_ / std::max<std::size_t>(1, options.body_bytes_per_second_min);
  deadline_ = request_started_ + std::chrono::milliseconds(options.read_timeout_ms) + std::chrono::seconds(bought_s);
}

/// After a write that had a deadline of its own.
void connection::restore_deadline() {
  if (phase_ == phase::running || phase_ == phase::streaming)
    deadline_ = steady_time::max();
  else if (is_in_request_)
    extend_deadline();
  else
    deadline_ = loop_.now() + std::chrono::milliseconds(loop_.shared().options.idle_timeout_ms);
}

void connection::check_deadline(steady_time now) {
  if (now < deadline_) return;
  const bool is_reading_request =
      is_in_request_ && (phase_ == phase::header || phase_ == phase::fixed_body || phase_ == phase::chunked_body);
  if (!is_reading_request || is_writing_) return close();
  problem what;
  what.status = 408;
  what.detail = "the request did not come to its end in time";
  refuse(what);
  advance();
}

void connection::drain() {
  if (phase_ == phase::running || is_writing_) {
    is_last_ = true;
    return;
  }
  if (phase_ == phase::streaming) return stream_end();
  if (!is_in_request_) close();
}

void connection::close() {
  if (phase_ == phase::closed) return;
  phase_ = phase::closed;
  boost::system::error_code ignored;
  socket_.plain().close(ignored);
  if (stream_) stream_->is_gone = true;
  loop_.remove(place_);
}

} // namespace io
