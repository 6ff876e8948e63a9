#include "io/source/readers.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include "io/source/descriptor_input.hpp"
#include "io/source/file_input.hpp"
#include "io/source/follow_input.hpp"
#include "io/source/gzip_input.hpp"
#include "io/source/later_reader.hpp"
#include "io/source/memory_input.hpp"

namespace io {
namespace {

/// A pipe with a name has no byte to look at without taking it.
bool holds_gzip(const file_handle& file) {
  std::array<char, 2> first{};
  const auto count = ::pread(file.descriptor(), first.data(), first.size(), 0);
  return count > 0 && is_gzip(first.data(), static_cast<std::size_t>(count));
}

} // namespace

core::result<std::unique_ptr<chunk_reader>> open_file(const std::string& path, const reader_options& options) {
  auto file = open_for_reading(path);
  if (!file) return std::unexpected(file.error());
  const bool is_packed = holds_gzip(*file);
  std::unique_ptr<byte_input> input = std::make_unique<file_input>(std::move(*file), path);
  if (is_packed) input = std::make_unique<gzip_input>(std::move(input));
  return std::make_unique<line_reader>(std::move(input), options);
}

core::result<std::unique_ptr<chunk_reader>> open_file_later(const std::string& path, const reader_options& options) {
  // Asked of the system, not by opening: a named pipe would wait, and its writer would see a reader go.
  if (::access(path.c_str(), R_OK) != 0)
    return core::fail(core::errc::io_failed, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  return std::make_unique<later_reader>(path, options);
}

core::result<std::unique_ptr<chunk_reader>> follow_file(const std::string& path, const reader_options& options) {
  auto file = open_for_reading(path);
  if (!file) return std::unexpected(file.error());
  if (holds_gzip(*file)) {
    return core::fail(core::errc::unsupported, fmt::format("a gzip file cannot be followed: {}", path));
  }
  return std::make_unique<line_reader>(std::make_unique<follow_input>(std::move(*file), path), options);
}

std::unique_ptr<chunk_reader> read_descriptor(int descriptor, std::string name, const reader_options& options) {
  auto input = std::make_unique<gzip_input>(std::make_unique<descriptor_input>(descriptor, std::move(name)));
  return std::make_unique<line_reader>(std::move(input), options);
}

std::unique_ptr<chunk_reader> read_memory(std::vector<std::string> pieces, const reader_options& options) {
  return std::make_unique<line_reader>(std::make_unique<memory_input>(std::move(pieces)), options);
}

} // namespace io
