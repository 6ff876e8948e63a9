#include "io/http/answer_ticket.hpp"

#include <boost/asio/post.hpp>

#include "io/http/connection.hpp"

namespace io {

answer_ticket::answer_ticket(std::shared_ptr<io_loop> loop, std::weak_ptr<connection> target)
    : loop_(std::move(loop)), target_(std::move(target)) {}

answer_ticket::~answer_ticket() {
  if (!is_redeemed_.exchange(true)) send(problem_response(500, "the request was dropped without an answer"));
}

void answer_ticket::redeem(http_response&& response) {
  WEIR_ENSURE(!is_redeemed_.exchange(true), "a request is answered once");
  send(std::move(response));
}

void answer_ticket::send(http_response&& response) {
  loop_->shared().requests_in_flight.fetch_sub(1, std::memory_order_relaxed);
  if (loop_->is_own_thread()) {
    if (const auto client = target_.lock()) client->answer(std::move(response));
    return;
  }
  // Only a weak pointer waits in the context: what never runs (after a stop) must not keep the loop alive through
  // itself.
  boost::asio::post(loop_->context(), [target = target_, waiting = std::move(response)]() mutable {
    if (const auto client = target.lock()) client->answer(std::move(waiting));
  });
}

} // namespace io
