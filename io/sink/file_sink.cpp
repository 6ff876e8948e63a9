// Files: replaced in one step, or appended to.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/sink/sinks.hpp"
#include "io/sink/write_buffer.hpp"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr int attempts_max = 1000; ///< At a name for a new file; others may be left over from runs that were killed.

core::error fault(std::string_view what, const std::string& path) {
  return {core::errc::io_failed, fmt::format("cannot {} {}: {}", what, path, std::strerror(errno))};
}

std::string folder_of(const std::string& path) {
  const auto folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// A rename is safe from a power cut only once its folder is on disk.
core::result<void> sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(fault("open folder", folder));
  const int code = ::fsync(descriptor);
  const int why = errno;
  ::close(descriptor);
  // Some file systems cannot; then there is nothing that we could do better.
  if (code != 0 && why != EINVAL) {
    errno = why;
    return std::unexpected(fault("sync folder", folder));
  }
  return {};
}

class file_sink final : public byte_sink {
public:
  /// `passing` is the file's name until it is closed, empty when it has its own from the start.
  file_sink(int descriptor, std::string path, std::string passing)
      : descriptor_(descriptor), path_(std::move(path)), passing_(std::move(passing)), buffer_(descriptor, path_) {}
  ~file_sink() override {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!passing_.empty()) ::unlink(passing_.c_str());
  }
  file_sink(const file_sink&) = delete;
  file_sink& operator=(const file_sink&) = delete;

  core::result<void> write(std::string_view bytes) override { return buffer_.write(bytes); }
  core::result<void> flush() override { return buffer_.flush(); }
  core::result<void> close() override;

private:
  int descriptor_;
  std::string path_;
  std::string passing_;
  write_buffer buffer_;
};

core::result<void> file_sink::close() {
  WEIR_ENSURE(descriptor_ >= 0, "a sink is closed once");
  if (auto done = buffer_.flush(); !done) return done;
  // Devices and pipes have nothing to sync.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) return std::unexpected(fault("sync", path_));
  if (::close(std::exchange(descriptor_, -1)) != 0) return std::unexpected(fault("close", path_));
  if (passing_.empty()) return {};
  if (::rename(passing_.c_str(), path_.c_str()) != 0) return std::unexpected(fault("rename to", path_));
  passing_.clear();
  return sync_folder(folder_of(path_));
}

core::result<void> make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(folder_of(path), code);
  if (!code) return {};
  return core::fail(core::errc::io_failed, fmt::format("cannot make folder {}: {}", folder_of(path), code.message()));
}

/// A new file beside `path`, under a name that nobody has; not mkstemp's, which only its owner could read.
core::result<int> open_beside(const std::string& path, std::string& passing) {
  for (int attempt = 0; attempt < attempts_max; ++attempt) {
    passing = fmt::format("{}.part-{}-{}", path, ::getpid(), attempt);
    const int descriptor = ::open(passing.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    if (errno != EEXIST) break;
  }
  return std::unexpected(fault("make a file beside", path));
}

/// A link to a file stays a link: the file behind it is replaced.
std::string behind_link(const std::string& path) {
  std::error_code code;
  const auto target = fs::canonical(path, code);
  return code ? path : target.string();
}

} // namespace

core::result<std::unique_ptr<byte_sink>> write_file(const std::string& path, file_mode mode) {
  std::error_code ignored;
  const auto there = fs::status(path, ignored);
  if (fs::is_directory(there)) {
    return core::fail(core::errc::io_failed, fmt::format("cannot write a folder as a file: {}", path));
  }
  if (auto made = make_folders(path); !made) return std::unexpected(made.error());
  // /dev/null or a named pipe must not be replaced by a file.
  const bool is_special = fs::exists(there) && !fs::is_regular_file(there);
  if (mode == file_mode::append || is_special) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return std::unexpected(fault("open", path));
    return std::make_unique<file_sink>(descriptor, path, "");
  }
  const auto target = behind_link(path);
  std::string passing;
  const auto descriptor = open_beside(target, passing);
  if (!descriptor) return std::unexpected(descriptor.error());
  return std::make_unique<file_sink>(*descriptor, target, passing);
}

} // namespace io
