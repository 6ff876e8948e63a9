#include "io/sink/write_buffer.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace io {
namespace {

constexpr std::size_t buffer_bytes = 256UL << 10;

} // namespace

write_buffer::write_buffer(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

core::result<void> write_buffer::write(std::string_view bytes) {
  if (waiting_.size() + bytes.size() > buffer_bytes) {
    if (auto done = flush(); !done) return done;
    if (bytes.size() >= buffer_bytes) return write_out(bytes);
  }
  waiting_ += bytes;
  return {};
}

core::result<void> write_buffer::flush() {
  auto done = write_out(waiting_);
  waiting_.clear();
  return done;
}

core::result<void> write_buffer::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) {
      written_ += static_cast<std::uint64_t>(count);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // Someone who shares the descriptor has made it non-blocking.
      pollfd watched{descriptor_, POLLOUT, 0};
      ::poll(&watched, 1, -1);
    } else if (errno != EINTR) {
      return std::unexpected(fault(errno));
    }
  }
  return {};
}

core::error write_buffer::fault(int code) const {
  if (code == EPIPE) return {core::errc::io_failed, fmt::format("nobody reads {} any more", name_)};
  return {core::errc::io_failed,
          fmt::format("cannot write {} after {} bytes: {}", name_, written_, std::strerror(code))};
}

} // namespace io
