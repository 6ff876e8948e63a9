#include "daemon/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace weir {

core::result<std::string> read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return core::fail(core::errc::io_failed, std::strerror(EISDIR));
  std::ifstream file(path, std::ios::binary);
  if (!file) return core::fail(core::errc::io_failed, std::strerror(errno));
  std::stringstream text;
  text << file.rdbuf();
  if (file.bad()) return core::fail(core::errc::io_failed, std::strerror(EIO));
  return std::move(text).str();
}

} // namespace weir
