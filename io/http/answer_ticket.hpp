#pragma once
// The promise of one answer, held by `respond`. Any thread may keep it and redeem it; unredeemed it answers 500 when it
// goes.

#include <atomic>
#include <memory>

#include "io/http/io_loop.hpp"

namespace io {

class answer_ticket {
public:
  /// The request must have been admitted (counted in `requests_in_flight`); the ticket counts it out.
  answer_ticket(std::shared_ptr<io_loop> loop, std::weak_ptr<connection> target);
  ~answer_ticket();
  answer_ticket(const answer_ticket&) = delete;
  answer_ticket& operator=(const answer_ticket&) = delete;

  void redeem(http_response&& response);

private:
  void send(http_response&& response);

  std::shared_ptr<io_loop> loop_;
  std::weak_ptr<connection> target_;
  std::atomic<bool> is_redeemed_{false};
};

} // namespace io
