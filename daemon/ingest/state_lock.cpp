#include "daemon/ingest/state_lock.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

namespace weir {

using core::errc;

core::result<io::file_handle> lock_state(const std::string& path) {
  std::error_code ignored; // What cannot be made cannot be opened either.
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const auto name = path + ".lock";
  io::file_handle made(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!made.is_open())
    return core::fail(errc::io_failed, fmt::format("cannot open {}: {}", name, std::strerror(errno)));
  if (::flock(made.descriptor(), LOCK_EX | LOCK_NB) == 0) return made;
  if (errno == EWOULDBLOCK)
    return core::fail(errc::io_failed, fmt::format("another process is using {}", path), {},
                      "each needs a --state file of its own");
  return core::fail(errc::io_failed, fmt::format("cannot lock {}: {}", name, std::strerror(errno)));
}

} // namespace weir
