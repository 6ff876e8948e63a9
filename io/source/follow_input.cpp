#include "io/source/follow_input.hpp"

#include <array>
#include <filesystem>

#include <sys/inotify.h>
#include <sys/stat.h>

#include "io/source/file_input.hpp"

namespace io {
namespace {

/// Network and overlay file systems do not tell of others' changes, so we also look from time to time.
constexpr int look_again_ms = 500;

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

} // namespace

follow_input::follow_input(file_handle file, std::string path)
    : file_(std::move(file)), path_(std::move(path)), changes_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (!changes_.is_open()) return;
  // The folder tells of a new file under the name, the file of what is written to it.
  ::inotify_add_watch(changes_.descriptor(), folder_of(path_).c_str(), IN_CREATE | IN_MOVED_TO);
  watch();
}

core::result<read_step> follow_input::read(char* to, std::size_t room) {
  // Asked before the read that finds the end: what was written before the file was replaced is still read.
  const bool has_successor = is_replaced();
  const auto bytes = read_some(file_.descriptor(), to, room, path_);
  if (!bytes) return std::unexpected(bytes.error());
  if (*bytes > 0) {
    position_ += *bytes;
    return read_step{read_step::kind::data, *bytes};
  }
  if (is_cut_short()) {
    ::lseek(file_.descriptor(), 0, SEEK_SET);
  } else if (has_successor) {
    auto successor = open_for_reading(path_);
    if (!successor) return read_step{read_step::kind::nothing_yet, 0}; // Gone again, or not ours to read yet.
    file_ = std::move(*successor);
    watch();
  } else {
    return read_step{read_step::kind::nothing_yet, 0};
  }
  position_ = 0;
  return read_step{read_step::kind::restart, 0};
}

core::result<bool> follow_input::wait() {
  const auto goes_on = stop_.wait_readable(changes_.descriptor(), look_again_ms);
  // What changed does not matter, for `read` looks at the file itself; the events only have to go.
  std::array<char, 4096> events;
  while (changes_.is_open() && ::read(changes_.descriptor(), events.data(), events.size()) > 0) {
  }
  return goes_on;
}

void follow_input::watch() {
  if (!changes_.is_open()) return;
  if (file_watch_ >= 0) ::inotify_rm_watch(changes_.descriptor(), file_watch_);
  file_watch_ = ::inotify_add_watch(changes_.descriptor(), path_.c_str(), IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF);
}

bool follow_input::is_cut_short() const {
  struct stat now {};
  return ::fstat(file_.descriptor(), &now) == 0 && static_cast<std::uint64_t>(now.st_size) < position_;
}

/// Another file has the name. While nothing has it, there is nothing to change to.
bool follow_input::is_replaced() const {
  struct stat mine {};
  struct stat named {};
  if (::fstat(file_.descriptor(), &mine) != 0 || ::stat(path_.c_str(), &named) != 0) return false;
  return mine.st_ino != named.st_ino || mine.st_dev != named.st_dev;
}

} // namespace io
