#include "io/source/stop_signal.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>

namespace io {

stop_signal::stop_signal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void stop_signal::raise() {
  is_raised_ = true;
  const std::uint64_t one = 1;
  // The counter cannot overflow by as many stops as anyone will ever raise; a failed write has nothing to tell.
  [[maybe_unused]] const auto written = ::write(event_.descriptor(), &one, sizeof one);
}

core::result<bool> stop_signal::wait_readable(int descriptor, int timeout_ms) const {
  if (!event_.is_open()) return core::fail(core::errc::io_failed, "no event handle left for this process");
  pollfd watched[2] = {{event_.descriptor(), POLLIN, 0}, {descriptor, POLLIN, 0}};
  const int ready = ::poll(watched, 2, timeout_ms);
  if (ready < 0 && errno != EINTR) {
    return core::fail(core::errc::io_failed, fmt::format("cannot wait for input: {}", std::strerror(errno)));
  }
  return !is_raised_;
}

} // namespace io
