#include "io/source/file_input.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace io {

core::result<file_handle> open_for_reading(const std::string& path) {
  file_handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    return core::fail(core::errc::io_failed, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  }
  struct stat what {};
  if (::fstat(file.descriptor(), &what) == 0 && S_ISDIR(what.st_mode)) {
    return core::fail(core::errc::io_failed, fmt::format("cannot read a folder as a file: {}", path));
  }
  return file;
}

core::result<std::size_t> read_some(int descriptor, char* to, std::size_t room, const std::string& where) {
  for (;;) {
    const auto bytes = ::read(descriptor, to, room);
    if (bytes >= 0) return static_cast<std::size_t>(bytes);
    if (errno != EINTR) {
      return core::fail(core::errc::io_failed, fmt::format("cannot read {}: {}", where, std::strerror(errno)));
    }
  }
}

file_input::file_input(file_handle file, std::string path) : file_(std::move(file)), path_(std::move(path)) {
  // A hint only; the kernel reads further ahead.
  ::posix_fadvise(file_.descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);
}

core::result<read_step> file_input::read(char* to, std::size_t room) {
  const auto bytes = read_some(file_.descriptor(), to, room, path_);
  if (!bytes) return std::unexpected(bytes.error());
  return read_step{*bytes > 0 ? read_step::kind::data : read_step::kind::end, *bytes};
}

} // namespace io
