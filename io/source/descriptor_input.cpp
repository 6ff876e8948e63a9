#include "io/source/descriptor_input.hpp"

#include <fcntl.h>
#include <poll.h>

#include "io/source/file_input.hpp"

namespace io {
namespace {

constexpr int pipe_bytes = 1 << 20; ///< Fewer turns between writer and reader than the usual 64 KiB make.

bool is_readable(int descriptor) {
  pollfd watched{descriptor, POLLIN, 0};
  return ::poll(&watched, 1, 0) > 0;
}

} // namespace

descriptor_input::descriptor_input(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
  // Works for pipes only, and may be refused; nothing depends on it.
  ::fcntl(descriptor_, F_SETPIPE_SZ, pipe_bytes);
}

/// Asks first: making the descriptor non-blocking would make it so for everyone who shares it.
core::result<read_step> descriptor_input::read(char* to, std::size_t room) {
  if (!is_readable(descriptor_)) return read_step{read_step::kind::nothing_yet, 0};
  const auto bytes = read_some(descriptor_, to, room, name_);
  if (!bytes) return std::unexpected(bytes.error());
  return read_step{*bytes > 0 ? read_step::kind::data : read_step::kind::end, *bytes};
}

} // namespace io
