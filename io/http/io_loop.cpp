#include "io/http/io_loop.hpp"

#include <algorithm>
#include <vector>

#include <boost/asio/post.hpp>

#include "io/http/connection.hpp"
#include "io/http/response_text.hpp"

namespace io {
namespace {

/// Deadlines are looked at this often: a quarter of the shortest timeout, within reason.
std::chrono::milliseconds tick_interval(const http_server_options& options) {
  const auto shortest =
      std::min({options.idle_timeout_ms, options.read_timeout_ms, options.write_timeout_ms, options.drain_timeout_ms});
  return std::chrono::milliseconds(std::clamp<std::int64_t>(shortest / 4, 5, 250));
}

} // namespace

io_loop::io_loop(std::shared_ptr<http_shared> shared)
    : work_(context_.get_executor()), timer_(context_), shared_(std::move(shared)),
      tick_interval_(tick_interval(shared_->options)), now_(std::chrono::steady_clock::now()) {}

io_loop::~io_loop() {
  // The thread may hold the last reference (through an answer's ticket) and cannot join itself.
  if (thread_.joinable()) thread_.detach();
}

void io_loop::launch() {
  tick();
  thread_ = std::thread([self = shared_from_this()] {
    self->thread_id_ = std::this_thread::get_id();
    self->context_.run();
  });
}

void io_loop::join() {
  if (thread_.joinable()) thread_.join();
}

void io_loop::drain() {
  boost::asio::post(context_, [this] {
    if (is_draining_) return;
    is_draining_ = true;
    drain_deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(shared_->options.drain_timeout_ms);
    const std::vector<std::shared_ptr<connection>> all(connections_.begin(), connections_.end());
    for (const auto& one : all) one->drain();
    end_if_drained();
  });
}

io_loop::connection_list::iterator io_loop::add(std::shared_ptr<connection> one) {
  shared_->connections_now.fetch_add(1, std::memory_order_relaxed);
  return connections_.insert(connections_.end(), std::move(one));
}

void io_loop::remove(connection_list::iterator one) {
  shared_->connections_now.fetch_sub(1, std::memory_order_relaxed);
  connections_.erase(one);
  end_if_drained();
}

bool io_loop::is_own_thread() const { return thread_id_.load() == std::this_thread::get_id(); }

void io_loop::tick() {
  now_ = std::chrono::steady_clock::now();
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wall).count();
  if (seconds != date_seconds_) {
    date_seconds_ = seconds;
    date_ = http_date(seconds);
  }
  const std::vector<std::shared_ptr<connection>> all(connections_.begin(), connections_.end());
  const bool is_over = is_draining_ && now_ >= drain_deadline_;
  for (const auto& one : all) {
    if (is_over)
      one->close();
    else
      one->check_deadline(now_);
  }
  if (!is_draining_ || !connections_.empty()) schedule_tick();
}

void io_loop::schedule_tick() {
  timer_.expires_after(tick_interval_);
  timer_.async_wait([this](const boost::system::error_code& fault) {
    if (!fault) tick();
  });
}

void io_loop::end_if_drained() {
  if (!is_draining_ || !connections_.empty()) return;
  timer_.cancel();
  work_.reset();
}

} // namespace io
