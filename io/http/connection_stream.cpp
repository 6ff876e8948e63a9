#include "io/http/connection_stream.hpp"

#include <boost/asio/post.hpp>

namespace io {

connection_stream::connection_stream(std::shared_ptr<io_loop> loop, std::weak_ptr<connection> target,
                                     std::shared_ptr<stream_state> state)
    : loop_(std::move(loop)), target_(std::move(target)), state_(std::move(state)) {}

connection_stream::~connection_stream() { close(); }

bool connection_stream::write(std::string piece) {
  if (state_->is_gone) return false;
  if (piece.empty()) return true;
  const auto waiting = state_->unsent_bytes.fetch_add(piece.size()) + piece.size();
  if (waiting > loop_->shared().options.stream_bytes_max) {
    // A client that does not keep up is cut off, not ended in order: it must not take its part for the whole.
    state_->is_gone = true;
    boost::asio::post(loop_->context(), [target = target_] {
      if (const auto client = target.lock()) client->close();
    });
    return false;
  }
  boost::asio::post(loop_->context(), [target = target_, waits = std::move(piece)] {
    if (const auto client = target.lock()) client->stream_piece(waits);
  });
  return true;
}

void connection_stream::close() {
  if (state_->is_gone.exchange(true)) return;
  boost::asio::post(loop_->context(), [target = target_] {
    if (const auto client = target.lock()) client->stream_end();
  });
}

} // namespace io
