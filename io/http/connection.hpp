#pragma once
// One client of the HTTP server: reads a request, hands it on, writes the answer, reads the next; never two at a time.
// Lives in its loop's list and in the Asio operations under way; called on the loop's thread only.

#include <memory>
#include <optional>
#include <string>

#include "io/http/client_socket.hpp"
#include "io/http/content_encoding.hpp"
#include "io/http/io_loop.hpp"
#include "io/http/problem.hpp"
#include "io/http/request_parser.hpp"

namespace io {

/// What a stream's writers and its connection both know.
struct stream_state {
  std::atomic<std::size_t> unsent_bytes{0};
  std::atomic<bool> is_gone{false}; ///< The client, or the writer's right to go on.
};

class connection : public std::enable_shared_from_this<connection> {
public:
  connection(loop_socket socket, io_loop& loop);

  void start();
  void refuse_for_limit();               ///< Instead of start: one connection too many.
  void answer(http_response&& response); ///< To the running request.
  void stream_piece(std::string_view piece);
  void stream_end();
  void check_deadline(steady_time now);
  void drain(); ///< Ends behind the running request.
  void close();

private:
  enum class phase : std::uint8_t {
    handshake,
    header,
    fixed_body,
    chunked_body,
    complete,
    running,
    streaming,
    lingering,
    closed
  };

  void shake_hands();

  void advance();
  bool progress();
  void next_request();

  // Reading (connection.cpp)
  bool parse_header();
  void accept_header();
  bool take_fixed_body();
  bool parse_chunks();
  void read();
  void on_read(std::size_t bytes);
  boost::asio::mutable_buffer room();
  boost::asio::mutable_buffer body_room();
  void extend_deadline();
  void restore_deadline();

  // Answering (connection_answer.cpp)
  bool dispatch();
  [[nodiscard]] core::result<void> unpack_body();
  void begin_stream(const http_response& response);
  void refuse(const problem& what);
  void count_answer(unsigned status);
  void flush();
  void write_rest();
  void end_writing();
  void end_connection();

  client_socket socket_;
  io_loop& loop_;
  io_loop::connection_list::iterator place_{};
  std::optional<request_parser> parser_{};
  std::string in_{};
  std::size_t in_begin_ = 0, in_end_ = 0; ///< Of the bytes in `in_` that are not parsed yet.
  std::size_t body_length_ = 0, body_received_ = 0;
  body_encoding encoding_ = body_encoding::identity;
  name_values origin_headers_{};
  std::string out_{};  ///< To be written.
  std::string wire_{}; ///< Being written by a pending operation, from `wire_sent_` on.
  std::size_t wire_sent_ = 0;
  std::shared_ptr<stream_state> stream_{};
  std::size_t stream_bytes_in_out_ = 0;
  steady_time deadline_ = steady_time::max();
  steady_time request_started_{};
  std::size_t request_bytes_ = 0;
  phase phase_ = phase::header;
  bool is_in_request_ = false; ///< Some bytes of the request have come.
  bool is_writing_ = false, is_reading_ = false, is_in_handler_ = false;
  bool is_last_ = false;     ///< Nothing more is read; close behind the answers that wait.
  bool is_ending_ = false;   ///< The farewell of TLS is under way.
  bool must_linger_ = false; ///< The client may still be sending: closing at once would reset it.
  bool is_head_only_ = false, is_http_1_0_ = false;
};

} // namespace io
