#pragma once
// One io thread of the HTTP server: its Asio context, its connections and its clock. Connections and answers reach it
// through `context`; everything else is called on its own thread unless it says otherwise.

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "io/http/server.hpp"

namespace boost::asio::ssl {
class context;
}

namespace io {

class connection;
using steady_time = std::chrono::steady_clock::time_point;

/// What the loops of one server share.
struct http_shared {
  http_server_options options{};
  http_handler handler{};
  std::shared_ptr<boost::asio::ssl::context> tls{}; ///< Null: in the clear.
  std::atomic<std::uint64_t> connections{0}, connections_refused{0}, requests{0}, answers_2xx{0}, answers_4xx{0},
      answers_5xx{0}, bytes_in{0}, bytes_out{0}, connections_now{0}, requests_in_flight{0};
};

class io_loop : public std::enable_shared_from_this<io_loop> {
public:
  using connection_list = std::list<std::shared_ptr<connection>>;

  explicit io_loop(std::shared_ptr<http_shared> shared);
  ~io_loop();
  io_loop(const io_loop&) = delete;
  io_loop& operator=(const io_loop&) = delete;

  void launch(); ///< Owner's thread: starts the io thread.
  void join();   ///< Owner's thread.
  void drain();  ///< Any thread: finish running requests, then end the thread.
  connection_list::iterator add(std::shared_ptr<connection> one);
  void remove(connection_list::iterator one);

  [[nodiscard]] boost::asio::io_context& context() { return context_; }
  [[nodiscard]] http_shared& shared() { return *shared_; }
  [[nodiscard]] steady_time now() const { return now_; }          ///< As of the last tick.
  [[nodiscard]] const std::string& date() const { return date_; } ///< For the Date header.
  [[nodiscard]] bool is_draining() const { return is_draining_; }
  [[nodiscard]] bool is_own_thread() const; ///< Any thread.

private:
  void tick();
  void schedule_tick();
  void end_if_drained();

  boost::asio::io_context context_{1}; // First, so that it outlives whatever holds sockets of it.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<http_shared> shared_;
  connection_list connections_{};
  std::chrono::milliseconds tick_interval_;
  steady_time now_;
  steady_time drain_deadline_{};
  std::int64_t date_seconds_ = 0;
  std::string date_{};
  bool is_draining_ = false;
  std::thread thread_{};
  std::atomic<std::thread::id> thread_id_{};
};

} // namespace io
